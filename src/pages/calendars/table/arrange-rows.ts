import { type CalendarDate, later } from '#lib/calendar-date.ts';
import type { Answer } from '#domain/answer.ts';
import type { CalendarTile } from '#domain/calendars/calendar-tiles.ts';

import { breathe } from '#lib/breathe.ts';
import type { NameOf } from '#api/products.ts';

import type { CalendarRow } from './calendar-row.ts';
import type { CalendarSort } from './calendar-sorts.ts';
import { sortInPieces } from './sort-in-pieces.ts';

/** By which column, and whether from the largest. */
export interface SortOrder {
  by: CalendarSort;
  desc: boolean;
}

/** What a product has to be to stay in the table; null narrows nothing. */
export interface RowFilter {
  tile: CalendarTile | null;
  /** Part of an id, SKU or name, in any case. */
  find: string | null;
}

/** The rows that a filter lets through, in their order. */
export function filterRows(rows: readonly CalendarRow[], { tile, find }: RowFilter, nameOf: NameOf): CalendarRow[] {
  const sought = find?.toLocaleLowerCase() ?? null;
  return rows.filter((row) => (tile === null || row.tile === tile) && (sought === null || holds(row, sought, nameOf)));
}

/**
 * The rows sorted by a column; equal ones keep their order, and those that have nothing in the column come last either way. Names sort as
 * the locale has it, answers by the day on which they let the goods leave.
 */
export function sortRows(
  rows: readonly CalendarRow[],
  order: SortOrder,
  nameOf: NameOf,
  locale: string,
): readonly CalendarRow[] {
  return keyedRows(rows, order, nameOf)
    .toSorted(comparison(order, locale))
    .map(({ row }) => row);
}

/** {@link sortRows} for thousands of rows, without holding up the screen. Rejects where the signal is aborted. */
export async function sortManyRows(
  rows: readonly CalendarRow[],
  order: SortOrder,
  nameOf: NameOf,
  { locale, signal }: { locale: string; signal: AbortSignal },
): Promise<readonly CalendarRow[]> {
  const pause = breathe();
  const rest = () => {
    signal.throwIfAborted();
    return pause();
  };
  const sorted = await sortInPieces(keyedRows(rows, order, nameOf), comparison(order, locale), rest);
  return sorted.map(({ row }) => row);
}

type SortKey = string | number | null;

interface KeyedRow {
  row: CalendarRow;
  key: SortKey;
}

function keyedRows(rows: readonly CalendarRow[], { by }: SortOrder, nameOf: NameOf): KeyedRow[] {
  return rows.map((row) => ({ row, key: sortKeys[by](row, nameOf) }));
}

function comparison({ by, desc }: SortOrder, locale: string): (a: KeyedRow, b: KeyedRow) => number {
  const sign = desc ? -1 : 1;
  const compareText = words.has(by) ? new Intl.Collator(locale, { numeric: true }).compare : compareDates;
  return ({ key: a }, { key: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : compareText(a, b);
    return sign * order;
  };
}

/** Columns that hold words; the other texts are dates. */
const words: ReadonlySet<CalendarSort> = new Set(['name', 'territory']);

function compareDates(a: CalendarDate, b: CalendarDate): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function holds({ productId }: CalendarRow, sought: string, nameOf: NameOf): boolean {
  const { name, sku } = nameOf(productId);
  return [String(productId), name, sku].some((text) => text?.toLocaleLowerCase().includes(sought));
}

const sortKeys: Record<CalendarSort, (row: CalendarRow, nameOf: NameOf) => SortKey> = {
  product: ({ productId }) => productId,
  name: ({ productId }, nameOf) => nameOf(productId).name,
  territory: ({ summary }) => summary?.territories.join() || null,
  available: ({ summary }) => summary?.availableToday ?? null,
  first: ({ summary }) => summary && dateOf(summary.first, summary.timeline.today),
  wanted: ({ summary }) => summary && dateOf(summary.wanted, summary.timeline.today),
  increase: ({ summary }) => summary?.nextIncrease?.date ?? null,
  maxLeadTime: ({ summary }) => summary?.maxLeadTimeDate ?? null,
};

/** The day on which the goods can leave: a past date means today. */
function dateOf(answer: Answer, today: CalendarDate): string | null {
  return answer.kind === 'not-available' ? null : later(answer.date, today);
}
