import { type CalendarDate, isFarAhead, isFarBack } from '#stock/calendar-date.ts';
import { memoize } from '#stock/memoize.ts';
import { openWriter } from '#server/store/open-store.ts';
import {
  nameOfStore,
  type StockWriter,
  StoreBusyError,
  StoreError,
  type StoreLocation,
} from '#server/store/stock-store.ts';

import type { RowFault } from './cell-fault.ts';
import { productColumns, productReader, stockColumns, stockRowReader } from './csv-columns.ts';
import { type CsvRecord, ImportError } from './csv-records.ts';
import { CsvSource } from './csv-source.ts';
import { dateFormOf } from './date-cell.ts';
import { decimalForms, PointDoubts } from './quantity-cell.ts';
import { RejectedRows } from './rejected-rows.ts';
import type { FileReport, ImportJob, ImportProgress, ImportReport, PlaceholderDate } from './start-worker.ts';
import { type RowOutcome, WrittenProducts, WrittenStock } from './written-rows.ts';

/** Share of a file's rows; if more are rejected, the import is aborted. */
export const maxRejectedShare = 0.01;

/** Milliseconds between two progress reports. */
const progressInterval = 100;
/** Number of rows after which the store is drained and progress is checked. */
const rowsBetweenDrains = 1024;
const maxMemoizedDates = 50_000;

type OnProgress = (progress: ImportProgress) => void;

/** A file, and how to write its rows. */
interface Task {
  kind: FileReport['kind'];
  source: CsvSource<string>;
  /** Writes the row if it is new and has no faults. */
  put: (writer: StockWriter, record: CsvRecord) => RowOutcome;
  placeholders: PlaceholderDates;
  /** Null if the decimal mark is declared, or the file has no quantities. */
  doubts: PointDoubts | null;
}

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

/** A file without a single valid row, or with quantities in doubt, is never imported, even with `keepGoing`. */
function isAcceptable({ imported, repeated, rejected, doubt }: FileReport, keepGoing: boolean): boolean {
  return (
    imported > 0 && doubt === null && (keepGoing || rejected <= (imported + repeated + rejected) * maxRejectedShare)
  );
}

/** Opens all files and reads their headers before anything is written. */
function tasksOf({ stockFile, productsFile, ...job }: ImportJob): Task[] {
  const tasks: Task[] = [];
  if (stockFile !== null) tasks.push(stockTask(stockFile, job));
  if (productsFile !== null) tasks.push(productsTask(productsFile, job.today));
  return tasks;
}

function stockTask(
  path: string,
  { market: usual, today, dates, decimal }: Omit<ImportJob, 'stockFile' | 'productsFile'>,
): Task {
  const source = new CsvSource(path, stockColumns);
  const read = stockRowReader(source.header.places, {
    market: usual,
    lastUpdateDate: today,
    dates: dateFormOf(dates ?? ''),
    decimal,
  });
  const written = new WrittenStock();
  const placeholders = new PlaceholderDates(today);
  const doubts = decimal === null ? new PointDoubts() : null;
  const quantityAt = source.header.places.stockQuantity ?? -1;
  return {
    kind: 'stock',
    source,
    placeholders,
    doubts,
    put: (writer, { fields, line }) => {
      const reading = read(fields);
      doubts?.add(fields[quantityAt] ?? '', line);
      if (!('row' in reading)) {
        if (reading.some(({ forms: [form, other] }) => form === decimalForms[','] && !other)) doubts?.addComma();
        return reading;
      }
      const { market, row } = reading;
      const outcome = written.add(market, row, line);
      if (outcome === 'new') {
        writer.putStock(market, row);
        placeholders.add(row.stockDate, line);
      }
      return outcome;
    },
  };
}

function productsTask(path: string, today: CalendarDate): Task {
  const source = new CsvSource(path, productColumns);
  const read = productReader(source.header.places);
  const written = new WrittenProducts();
  return {
    kind: 'products',
    source,
    placeholders: new PlaceholderDates(today),
    doubts: null,
    put: (writer, { fields, line }) => {
      const product = read(fields);
      if (!('productId' in product)) return product;
      const outcome = written.add(product, line);
      if (outcome === 'new') writer.putProduct(product);
      return outcome;
    },
  };
}

async function importFile(
  writer: StockWriter,
  { kind, source, put, placeholders, doubts }: Task,
  onProgress: OnProgress,
): Promise<FileReport> {
  const rejected = new RejectedRows(source.path);
  let rejectedFile: string | null = null;
  let imported = 0;
  let repeated = 0;
  let rows = 0;
  let lastReported = Date.now();
  const reportProgress = () => {
    lastReported = Date.now();
    const { path: file, bytesRead, bytesTotal } = source;
    onProgress({ file, bytesRead, bytesTotal, rows });
  };
  try {
    for (const record of source.rows()) {
      const outcome = record.problem === null ? put(writer, record) : [faultOfRow(record.problem)];
      if (outcome === 'new') imported++;
      else if (outcome === 'repeated') repeated++;
      else rejected.add(record, outcome);
      rows++;
      if (rows % rowsBetweenDrains !== 0) continue;
      await writer.drain();
      if (Date.now() - lastReported > progressInterval) reportProgress();
    }
    reportProgress();
    if (rows === 0) throw new ImportError(`${source.path} has no rows below its header.`);
  } finally {
    rejectedFile = rejected.close();
  }
  return {
    file: source.path,
    kind,
    title: source.header.title,
    imported,
    repeated,
    rejected: rejected.count,
    firstRejected: rejected.first,
    rejectedFile,
    placeholders: placeholders.found,
    advice: rejected.advice(rows),
    doubt: doubts?.found ?? null,
  };
}

function faultOfRow(rule: string): RowFault {
  return { column: '', text: '', rule, forms: [] };
}

const maxPlaceholderLines = 5;

/** Counts dates that mean _no date_, with the first lines of each. */
class PlaceholderDates {
  readonly #isPlaceholder: (date: CalendarDate) => boolean;
  readonly #found = new Map<CalendarDate, PlaceholderDate>();

  constructor(today: CalendarDate) {
    this.#isPlaceholder = memoize((date) => isFarAhead(date, today) || isFarBack(date, today), maxMemoizedDates);
  }

  add(date: CalendarDate, line: number): void {
    if (!this.#isPlaceholder(date)) return;
    const known = this.#found.get(date) ?? { date, count: 0, lines: [] };
    known.count++;
    if (known.lines.length < maxPlaceholderLines) known.lines.push(line);
    this.#found.set(date, known);
  }

  /** The most frequent first. */
  get found(): PlaceholderDate[] {
    return [...this.#found.values()].toSorted((a, b) => b.count - a.count);
  }
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
