import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import { clipboardTable } from '#domain/export/clipboard-table.ts';
import { csvStyleOf, type CsvStyle } from '#domain/export/csv.ts';
import {
  exportName,
  isComplete,
  type ExportColumn,
  type ExportExtent,
  type ExportRow,
  type ExportSource,
} from '#domain/export/export-table.ts';
import { type FileEnding, type FileKind, FileWriter } from '#features/export/writing/file-writer.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { aboutLines, sourceColumns } from './about-lines.ts';
import { asIfCopied, type CopiedContent } from './copy-to-clipboard.ts';
import type { Exportable, ExportableTable, RowBatch, ScopedRows } from './exportable.ts';
import { printReport } from './print-report.tsx';

/** What a table can become; `show` is for a table that is looked at first. */
export type TableFormat = 'csv' | 'xlsx' | 'copy' | 'print' | 'show';

const mostRows = { copy: 50_000, print: 10_000, show: 10_000 };

/** The rows to be taken, and what is told of it on the way. */
interface Taking {
  rows: ScopedRows;
  /** Unix milliseconds: what the browser has got since then isn't asked for again. */
  since: number;
  onProgress: (progress: WriteProgress) => void;
  signal: AbortSignal;
}

/** All that taking a table along depends on. */
interface TakingTable extends Taking {
  exportable: Exportable;
  table: ExportableTable;
  /** Where rows come from, by when the oldest of them were given: Unix milliseconds, null where they don't say. */
  sourceOf: (retrievedAt: number | null) => ExportSource;
  csv: { style: CsvStyle; withSource: boolean };
  i18n: I18n;
  /** BCP 47. */
  locale: string;
  today: CalendarDate;
}

/** What a table became. */
export interface TakenTable {
  extent: ExportExtent;
  /** The name of its file, where it became one. */
  name?: string;
  /** Its rows, where it became no file. */
  rows: readonly ExportRow[];
  /** Their columns if they differ from the table's. */
  columns?: readonly ExportColumn[] | undefined;
  /** When the service gave the oldest of them, Unix milliseconds; null where they don't say. */
  retrievedAt?: number | null;
  /** What the browser keeps from the clipboard until it is clicked for. */
  refused?: CopiedContent;
}

/**
 * Takes a table along.
 * @throws TooManyRowsError, FileWriteError; whatever the rows throw; the signal's reason when it aborts
 */
export async function takeTable(format: TableFormat, taking: TakingTable): Promise<TakenTable> {
  if (format === 'csv' || format === 'xlsx') return saveTable(format, taking);
  const { exportable, table, sourceOf, locale, signal } = taking;
  const { rows, columns, extent, retrievedAt } = await gatherRows(taking, mostRows[format]);
  signal.throwIfAborted();
  if (format === 'print') {
    const chart = table === (exportable.table.onPaper ?? exportable.table) ? exportable.chart : undefined;
    await printReport({ ...taking, rows, extent, chart, source: sourceOf(retrievedAt) });
  }
  if (format !== 'copy') return { rows, extent, retrievedAt };
  const copied = clipboardTable(columns ?? table.columns, rows, csvStyleOf(locale));
  // The clipboard's newer way would take out what tells a spreadsheet that a cell is text.
  return asIfCopied(copied) ? { rows, extent } : { rows, columns, extent, refused: copied };
}

async function saveTable(format: 'csv' | 'xlsx', taking: TakingTable): Promise<TakenTable> {
  const { exportable, table, sourceOf, csv, i18n, locale, today } = taking;
  const { columns } = table;
  const { isDemo } = sourceOf(null);
  const kind: FileKind =
    format === 'csv'
      ? { format, columns, ...csv, withSource: csv.withSource || isDemo }
      : {
          format,
          columns,
          sheetNames: { summary: i18n._(msg`Summary`), rows: table.name, about: i18n._(msg`About`) },
          summary: table.summary?.() ?? [],
          today: { date: today, word: i18n._(msg`Today`) },
        };
  const { file, extent } = await writeFile(taking, kind, (extent, retrievedAt) => {
    const source = sourceOf(retrievedAt);
    return {
      extent,
      about: aboutLines(i18n, locale, source, extent),
      columns: sourceColumns(i18n, source, extent),
    };
  });
  const { part } = taking.rows;
  const name = exportName(exportable.screen, today, format, { part, incomplete: !isComplete(extent), isDemo });
  taking.signal.throwIfAborted();
  saveFile(name, file);
  return { name, rows: [], extent };
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

/** How many rows came of how many, and when the oldest were given; null where they don't say. */
interface Passed {
  extent: ExportExtent;
  retrievedAt: number | null;
}

/**
 * All rows of a scope at once, for what is no file.
 * @throws TooManyRowsError beyond `most` rows; whatever the rows throw
 */
export async function gatherRows(
  taking: Taking,
  most: number,
): Promise<Passed & Pick<TakenTable, 'columns'> & { rows: ExportRow[] }> {
  const { count } = taking.rows;
  if (count !== null && count > most) throw new TooManyRowsError(most);
  const rows: ExportRow[] = [];
  let columns: RowBatch['columns'];
  const passed = await passRows(taking, (batch) => {
    columns ??= batch.columns;
    rows.push(...batch.rows);
    if (rows.length > most) throw new TooManyRowsError(most);
  });
  return { rows, columns, ...passed };
}

/**
 * Writes rows into a file as they come.
 * @param ending the file's own words about itself, once it is known how many rows it holds
 * @throws FileWriteError where the browser can't write; whatever the rows throw; the signal's reason when it aborts
 */
export async function writeFile(
  taking: Taking,
  kind: FileKind,
  ending: (extent: ExportExtent, retrievedAt: number | null) => FileEnding,
): Promise<{ file: Blob; extent: ExportExtent }> {
  const writer = new FileWriter();
  let opened: Promise<void> | undefined;
  const open = (columns = kind.columns) => (opened ??= writer.open({ ...kind, columns }));
  try {
    const { extent, retrievedAt } = await passRows(taking, async ({ rows, columns }) => {
      if (rows.length === 0) return;
      await open(columns);
      await writer.add(rows);
    });
    await open();
    return { file: await writer.finish(ending(extent, retrievedAt)), extent };
  } finally {
    writer.close();
  }
}

/** Passes rows on as they come. Pages that could not be had are named, never passed over. */
async function passRows(
  { rows: { batches, rowsNow, count, total }, since, onProgress, signal }: Taking,
  onBatch: (batch: RowBatch) => void | Promise<void>,
): Promise<Passed> {
  const missing: string[] = [];
  let retrievedAt: number | null = null;
  let progress: WriteProgress = { rows: 0, expected: count, pages: null };
  for await (const batch of batches?.(signal, since) ?? heldBatch(rowsNow?.() ?? [])) {
    signal.throwIfAborted();
    await onBatch(batch);
    if (batch.missing !== undefined) missing.push(batch.missing);
    if (batch.retrievedAt !== undefined) retrievedAt = Math.min(retrievedAt ?? Infinity, batch.retrievedAt);
    progress = {
      rows: progress.rows + batch.rows.length,
      expected: batch.expected ?? progress.expected,
      pages: batch.pages ?? progress.pages,
    };
    onProgress(progress);
  }
  signal.throwIfAborted();
  return { extent: { rows: progress.rows, expected: progress.expected ?? progress.rows, missing, total }, retrievedAt };
}

function heldBatch(rows: readonly ExportRow[]): RowBatch[] {
  return [{ rows, expected: rows.length }];
}

/** How far the taking along of rows is. */
export interface WriteProgress {
  rows: number;
  /** How many rows there should be; null while that is not known. */
  expected: number | null;
  pages: { done: number; total: number } | null;
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
