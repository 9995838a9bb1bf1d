import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { ImportError } from './import-error.ts';
import type { ImportProgress, WorkerJob, WorkerMessage } from './worker-job.ts';

/**
 * Runs the job in a thread of its own, so that this one goes on answering.
 * @throws ImportError where the job says why it failed.
 */
export function runInWorker(
  job: WorkerJob,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<WorkerMessage> {
  const worker = startThread(job);
  return new Promise((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') onProgress(message.progress);
      else if (message.kind === 'failed') reject(new ImportError(message.sentence));
      else resolve(message);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`the import thread ended with code ${code}`)));
  });
}

/** Node reads no TypeScript: from the sources (in tests and benchmarks) the thread first learns it from tsx. */
function startThread(workerData: WorkerJob): Worker {
  const source = new URL('./import-worker.ts', import.meta.url);
  if (!existsSync(source)) return new Worker(builtWorker(), { workerData });
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import('${source}'); })`;
  return new Worker(load, { eval: true, workerData });
}

/** Built, this file lies beside the worker or in the folder of shared chunks below it. */
function builtWorker(): URL {
  const beside = new URL('./import-worker.js', import.meta.url);
  return existsSync(beside) ? beside : new URL('../import-worker.js', import.meta.url);
}
