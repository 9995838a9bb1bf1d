import type { CalendarDate } from '#stock/calendar-date.ts';

/**
 * Type of a column's cells. `text` is words. `code` is text that may look like a number, such as an SKU. `id` and
 * `count` are integers. `quantity` is in thousandths. `date` is `YYYY-MM-DD`, never a word such as *Today*: files and
 * paper are read on later days too. `flag` is text on some rows and blank on the others.
 */
export type ExportKind = 'text' | 'code' | 'id' | 'count' | 'quantity' | 'date' | 'flag';

export function isDate(kind: ExportKind): boolean {
  return kind === 'date';
}

/** Whether a column contains numbers, which are right-aligned. */
export function isNumeric(kind: ExportKind): boolean {
  return kind === 'quantity' || kind === 'count' || kind === 'id';
}

/** An exported column, named as displayed. */
export interface ExportColumn {
  header: string;
  kind: ExportKind;
  /** Whether the value is the same in every row, always or often. Print then shows it once above the table. */
  isShared?: boolean | 'if-alike';
  /** Whether the column is exported to files only. Print has no space for it. */
  isFileOnly?: boolean;
}

/** Null for an empty cell. The format depends on the column's {@link ExportKind}. */
export type ExportCell = string | number | null;

/** One exported row. */
export interface ExportRow {
  /** One per column, in the same order. */
  cells: readonly ExportCell[];
  /** Positions of cells based on max lead time, to distinguish them from stock. */
  maxLeadTimeCells?: readonly number[];
}

/** A column that derives its cell from an item. */
export interface NamedColumn<Item> extends ExportColumn {
  cell: (item: Item) => ExportCell;
  /** Whether the cell is based on max lead time. */
  isMaxLeadTime?: (item: Item) => boolean;
}

/** Derives the row of an item. */
export function rowOf<Item>(columns: readonly NamedColumn<Item>[], item: Item): ExportRow {
  const maxLeadTimeCells = columns.flatMap(({ isMaxLeadTime }, at) => (isMaxLeadTime?.(item) ? [at] : []));
  return { cells: columns.map(({ cell }) => cell(item)), ...(maxLeadTimeCells.length > 0 && { maxLeadTimeCells }) };
}

/** A property of a table, such as its filter, with its value and, on paper, what belongs to the value. */
export type LabeledValue = readonly [label: string, value: string, detail?: string];

/** Origin of exported data, so that a file can be identified later. */
export interface ExportSource {
  /** When the data was requested, ISO 8601 in UTC. */
  retrieved: string;
  /** Base address of the service. */
  service: string;
  isDemo: boolean;
  /** Market of the data: company, sales organization and territory. */
  market: string;
  /** Request and row filter, in words. */
  filter: string;
}

/** Number of exported rows out of those expected. */
export interface ExportExtent {
  rows: number;
  /** Count reported by the service, or number of rows requested. */
  expected: number;
  /** Rows in the whole table, if only part of it was requested. */
  total?: number | undefined;
  /** What is missing and why, one sentence each. Empty in a complete file. */
  missing: readonly string[];
}

/** Whether no rows are missing, neither reported nor by count. */
export function isComplete({ rows, expected, missing }: ExportExtent): boolean {
  return missing.length === 0 && rows === expected;
}

export interface TableFileOptions {
  columns: readonly ExportColumn[];
}

/** Details of a file, known once all rows are written. */
export interface FileEnding {
  extent: ExportExtent;
  /** Localized labels and values for a separate sheet. */
  about: readonly LabeledValue[];
  /** The same as trailing columns, for formats without such a place: a header and a value each. */
  columns: readonly LabeledValue[];
}

/** A file to which rows of a table are added incrementally. */
export interface TableFile {
  /** `table` is 0, or the number of a further table, in ascending order. */
  add(rows: readonly ExportRow[], table?: number): Promise<void>;
  finish(ending: FileEnding): Promise<Blob>;
}

/** A name as part of a file name: `PO 88214, Søholt` is `po-88214-søholt`. */
export function fileWords(name: string): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, 60);
}

/**
 * Returns a file name such as `stock-calendars-2026-11-21-page-2-of-9-incomplete.csv`. Partial, incomplete and demo
 * data are marked in the name.
 */
export function exportName(
  screen: string,
  today: CalendarDate,
  extension: string,
  { part, incomplete, isDemo }: { part?: string | undefined; incomplete?: boolean; isDemo?: boolean | undefined } = {},
): string {
  const marks = [part, isDemo && 'demo-data', incomplete && 'incomplete'].filter(Boolean);
  return `${['stock', screen, today, ...marks].join('-')}.${extension}`;
}
