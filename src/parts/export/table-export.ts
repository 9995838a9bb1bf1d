import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import { clipboardTable } from '#stock/export/clipboard-table.ts';
import { csvStyleOf, type CsvStyle } from '#stock/export/csv.ts';
import {
  exportName,
  isComplete,
  type ExportColumn,
  type ExportExtent,
  type ExportRow,
  type ExportSource,
  type FileEnding,
} from '#stock/export/export-table.ts';
import { type FileKind, FileWriter } from '#parts/export/writing/file-writer.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { aboutLines, sourceColumns } from './about-lines.ts';
import { copyWithCommand, type CopiedContent } from './copy-to-clipboard.ts';
import type { CustomerTable, Exportable, ExportableTable, RowBatch, ScopedRows } from './exportable.ts';
import { printReport } from './print-report.tsx';

/** Export format of a table; `show` previews it on screen. */
export type TableFormat = 'csv' | 'xlsx' | 'copy' | 'print' | 'show';

const maxRows = { copy: 50_000, print: 10_000, show: 10_000 };

/** Rows to export, with progress and cancellation. */
interface RowsOptions {
  rows: ScopedRows;
  /** Unix milliseconds; responses cached since then are reused. */
  since: number;
  onProgress: (progress: WriteProgress) => void;
  signal: AbortSignal;
}

/** Everything needed to export a table. */
interface TableExportOptions extends RowsOptions {
  exportable: Exportable;
  table: ExportableTable;
  /** Source of the rows by retrieval time of the oldest, Unix milliseconds; null if unknown. */
  sourceOf: (retrievedAt: number | null) => ExportSource;
  csv: { style: CsvStyle; withSource: boolean };
  i18n: I18n;
  /** BCP 47. */
  locale: string;
  today: CalendarDate;
}

/** Result of an export. */
export interface ExportResult {
  extent: ExportExtent;
  /** Name of the saved file, if any. */
  name?: string;
  /** Exported rows; empty if they were saved as a file. */
  rows: readonly ExportRow[];
  /** Their columns, if there are rows. */
  columns?: readonly ExportColumn[];
  /** When the oldest rows were retrieved, Unix milliseconds; null if unknown. */
  retrievedAt?: number | null;
  /** Content that the browser refused to copy without another click. */
  refused?: CopiedContent;
}

/**
 * Exports a table.
 * @throws TooManyRowsError, FileWriteError; whatever the rows throw; the signal's reason when it aborts
 */
export async function exportTable(format: TableFormat, options: TableExportOptions): Promise<ExportResult> {
  if (format === 'csv' || format === 'xlsx') return saveTable(format, options);
  const { exportable, table, sourceOf, locale, signal } = options;
  const { rows, columns = table.columns, extent, retrievedAt } = await collectRows(options, maxRows[format]);
  signal.throwIfAborted();
  if (format === 'print') {
    const chart = table === (exportable.table.onPaper ?? exportable.table) ? exportable.chart : undefined;
    await printReport({ ...options, table: { ...table, columns }, rows, extent, chart, source: sourceOf(retrievedAt) });
  }
  if (format !== 'copy') return { rows, columns, extent, retrievedAt };
  const copied = clipboardTable(columns, rows, csvStyleOf(locale));
  // The asynchronous clipboard API would remove the text format of spreadsheet cells.
  return copyWithCommand(copied) ? { rows, extent } : { rows, extent, refused: copied };
}

async function saveTable(format: 'csv' | 'xlsx', options: TableExportOptions): Promise<ExportResult> {
  const { exportable, table, sourceOf, csv, i18n, locale, today } = options;
  const { columns } = table;
  const { isDemo } = sourceOf(null);
  const kind: FileKind =
    format === 'csv'
      ? { format, columns, ...csv, withSource: csv.withSource || isDemo }
      : {
          format,
          columns,
          title: table.title,
          sheetNames: { summary: i18n._(msg`Summary`), rows: table.name, about: i18n._(msg`About`) },
          summary: table.figures?.() ?? table.summary?.() ?? [],
          further: table.further?.map(({ name, columns }) => ({ name, columns })) ?? [],
        };
  const further = format === 'csv' ? [] : (table.further ?? []).flatMap(({ rows }) => rows.slice(0, 1));
  const { file, extent } = await writeFile({ ...options, further }, kind, (extent, retrievedAt) => {
    const source = sourceOf(retrievedAt);
    return {
      extent,
      about: aboutLines(i18n, locale, source, extent, columns),
      columns: sourceColumns(i18n, source, extent),
    };
  });
  const part = [exportable.filePart, options.rows.part].filter(Boolean).join('-');
  const name = exportName(exportable.screen, today, format, { part, incomplete: !isComplete(extent), isDemo });
  options.signal.throwIfAborted();
  saveFile(name, file);
  return { name, rows: [], extent };
}

/** More rows than the target can hold. */
export class TooManyRowsError extends Error {
  override readonly name = 'TooManyRowsError';
  readonly most: number;

  constructor(most: number) {
    super(`More than ${most} rows`);
    this.most = most;
  }
}

/** @throws FileWriteError if the browser can't write */
export async function customerWorkbook({ name, above, columns, rows }: CustomerTable): Promise<Blob> {
  const writer = new FileWriter();
  try {
    const sheetNames = { summary: '', rows: name, about: '' };
    await writer.open({ format: 'xlsx', columns, sheetNames, summary: [], above });
    await writer.add(rows);
    const extent = { rows: rows.length, expected: rows.length, missing: [] };
    return await writer.finish({ extent, about: [], columns: [] });
  } finally {
    writer.close();
  }
}

/** Row counts, and when the oldest rows were retrieved (Unix milliseconds; null if unknown). */
interface RowTotals {
  extent: ExportExtent;
  retrievedAt: number | null;
}

/**
 * Collects all rows of a scope in memory, for targets other than files.
 * @throws TooManyRowsError beyond `most` rows; whatever the rows throw
 */
export async function collectRows(
  options: RowsOptions,
  most: number,
): Promise<RowTotals & Pick<RowBatch, 'columns'> & { rows: ExportRow[] }> {
  const { count } = options.rows;
  if (count !== null && count > most) throw new TooManyRowsError(most);
  const rows: ExportRow[] = [];
  let columns: RowBatch['columns'];
  const passed = await forEachBatch(options, (batch) => {
    columns ??= batch.columns;
    rows.push(...batch.rows);
    if (rows.length > most) throw new TooManyRowsError(most);
  });
  return { rows, columns, ...passed };
}

/**
 * Streams rows into a file.
 * @param ending returns the details of the file, once the number of rows is known
 * @throws FileWriteError if the browser can't write; whatever the rows throw; the signal's reason when it aborts
 */
export async function writeFile(
  options: RowsOptions & { further?: readonly ScopedRows[] },
  kind: FileKind,
  ending: (extent: ExportExtent, retrievedAt: number | null) => FileEnding,
): Promise<{ file: Blob; extent: ExportExtent }> {
  const writer = new FileWriter();
  let opened: Promise<void> | undefined;
  const open = (columns = kind.columns) => (opened ??= writer.open({ ...kind, columns }));
  try {
    const { extent, retrievedAt } = await forEachBatch(options, async ({ rows, columns }) => {
      if (rows.length === 0) return;
      await open(columns);
      await writer.add(rows);
    });
    await open();
    const missing = [...extent.missing];
    for (const [at, rows] of (options.further ?? []).entries()) {
      const added = await forEachBatch({ ...options, rows }, (batch) => writer.add(batch.rows, at + 1));
      missing.push(...added.extent.missing);
    }
    const whole = { ...extent, missing };
    return { file: await writer.finish(ending(whole, retrievedAt)), extent: whole };
  } finally {
    writer.close();
  }
}

/** Passes each batch to `onBatch` as it arrives. Pages that failed to load are reported in `missing`. */
async function forEachBatch(
  { rows: { batches, rowsNow, count, total }, since, onProgress, signal }: RowsOptions,
  onBatch: (batch: RowBatch) => void | Promise<void>,
): Promise<RowTotals> {
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

/** Progress of an export. */
export interface WriteProgress {
  rows: number;
  /** Expected number of rows; null until known. */
  expected: number | null;
  pages: { done: number; total: number } | null;
}

/** Downloads a file. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read a large file long after the click; keeping its URL costs nothing.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
