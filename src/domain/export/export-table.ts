import type { CalendarDate } from '#lib/calendar-date.ts';

/**
 * What the cells of a column hold. `text` is words; `code` is text that may only look like a number, such as an SKU;
 * `id` and `count` are whole numbers; `quantity` is in thousandths; `date` is `YYYY-MM-DD`; `ship-date` is one that is
 * never before today, and reads *Today* on that day, or its `todayWord`; `flag` is text that marks some rows and is blank on the others.
 */
export type ExportKind = 'text' | 'code' | 'id' | 'count' | 'quantity' | 'date' | 'ship-date' | 'flag';

export function isDate(kind: ExportKind): boolean {
  return kind === 'date' || kind === 'ship-date';
}

/** Whether a column holds numbers, which stand right-aligned. */
export function isNumeric(kind: ExportKind): boolean {
  return kind === 'quantity' || kind === 'count' || kind === 'id';
}

/** A column of what is exported, named as on screen. */
export interface ExportColumn {
  header: string;
  kind: ExportKind;
  /** What a `ship-date` reads today, where that is not *Today*. */
  todayWord?: string;
  /** The same in every row, or often so: a file has it in each, on paper it stands once above the table then. */
  isShared?: boolean | 'if-alike';
  /** Told to programs alone: paper has no room for it. */
  isForFiles?: boolean;
}

/** Null where there is nothing to say. Which form it has is the column's {@link ExportKind}. */
export type ExportCell = string | number | null;

/** One row of what is exported. */
export interface ExportRow {
  /** One for each column, in the same order. */
  cells: readonly ExportCell[];
  /** Positions of the cells that rest on the max lead time: theory, to be told apart from stock. */
  theoretical?: readonly number[];
}

/** A column with how it is filled for what a row is of. */
export interface NamedColumn<Item> extends ExportColumn {
  cell: (item: Item) => ExportCell;
  /** Whether the cell rests on the max lead time. */
  isTheory?: (item: Item) => boolean;
}

/** What stands in the columns for an item. */
export function rowOf<Item>(columns: readonly NamedColumn<Item>[], item: Item): ExportRow {
  const theoretical = columns.flatMap(({ isTheory }, at) => (isTheory?.(item) ? [at] : []));
  return { cells: columns.map(({ cell }) => cell(item)), ...(theoretical.length > 0 && { theoretical }) };
}

/** Something that is said of a table, such as its filter, and what. */
export type Labelled = readonly [label: string, value: string];

/** Where what is exported comes from, so that a file still answers it when it is found again. */
export interface ExportSource {
  /** When the service was asked, ISO 8601 in UTC. */
  retrieved: string;
  /** The service: its base address. */
  service: string;
  isDemo: boolean;
  /** Whose answers they are: company, sales organization and territory. */
  market: string;
  /** What was asked for and which rows were shown, in words. */
  filter: string;
}

/** How many rows there are of how many there should be. */
export interface ExportExtent {
  rows: number;
  /** What the service counts, or how many were asked for. */
  expected: number;
  /** How many the whole table has, where only a part of it was asked for. */
  total?: number | undefined;
  /** What is missing and why, a sentence each; empty in a complete file. */
  missing: readonly string[];
}

/** Whether nothing is missing, neither by what failed nor by the count. */
export function isComplete({ rows, expected, missing }: ExportExtent): boolean {
  return missing.length === 0 && rows === expected;
}

/** The screens that something can be taken from. */
export type ExportScreen = 'availability' | 'order' | 'calendar' | 'calendars' | 'compare' | 'heatmap';

/** `stock-calendars-2026-11-21-page-2-of-9-incomplete.csv`: what is a part, lacks rows, or holds demo data, says so in its name. */
export function exportName(
  screen: ExportScreen,
  today: CalendarDate,
  extension: string,
  { part, incomplete, isDemo }: { part?: string | undefined; incomplete?: boolean; isDemo?: boolean | undefined } = {},
): string {
  const marks = [part, isDemo && 'demo-data', incomplete && 'incomplete'].filter(Boolean);
  return `${['stock', screen, today, ...marks].join('-')}.${extension}`;
}
