import { type CalendarDate, later } from '#lib/calendar-date.ts';
import type { Answer } from '#domain/answer.ts';
import type { CalendarTile } from '#domain/calendars/calendar-tiles.ts';

import type { NameOf } from '#api/use-names.ts';

import type { CalendarRow } from './calendar-row.ts';
import type { CalendarSort } from './calendar-sorts.ts';

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
  { by, desc }: SortOrder,
  nameOf: NameOf,
  locale: string,
): CalendarRow[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const keyed = rows.map((row) => ({ row, key: sortKeys[by](row, nameOf) }));
  const sign = desc ? -1 : 1;
  keyed.sort(({ key: a }, { key: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : compare(a, b);
    return sign * order;
  });
  return keyed.map(({ row }) => row);
}

function holds({ productId }: CalendarRow, sought: string, nameOf: NameOf): boolean {
  const { name, sku } = nameOf(productId);
  return [String(productId), name, sku].some((text) => text?.toLocaleLowerCase().includes(sought));
}

type SortKey = string | number | null;

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
