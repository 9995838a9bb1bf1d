import type { Market } from '#contract/envelope.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { startThread } from '#server/start-thread.ts';
import type { StoreLocation } from '#server/store/stock-store.ts';

import { ImportError } from './csv-records.ts';
import type { ImportOptions } from './import-options.ts';

/**
 * Runs the job in a thread of its own.
 * @throws ImportError where the job says why it failed.
 */
export function runInWorker(
  job: WorkerJob,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<WorkerMessage> {
  const worker = startThread('import/import-worker', { workerData: job });
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

/** What both jobs need: the store, whose stock it is where a row doesn't say, and the service's today. */
interface Job {
  location: StoreLocation;
  market: Market;
  today: CalendarDate;
}

/** Fills an empty store with the demo data set. */
export interface DemoJob extends Job {
  kind: 'demo';
}

/** Loads CSV files in one transaction. At least one is given. */
export interface ImportJob extends Job, ImportOptions {
  kind: 'import';
}

export type WorkerJob = DemoJob | ImportJob;

export interface ImportProgress {
  file: string;
  bytesRead: number;
  bytesTotal: number;
  rows: number;
}

/** A row that was not imported: the line on which it begins, why, and its text. */
export interface RefusedRow {
  line: number;
  reason: string;
  text: string;
}

export interface FileReport {
  file: string;
  kind: 'stock' | 'products';
  imported: number;
  refused: number;
  /** The first refused rows, enough to see what is wrong. */
  firstRefused: RefusedRow[];
  /** Where all refused rows are listed; null where none was refused or the list could not be written. */
  refusedFile: string | null;
}

export interface ImportReport {
  files: FileReport[];
  /** Whether the rows are in the store; false where too many were refused. */
  committed: boolean;
  removedDemoData: boolean;
}

/** What the worker tells whoever started it. */
export type WorkerMessage =
  | { kind: 'progress'; progress: ImportProgress }
  | { kind: 'imported'; report: ImportReport }
  | { kind: 'filled'; filled: boolean }
  | { kind: 'failed'; sentence: string };
