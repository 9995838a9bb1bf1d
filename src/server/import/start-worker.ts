import type { Market } from '#stock/contract/envelope.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { startThread } from '#server/start-thread.ts';
import type { StoreLocation } from '#server/store/stock-store.ts';

import { ImportError } from './csv-records.ts';
import type { ImportOptions } from './import-options.ts';

/**
 * Runs the job in a worker thread.
 * @throws ImportError if the job fails for a known reason
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

/** Parameters of both jobs: the store, the default market, and the service's current date. */
interface Job {
  location: StoreLocation;
  market: Market;
  today: CalendarDate;
}

/** Fills an empty store with demo data. */
export interface DemoJob extends Job {
  kind: 'demo';
}

/** Imports CSV files in one transaction; at least one is set. */
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

/** A rejected row: the line on which it begins, the reason, and its text. */
export interface RejectedRow {
  line: number;
  reason: string;
  text: string;
}

/** A date that means _no date_, and the rows with it. */
export interface PlaceholderDate {
  date: CalendarDate;
  count: number;
  /** The first lines with it. */
  lines: number[];
}

export interface FileReport {
  file: string;
  kind: 'stock' | 'products';
  /** Line of the header and the text above it; null if the header is the first line. */
  title: { headerLine: number; text: string } | null;
  imported: number;
  /** Rows that are identical to an earlier one. */
  repeated: number;
  rejected: number;
  placeholders: PlaceholderDate[];
  /** What would be right for the rejected rows, one sentence for each kind. */
  advice: string[];
  /** Quantities that can be read in two ways, which stop the import; null if there are none. */
  doubt: string | null;
  /** The first rejected rows. */
  firstRejected: RejectedRow[];
  /** File that lists all rejected rows; null if there are none or the file couldn't be written. */
  rejectedFile: string | null;
}

export interface ImportReport {
  files: FileReport[];
  /** Whether the rows were committed; false if too many were rejected. */
  committed: boolean;
  removedDemoData: boolean;
}

/** Message of the worker to its starter. */
export type WorkerMessage =
  | { kind: 'progress'; progress: ImportProgress }
  | { kind: 'imported'; report: ImportReport }
  | { kind: 'filled'; filled: boolean }
  | { kind: 'failed'; sentence: string };
