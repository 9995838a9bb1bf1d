import { closeSync, openSync, rmSync, writeSync } from 'node:fs';

import { escapeFormula } from '#domain/export/formula-escape.ts';
import { openWriter } from '#server/store/open-store.ts';
import {
  nameOfStore,
  type RowOutcome,
  type StockWriter,
  StoreBusyError,
  StoreError,
  type StoreLocation,
} from '#server/store/stock-store.ts';

import { type CsvRecord, ImportError } from './csv-records.ts';
import { CsvSource } from './csv-source.ts';
import { productColumns, readProduct, RowError, stockColumns, stockRowReader } from './csv-columns.ts';
import type { FileReport, ImportJob, ImportProgress, ImportReport, RejectedRow } from './start-worker.ts';

/** Share of a file's rows; if more are rejected, the import is aborted. */
export const maxRejectedShare = 0.01;

/** Milliseconds between two progress reports. */
const progressInterval = 100;
/** Number of rows after which the store is drained and progress is checked. */
const rowsBetweenDrains = 1024;

type OnProgress = (progress: ImportProgress) => void;

/** A file, and how to write its rows. */
interface Task {
  kind: FileReport['kind'];
  source: CsvSource<string>;
  put: (writer: StockWriter, fields: readonly string[]) => RowOutcome;
}

const rejections: Readonly<Record<Exclude<RowOutcome, 'written'>, string>> = {
  repeated: 'duplicate: an earlier line of this file has the same key',
  'second-max-lead-time': 'an earlier line of this file has a different max lead time for this product',
};

/**
 * Imports the files in one transaction, in the current thread. If too many rows are rejected, nothing is written, and
 * the report says so.
 * @throws ImportError if a file can't be read; nothing is written then
 */
export async function runImport(job: ImportJob, onProgress: OnProgress): Promise<ImportReport> {
  const tasks = tasksOf(job);
  try {
    return await writeAll(job, tasks, onProgress);
  } catch (error) {
    throw storeFailure(error, job.location);
  } finally {
    for (const { source } of tasks) source.close();
  }
}

async function writeAll(job: ImportJob, tasks: readonly Task[], onProgress: OnProgress): Promise<ImportReport> {
  const writer = await openWriter(job.location, {
    contents: 'real',
    replaceStock: job.replace && job.stockFile !== null,
    replaceProducts: job.replace && job.productsFile !== null,
  });
  try {
    const files: FileReport[] = [];
    for (const task of tasks) files.push(await importFile(writer, task, onProgress));
    const committed = files.every((file) => isAcceptable(file, job.keepGoing));
    if (committed) await writer.commit();
    return { files, committed, removedDemoData: committed && writer.previousContents === 'demo' };
  } finally {
    await writer.close();
  }
}

/** A file without a single valid row is never imported, even with `keepGoing`. */
function isAcceptable({ imported, rejected }: FileReport, keepGoing: boolean): boolean {
  return imported > 0 && (keepGoing || rejected <= (imported + rejected) * maxRejectedShare);
}

/** Opens all files and reads their headers before anything is written. */
function tasksOf({ stockFile, productsFile, market, today }: ImportJob): Task[] {
  const tasks: Task[] = [];
  if (stockFile !== null) {
    const source = new CsvSource(stockFile, stockColumns);
    const read = stockRowReader(source.header.places, { market, lastUpdateDate: today });
    const put: Task['put'] = (writer, fields) => {
      const { market, row } = read(fields);
      return writer.putStock(market, row);
    };
    tasks.push({ kind: 'stock', source, put });
  }
  if (productsFile !== null) {
    const source = new CsvSource(productsFile, productColumns);
    const { places } = source.header;
    tasks.push({ kind: 'products', source, put: (writer, fields) => writer.putProduct(readProduct(places, fields)) });
  }
  return tasks;
}

async function importFile(
  writer: StockWriter,
  { kind, source, put }: Task,
  onProgress: OnProgress,
): Promise<FileReport> {
  const rejected = new RejectedRows(source.path);
  let rejectedFile: string | null = null;
  let imported = 0;
  let lastReported = Date.now();
  const reportProgress = () => {
    lastReported = Date.now();
    const { path: file, bytesRead, bytesTotal } = source;
    onProgress({ file, bytesRead, bytesTotal, rows: imported + rejected.count });
  };
  try {
    for (const record of source.rows()) {
      const reason = record.problem ?? rejectionOf(() => put(writer, record.fields));
      if (reason === null) imported++;
      else rejected.add(record, reason);
      if ((imported + rejected.count) % rowsBetweenDrains !== 0) continue;
      await writer.drain();
      if (Date.now() - lastReported > progressInterval) reportProgress();
    }
    reportProgress();
    if (imported === 0 && rejected.count === 0) throw new ImportError(`${source.path} has no rows below its header.`);
  } finally {
    rejectedFile = rejected.close();
  }
  const { count, first: firstRejected } = rejected;
  return { file: source.path, kind, imported, rejected: count, firstRejected, rejectedFile };
}

/** Returns why the row is rejected; null if it was written. */
function rejectionOf(put: () => RowOutcome): string | null {
  try {
    const outcome = put();
    return outcome === 'written' ? null : rejections[outcome];
  } catch (error) {
    if (error instanceof RowError) return error.message;
    throw error;
  }
}

/** Limit of rejected rows shown on screen. */
const maxShown = 20;
/** Characters of pending lines after which they are written. */
const writeSize = 1 << 16;

/** Counts the rejected rows of a file and lists them in `<file>.refused.csv` next to it. */
class RejectedRows {
  readonly path: string;
  readonly first: RejectedRow[] = [];
  count = 0;
  #file: number | null = null;
  #isUnwritable = false;
  #pending = '';

  /** Deletes the list of an earlier import, which would be misleading. Throws ImportError if it can't. */
  constructor(inputPath: string) {
    this.path = `${inputPath}.refused.csv`;
    try {
      rmSync(this.path, { force: true });
    } catch {
      throw new ImportError(`${this.path} is from an earlier import and can't be deleted. Delete it first.`);
    }
  }

  add({ line, text }: CsvRecord, reason: string): void {
    this.count++;
    if (this.first.length < maxShown) this.first.push({ line, reason, text });
    this.#pending += `${line},${quoted(reason)},${quoted(escapeFormula(text))}\r\n`;
    if (this.#pending.length > writeSize) this.#write();
  }

  /** Completes the list and returns its path; null if no row was rejected or the folder isn't writable. */
  close(): string | null {
    if (this.count > 0) this.#write();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    return this.count > 0 && !this.#isUnwritable ? this.path : null;
  }

  /** If the folder isn't writable, only the list is lost; the import continues. */
  #write(): void {
    const text = this.#pending;
    this.#pending = '';
    if (this.#isUnwritable) return;
    try {
      if (this.#file === null) {
        this.#file = openSync(this.path, 'w');
        writeSync(this.#file, '\u{FEFF}line,reason,text\r\n');
      }
      writeSync(this.#file, text);
    } catch {
      this.#isUnwritable = true;
    }
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Converts errors of the store into an ImportError with a message for the user; returns other errors unchanged. */
export function storeFailure(error: unknown, location: StoreLocation): unknown {
  if (error instanceof StoreBusyError) return new ImportError(error.message);
  if (error instanceof StoreError) return new ImportError(`${error.message} Nothing was imported.`);
  return isOfDatabase(error)
    ? new ImportError(`The store ${nameOfStore(location)} can't be written: ${error.message}. Nothing was imported.`)
    : error;
}

function isOfDatabase(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}
