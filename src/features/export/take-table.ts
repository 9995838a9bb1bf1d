import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { aboutLines, momentWords, sourceColumns } from './about-lines.ts';
import type { Exportable, ExportableTable, ScopedRows, RowBatch } from './exportable.ts';
import { openClipboard, type CopiedContent } from './copy-to-clipboard.ts';
import { printReport } from '#features/export/print/print-report.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { clipboardTable } from '#domain/export/clipboard-table.ts';
import { csvStyleOf, type CsvStyle } from '#domain/export/csv.ts';
import {
  exportName,
  isComplete,
  type ExportExtent,
  type ExportSource,
  type ExportRow,
  type ExportColumn,
} from '#domain/export/export-table.ts';
import type { TableFormat } from './use-export-run.ts';
import { type FileKind, FileWriter } from '#features/export/writing/file-writer.ts';
import type { FileEnding } from '#features/export/writing/table-file.ts';

const mostCopied = 50_000;
const mostPrinted = 10_000;

/** All that taking a table along depends on. */
interface TakingTable {
  exportable: Exportable;
  table: ExportableTable;
  rows: ScopedRows;
  source: ExportSource;
  csv: { style: CsvStyle; withSource: boolean };
  i18n: I18n;
  /** BCP 47. */
  locale: string;
  today: CalendarDate;
  onProgress: (progress: WriteProgress) => void;
  signal: AbortSignal;
}

/** What a table became. */
interface TakenTable {
  /** The name of its file; null for what went to the clipboard or the printer. */
  what: string | null;
  extent: ExportExtent;
}

/**
 * Takes a table along.
 * @throws TooManyRowsError, ClipboardRefusedError, FileWriteError; whatever the rows throw; the signal's reason when it aborts
 */
export function takeTable(format: TableFormat, taking: TakingTable): Promise<TakenTable> {
  if (format === 'copy') return copyTable(taking);
  return format === 'print' ? printTable(taking) : saveTable(format, taking);
}

async function copyTable({ table: { columns }, rows, locale, onProgress, signal }: TakingTable): Promise<TakenTable> {
  const clipboard = openClipboard();
  try {
    const gathered = await gatherRows(rows, { most: mostCopied, onProgress, signal });
    const copied = clipboardTable(columns, gathered.rows, csvStyleOf(locale));
    signal.throwIfAborted();
    if (!(await clipboard.put(copied))) throw new ClipboardRefusedError({ ...gathered, columns, copied });
    return { what: null, extent: gathered.extent };
  } catch (error) {
    clipboard.leave();
    throw error;
  }
}

async function printTable(taking: TakingTable): Promise<TakenTable> {
  const { exportable, table, rows, source, i18n, locale, onProgress, signal } = taking;
  const { rows: printed, extent } = await gatherRows(rows, { most: mostPrinted, onProgress, signal });
  signal.throwIfAborted();
  await printReport({
    title: table.name,
    subtitle: source.filter,
    columns: table.columns,
    rows: printed,
    about: aboutLines(i18n, { ...source, retrieved: momentWords(source.retrieved, locale) }, extent),
    chart: exportable.chart ?? null,
    locale,
  });
  return { what: null, extent };
}

async function saveTable(format: 'csv' | 'xlsx', taking: TakingTable): Promise<TakenTable> {
  const { table, rows, source, csv, i18n, onProgress, signal } = taking;
  const { columns } = table;
  const kind =
    format === 'csv'
      ? ({ format, columns, ...csv } as const)
      : ({ format, columns, sheetNames: { rows: table.name, about: i18n._(msg`About`) } } as const);
  const ending = (extent: ExportExtent) => ({
    extent,
    about: aboutLines(i18n, source, extent),
    columns: sourceColumns(i18n, source, extent),
  });
  const { file, extent } = await writeFile({ rows, kind, ending, onProgress, signal });
  const what = exportName(taking.exportable.screen, taking.today, format, {
    incomplete: !isComplete(extent),
    isDemo: source.isDemo,
  });
  signal.throwIfAborted();
  saveFile(what, file);
  return { what, extent };
}

/** More rows than the place they are to go to takes. */
export class TooManyRowsError extends Error {
  override readonly name = 'TooManyRowsError';
  readonly most: number;

  constructor(most: number) {
    super(`More than ${most} rows`);
    this.most = most;
  }
}

interface GatherOptions {
  most: number;
  onProgress: (progress: WriteProgress) => void;
  signal: AbortSignal;
}

interface GatheredRows {
  rows: ExportRow[];
  extent: ExportExtent;
}

/**
 * All rows of a scope at once, for what is no file.
 * @throws TooManyRowsError beyond `most` rows; whatever the rows throw
 */
export async function gatherRows(
  { batches, count }: ScopedRows,
  { most, onProgress, signal }: GatherOptions,
): Promise<GatheredRows> {
  if (count !== null && count > most) throw new TooManyRowsError(most);
  const rows: ExportRow[] = [];
  const missing: string[] = [];
  let progress: WriteProgress = { rows: 0, expected: count, pages: null };
  for await (const batch of batches(signal)) {
    signal.throwIfAborted();
    rows.push(...batch.rows);
    if (batch.missing !== undefined) missing.push(batch.missing);
    if (rows.length > most) throw new TooManyRowsError(most);
    progress = advance(progress, batch);
    onProgress(progress);
  }
  return { rows, extent: { rows: rows.length, expected: progress.expected ?? rows.length, missing } };
}

interface WrittenFile {
  file: Blob;
  extent: ExportExtent;
}

interface WriteOptions {
  rows: ScopedRows;
  kind: FileKind;
  /** The file's own words about itself, once it is known how many rows it holds. */
  ending: (extent: ExportExtent) => FileEnding;
  onProgress: (progress: WriteProgress) => void;
  signal: AbortSignal;
}

/**
 * Writes rows into a file as they come. Pages that could not be had are named, never passed over.
 * @throws FileWriteError where the browser can't write; whatever the rows throw; the signal's reason when it aborts
 */
export async function writeFile({ rows, kind, ending, onProgress, signal }: WriteOptions): Promise<WrittenFile> {
  const writer = new FileWriter();
  const missing: string[] = [];
  let progress: WriteProgress = { rows: 0, expected: rows.count, pages: null };
  try {
    await writer.open(kind);
    for await (const batch of rows.batches(signal)) {
      signal.throwIfAborted();
      await writer.add(batch.rows);
      if (batch.missing !== undefined) missing.push(batch.missing);
      progress = advance(progress, batch);
      onProgress(progress);
    }
    signal.throwIfAborted();
    const extent = { rows: progress.rows, expected: progress.expected ?? progress.rows, missing };
    return { file: await writer.finish(ending(extent)), extent };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** How far the taking along of rows is. */
export interface WriteProgress {
  rows: number;
  /** How many rows there should be; null while that is not known. */
  expected: number | null;
  pages: { done: number; total: number } | null;
}

/** How far it is after one more batch. */
function advance(
  { rows, expected, pages }: WriteProgress,
  batch: Pick<RowBatch, 'rows' | 'expected' | 'pages'>,
): WriteProgress {
  return {
    rows: rows + batch.rows.length,
    expected: batch.expected ?? expected,
    pages: batch.pages ?? pages,
  };
}

/** A table that is ready, kept since the browser refused it. */
export interface RefusedTable extends GatheredRows {
  columns: readonly ExportColumn[];
  copied: CopiedContent;
}

/** The browser keeps the clipboard closed; a click of its own may open it, or the table is copied by hand. */
export class ClipboardRefusedError extends Error {
  override readonly name = 'ClipboardRefusedError';
  readonly table: RefusedTable;

  constructor(table: RefusedTable) {
    super('The clipboard was refused');
    this.table = table;
  }
}

/** Has the browser save a file among its downloads. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A large file is read for as long as the download lasts; its address alone costs nothing.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
