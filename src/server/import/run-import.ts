import type { RowOutcome, StockWriter } from '#server/store/stock-writer.ts';
import { openWriter } from '#server/store/open-store.ts';

import { CsvSource } from './csv-source.ts';
import { RowRefused } from './field-readers.ts';
import { ImportError } from './import-error.ts';
import { productColumns, readProduct } from './product-columns.ts';
import { RefusedRows } from './refused-rows.ts';
import { storeFailure } from './store-failure.ts';
import { StockRowReader, stockColumns } from './stock-columns.ts';
import type { FileReport, ImportJob, ImportProgress, ImportReport } from './worker-job.ts';

/** More refused rows than this share of a file's rows abort the import. */
export const mostRefused = 0.01;

/** How often progress is told, in milliseconds. */
const progressInterval = 100;
/** After how many rows the store takes over what was read, and the clock is asked. */
const rowsBetweenDrains = 1024;

type OnProgress = (progress: ImportProgress) => void;

/** A file with what is done with each of its rows. */
interface Task {
  kind: FileReport['kind'];
  source: CsvSource<string>;
  put: (writer: StockWriter, fields: readonly string[]) => RowOutcome;
}

const refusals: Readonly<Record<Exclude<RowOutcome, 'written'>, string>> = {
  repeated: 'an earlier line of this file has the same key',
  'second-max-lead-time': 'an earlier line of this file has another max lead time for this product',
};

/**
 * Imports the files in one transaction, in the thread that calls it. Where too many rows are refused nothing is
 * written, and the report says so.
 * @throws ImportError for files that can't be read at all; then nothing is written either.
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

/** A file of which nothing can be taken is never what was meant, whatever is put up with. */
function isAcceptable({ imported, refused }: FileReport, keepGoing: boolean): boolean {
  return imported > 0 && (keepGoing || refused <= (imported + refused) * mostRefused);
}

/** Every file is opened and its header read before anything is written. */
function tasksOf({ stockFile, productsFile, market, today }: ImportJob): Task[] {
  const tasks: Task[] = [];
  if (stockFile !== null) {
    const source = new CsvSource(stockFile, stockColumns);
    const reader = new StockRowReader(source.header.places, { market, lastUpdateDate: today });
    const put: Task['put'] = (writer, fields) => {
      const { market, row } = reader.read(fields);
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
  const refused = new RefusedRows(source.path);
  let refusedFile: string | null = null;
  let imported = 0;
  let lastTold = Date.now();
  const tell = () => {
    lastTold = Date.now();
    const { path: file, bytesRead, bytesTotal } = source;
    onProgress({ file, bytesRead, bytesTotal, rows: imported + refused.count });
  };
  try {
    for (const record of source.rows()) {
      const reason = record.problem ?? refusalOf(() => put(writer, record.fields));
      if (reason === null) imported++;
      else refused.add(record, reason);
      if ((imported + refused.count) % rowsBetweenDrains !== 0) continue;
      await writer.drain();
      if (Date.now() - lastTold > progressInterval) tell();
    }
    tell();
    if (imported === 0 && refused.count === 0) throw new ImportError(`${source.path} has no rows below its header.`);
  } finally {
    refusedFile = refused.close();
  }
  const { count, first: firstRefused } = refused;
  return { file: source.path, kind, imported, refused: count, firstRefused, refusedFile };
}

/** Why the row is refused; null where it was written. */
function refusalOf(put: () => RowOutcome): string | null {
  try {
    const outcome = put();
    return outcome === 'written' ? null : refusals[outcome];
  } catch (error) {
    if (error instanceof RowRefused) return error.message;
    throw error;
  }
}
