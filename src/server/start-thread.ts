import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Runs a module in a worker thread, so that this thread stays responsive. Node can't run TypeScript sources (tests,
 * benchmarks); for these, the worker registers tsx first.
 * @param module path below this folder without extension; an entry of the build
 */
export function startThread(module: string, options: WorkerOptions): Worker {
  const source = new URL(`./${module}.ts`, import.meta.url);
  if (!existsSync(source)) return new Worker(builtModule(`${basename(module)}.js`), options);
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import('${source}'); })`;
  return new Worker(load, { ...options, eval: true });
}

/** In a build, this file is next to the module, or below it in the folder of shared chunks. */
function builtModule(file: string): URL {
  const beside = new URL(`./${file}`, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../${file}`, import.meta.url);
}
