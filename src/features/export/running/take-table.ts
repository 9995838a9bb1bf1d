import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import { aboutLines } from '#features/export/about-lines.ts';
import type { Exportable, ExportableTable, ScopedRows } from '#features/export/exportable.ts';
import { momentWords } from '#features/export/moment-words.ts';
import { openClipboard } from '#features/export/open-clipboard.ts';
import { printReport } from '#features/export/print/print-report.ts';
import { saveFile } from '#features/export/save-file.ts';
import { sourceColumns } from '#features/export/source-columns.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { clipboardTable } from '#domain/export/clipboard-table.ts';
import { csvStyleOf, type CsvStyle } from '#domain/export/csv.ts';
import { exportName, isComplete, type ExportExtent, type ExportSource } from '#domain/export/export-table.ts';

import { ClipboardRefusedError } from './clipboard-refused-error.ts';
import type { TableFormat } from './export-run.ts';
import { gatherRows } from './gather-rows.ts';
import { writeFile } from './write-file.ts';
import type { WriteProgress } from './write-progress.ts';

const mostCopied = 50_000;
const mostPrinted = 10_000;

/** All that taking a table along depends on. */
export interface TakingTable {
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
export interface TakenTable {
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
  const what = exportName(taking.exportable.screen, taking.today, format, { incomplete: !isComplete(extent) });
  signal.throwIfAborted();
  saveFile(what, file);
  return { what, extent };
}
