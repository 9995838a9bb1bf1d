import type { CalendarEvent } from '#domain/export/calendar-file.ts';
import type { ExportScreen, ExportColumn, ExportRow } from '#domain/export/export-table.ts';

/** Rows as they come, a page or so at a time. */
export interface RowBatch {
  rows: readonly ExportRow[];
  /** Which pages these rows end at, of how many; absent where rows don't come by pages. */
  pages?: { done: number; total: number };
  /** How many rows there should be, once that is known. */
  expected?: number;
  /** What could not be had instead of these rows, and why: a sentence. */
  missing?: string;
}

/** Which rows of a table. */
export type RowScope = 'page' | 'selected' | 'all';

/** Some rows of a table, in the order and with the filter of the screen. */
export interface ScopedRows {
  scope: RowScope;
  /** Which rows these are, in words, beside what the screen's filter says. */
  filter?: string;
  /** The service is asked for them when they are taken, not when the screen was. */
  isAskedAnew?: boolean;
  /** How many there are; null where that is only known while they come. */
  count: number | null;
  /** Asked anew for each file; pages that could not be had before are asked for again. */
  batches: (signal: AbortSignal) => AsyncIterable<RowBatch> | Iterable<RowBatch>;
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
}

/** A chart that can be taken along as a picture. */
export interface ExportableChart {
  /** Stands above the picture. */
  title: string;
  /** The element that holds the drawing and its legend; null while there is none. */
  element: () => Element | null;
  /** The whole drawing, where only a part of it is on screen. */
  whole?: () => SVGSVGElement;
}

/** All that can be taken from a part of a screen. */
export interface Exportable {
  screen: ExportScreen;
  /** When the service was asked, Unix milliseconds; null where it wasn't yet. */
  retrievedAt: number | null;
  /** What was asked for and which rows are shown, in words. */
  filter: string;
  table?: ExportableTable | undefined;
  /** The same rows taken apart, such as every entry of each calendar; offered beside the table. */
  detail?: ExportableTable | undefined;
  chart?: ExportableChart | undefined;
  /** The promised days. */
  events?: (() => readonly CalendarEvent[]) | undefined;
}

/** The one batch of rows that are all there. */
export function inOneBatch(rows: readonly ExportRow[]): () => Iterable<RowBatch> {
  return () => [{ rows, expected: rows.length }];
}
