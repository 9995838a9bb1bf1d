import { parentPort, workerData } from 'node:worker_threads';

import { fillEmptyStore } from './demo-data.ts';
import { ImportError } from './csv-records.ts';
import { runImport } from './run-import.ts';
import type { WorkerJob, WorkerMessage } from './start-worker.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
const post = (message: WorkerMessage) => parentPort?.postMessage(message);

try {
  const job = workerData as WorkerJob;
  if (job.kind === 'demo') post({ kind: 'filled', filled: await fillEmptyStore(job) });
  else {
    const report = await runImport(job, (progress) => post({ kind: 'progress', progress }));
    post({ kind: 'imported', report });
  }
} catch (error) {
  if (!(error instanceof ImportError)) throw error;
  post({ kind: 'failed', sentence: error.message });
}
