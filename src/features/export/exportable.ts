import type { CalendarEvent } from '#domain/export/calendar-file.ts';
import type { ExportScreen, ExportColumn, ExportRow, LabeledValue } from '#domain/export/export-table.ts';

/** Rows as they come, a page or so at a time. */
export interface RowBatch {
  rows: readonly ExportRow[];
  /** The columns of all rows if they depend on the rows, sent with the first of them; otherwise those of the table. */
  columns?: readonly ExportColumn[];
  /** Which pages these rows end at, of how many; absent where rows don't come by pages. */
  pages?: { done: number; total: number };
  /** How many rows there should be, once that is known. */
  expected?: number;
  /** What could not be had instead of these rows, and why: a sentence. */
  missing?: string;
  /** When the service gave them, Unix milliseconds; where that is another time than that of the screen. */
  retrievedAt?: number;
}

/** Which rows of a table; `compared` are those of the selected that a comparison shows, where that is not all of them. */
export type RowScope = 'page' | 'compared' | 'selected' | 'all';

/** Some rows of a table, in the order and with the filter of the screen. */
export interface ScopedRows {
  scope: RowScope;
  /** Which rows these are, in words, beside what the screen's filter says. */
  filter?: string | undefined;
  /** What the name of a file says where these are a part of the rows, or a report of their own: `page-2-of-9`. */
  part?: string | undefined;
  /** How many there are; null where that is only known while they come. */
  count: number | null;
  /** How many the whole table has, where these are a part of it. */
  total?: number | undefined;
  /** Asked for with each file; what came after `since`, Unix milliseconds, isn't asked for again. Else `rowsNow` has them all. */
  batches?: (signal: AbortSignal, since: number) => AsyncIterable<RowBatch> | Iterable<RowBatch>;
  /** The rows where no request is needed for them: the browser's own Print waits for nothing. */
  rowsNow?: () => readonly ExportRow[];
}

/** A table that can be taken along, columns and their order as on screen. */
export interface ExportableTable {
  /** What it is called, in the person's language: the name of the workbook's sheet and of the report. */
  name: string;
  columns: readonly ExportColumn[];
  /** At least one; where there are several, the person chooses. */
  rows: readonly ScopedRows[];
  /** What is chosen until they do; the first where none is named. */
  usualScope?: RowScope | undefined;
  /** What the table says as a whole: at the head of a report, on a sheet of its own in a workbook. */
  summary?: () => readonly LabeledValue[];
  /** What stands on paper in its place, where all its columns have no room there. */
  onPaper?: ExportableTable;
}

/** A chart that can be taken along as a picture. */
export interface ExportableChart {
  /** Stands above the picture. */
  title: string;
  /** Which rows it shows, where those may be other ones than those of the table: stands above it on paper. */
  part?: string | null;
  /** The element that holds the drawing and its legend; null while there is none. */
  element: () => Element | null;
  /** The whole drawing, where only a part of it is on screen. */
  /** `letters` is how much larger its words are than on screen. */
  whole?: (letters: number) => SVGSVGElement;
}

/** All that can be taken from a part of a screen. */
export interface Exportable {
  screen: ExportScreen;
  /** When the service was asked, Unix milliseconds; null where it wasn't yet. */
  retrievedAt: number | null;
  /** What was asked for and which rows are shown, in words. */
  filter: string;
  table: ExportableTable;
  /** The same rows taken apart, such as every entry of each calendar; offered beside the table. */
  detail?: ExportableTable | undefined;
  /** What is late or falls short, worst first, with one scope. */
  risks?: ExportableTable | undefined;
  chart?: ExportableChart | undefined;
  /** The promised days. */
  events?: (() => readonly CalendarEvent[]) | undefined;
}
