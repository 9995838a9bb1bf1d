import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Runs a module in a thread of its own, so that this one goes on answering. Node reads no TypeScript: from the sources
 * (in tests and benchmarks) the thread first learns it from tsx.
 * @param module below this folder, without its ending; an entry of the build
 */
export function startThread(module: string, options: WorkerOptions): Worker {
  const source = new URL(`./${module}.ts`, import.meta.url);
  if (!existsSync(source)) return new Worker(builtModule(`${basename(module)}.js`), options);
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import('${source}'); })`;
  return new Worker(load, { ...options, eval: true });
}

/** Built, this file lies beside the module or in the folder of shared chunks below it. */
function builtModule(file: string): URL {
  const beside = new URL(`./${file}`, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../${file}`, import.meta.url);
}
