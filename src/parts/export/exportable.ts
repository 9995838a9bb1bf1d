import type { LiveView } from '#stock/contract/keys.ts';
import type { SummaryTable } from '#parts/export/writing/xlsx-file.ts';
import type { CalendarEvent } from '#stock/export/calendar-file.ts';
import type { ExportColumn, ExportRow, LabeledValue } from '#stock/export/export-table.ts';

/** Batch of rows as they arrive, usually a page. */
export interface RowBatch {
  rows: readonly ExportRow[];
  /** Columns of all rows if they depend on the rows, sent with the first batch; otherwise those of the table. */
  columns?: readonly ExportColumn[];
  /** Pages loaded so far and in total; absent if rows aren't loaded by page. */
  pages?: { done: number; total: number };
  /** Expected number of rows, once known. */
  expected?: number;
  /** One sentence on what failed to load in this batch, and why. */
  missing?: string;
  /** When the rows were retrieved, Unix milliseconds; set if it differs from the screen's time. */
  retrievedAt?: number;
}

/** Which rows of a table. */
export type RowScope = 'page' | 'selected' | 'all';

/** Rows of a table, in the order and with the filter of the screen. */
export interface ScopedRows {
  scope: RowScope;
  /** Localized name of the scope, if it isn't the usual one. */
  name?: string;
  /** Localized description of the rows, instead of their number alone. */
  detail?: string;
  /** Description of these rows, in addition to the screen's filter. */
  filter?: string | undefined;
  /** Part of the file name: the IDs of few products, which rows these are, or a separate report: `page-2-of-9`. */
  part?: string | undefined;
  /** Number of rows; null if it is only known while they load. */
  count: number | null;
  /** Rows of the whole table, if these are only some of them. */
  total?: number | undefined;
  /** Loads the rows, reusing responses newer than `since` (Unix milliseconds). If absent, `rowsNow` has all rows. */
  batches?: (signal: AbortSignal, since: number) => AsyncIterable<RowBatch> | Iterable<RowBatch>;
  /** Rows available without a request, since the browser's own Print command can't wait for one. */
  rowsNow?: () => readonly ExportRow[];
}

/** A table that can be exported, with the columns and order of the screen. */
export interface ExportableTable {
  /** Localized name of the workbook's sheet and of the report. */
  name: string;
  columns: readonly ExportColumn[];
  /** At least one; the user selects one if there are several. */
  rows: readonly ScopedRows[];
  /** Summary of the table, at the top of a report and on a separate sheet of a workbook. */
  summary?: () => readonly LabeledValue[];
  /** The summary as one sentence, on paper. */
  headline?: () => string;
  /** The summary as numbers and dates, for a workbook. */
  figures?: () => SummaryTable;
  /** Further tables, with their first scope each: on sheets of their own in a workbook, and below in a report. */
  further?: readonly ExportableTable[];
  /** Title on paper, if not the name. */
  title?: string;
  /** Narrower table to print instead, if the columns don't fit on paper. */
  onPaper?: ExportableTable;
}

/** A chart that can be exported as a picture. */
export interface ExportableChart {
  /** Title above the picture. */
  title: string;
  /** What the picture is about, for its last lines; the filter of the export if it has none. */
  subject?: string;
  /** Which rows the chart shows if they may differ from the table's; printed above the chart. */
  part?: string | null;
  /** Part of the file name: the IDs of its products. */
  filePart?: string;
  /** Element that contains the drawing and its legend; null until it is rendered. */
  element: () => Element | null;
  /** Renders the whole drawing if only part of it is on screen; `letters` is the text scale relative to the screen. */
  whole?: (letters: number) => SVGSVGElement;
}

/** What a live address of a screen has. */
export interface LiveSource {
  view: LiveView;
  /** Its name, unless the user gives another. */
  name: string;
  /** Saves what the address opens; false if it can't be. */
  prepare?: () => Promise<boolean>;
}

/** What a customer may read of a table, in the customer's language. */
export interface CustomerTable {
  /** Name of the workbook's sheet. */
  name: string;
  /** Sentences above the rows. */
  above: readonly string[];
  columns: readonly ExportColumn[];
  rows: readonly ExportRow[];
}

/** Everything that can be exported from a part of a screen. */
export interface Exportable {
  /** Name of the screen in file names: `calendars`. */
  screen: string;
  /** Part of all file names: whose data it is. */
  filePart?: string;
  /** When the data was retrieved, Unix milliseconds; null until it is. */
  retrievedAt: number | null;
  /** Description of the request and the rows shown. */
  filter: string;
  table: ExportableTable;
  /** The same rows in detail, such as all entries of each calendar; offered as an alternative. */
  detail?: ExportableTable | undefined;
  /** Late and short lines, worst first, with a single scope. */
  risks?: ExportableTable | undefined;
  chart?: ExportableChart | undefined;
  /** Returns what a customer may read; null if the user decides against it. */
  forCustomer?: (() => Promise<CustomerTable | null>) | undefined;
  /** Ship dates for a calendar file. */
  events?: (() => readonly CalendarEvent[]) | undefined;
  /** What programs can load again and again. */
  live?: LiveSource | undefined;
}
