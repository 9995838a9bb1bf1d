import { realDateFor } from '#domain/stock-timeline.ts';
import { addDays, type CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { oneUnit } from './calendar-summary.ts';
import { isMissing, type ListedProduct, timelineOf } from './listed-product.ts';

/** Where a product stands, by the earliest real date for the wanted quantity; each stands in one of them. */
export const calendarTiles = [
  'now',
  /** Tomorrow to today plus 7 days. */
  'within-7',
  /** From then to today plus 30 days. */
  'within-30',
  'later',
  /** Real stock never covers the quantity; there is a max lead time. */
  'max-lead-time',
  /** Neither. */
  'nothing',
  /** No calendar came. */
  'no-answer',
] as const;
export type CalendarTile = (typeof calendarTiles)[number];

/**
 * The tile of a product (rules, *Many products*); null for one that isn't loaded, of which nothing is known. `wanted` is
 * null where no quantity is asked for.
 */
export function tileOf(product: ListedProduct, today: CalendarDate, wanted: Thousandths | null): CalendarTile | null {
  if (isMissing(product)) return null;
  if (product.kind === 'no-answer') return 'no-answer';
  const timeline = timelineOf(product, today);
  const date = realDateFor(timeline, wanted ?? oneUnit);
  if (date === null) return timeline.maxLeadTimeDate === null ? 'nothing' : 'max-lead-time';
  if (date <= today) return 'now';
  if (date <= addDays(today, 7)) return 'within-7';
  return date <= addDays(today, 30) ? 'within-30' : 'later';
}

/**
 * How many of the products stand in each tile; the counts add up to those that are loaded. Whoever counts the same products
 * again and again can give a `tile` that remembers.
 */
export function countTiles(
  products: readonly ListedProduct[],
  today: CalendarDate,
  wanted: Thousandths | null,
  tile: typeof tileOf = tileOf,
): Record<CalendarTile, number> {
  const counts = Object.fromEntries(calendarTiles.map((each) => [each, 0])) as Record<CalendarTile, number>;
  for (const product of products) {
    const own = tile(product, today, wanted);
    if (own !== null) counts[own] += 1;
  }
  return counts;
}
