import { realDateFor } from '#domain/stock-timeline.ts';
import { addDays, type CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { anyQuantity } from './calendar-summary.ts';
import { isMissing, type ListedProduct, timelineOf } from './listed-product.ts';

/** Categories of products by the earliest date on which stock covers the wanted quantity. Each product is in one. */
export const calendarTiles = [
  'now',
  /** Tomorrow to today plus 7 days. */
  'within-7',
  /** After that, to today plus 30 days. */
  'within-30',
  'later',
  /** Stock never covers the quantity, but there is a max lead time. */
  'max-lead-time',
  /** Neither stock nor max lead time. */
  'nothing',
  /** No calendar was received. */
  'no-answer',
] as const;
export type CalendarTile = (typeof calendarTiles)[number];

/** Filters of a product list: a tile, or the products short within 14 days, from any tile. */
export const tileFilters = [...calendarTiles, 'short-soon'] as const;
export type TileFilter = (typeof tileFilters)[number];

/**
 * Returns the tile of a product (rules, *Many products*), null if the product isn't loaded. `wanted` is null if no
 * quantity was requested.
 */
export function tileOf(product: ListedProduct, today: CalendarDate, wanted: Thousandths | null): CalendarTile | null {
  if (isMissing(product)) return null;
  if (product.kind === 'no-answer') return 'no-answer';
  const timeline = timelineOf(product, today);
  const date = realDateFor(timeline, wanted ?? anyQuantity);
  if (date === null) return timeline.maxLeadTimeDate === null ? 'nothing' : 'max-lead-time';
  if (date <= today) return 'now';
  if (date <= addDays(today, 7)) return 'within-7';
  return date <= addDays(today, 30) ? 'within-30' : 'later';
}

/** Counts the products of each tile. The counts add up to the number of loaded products. */
export function countTiles(tiles: readonly (CalendarTile | null)[]): Record<CalendarTile, number> {
  const counts = Object.fromEntries(calendarTiles.map((each) => [each, 0])) as Record<CalendarTile, number>;
  for (const tile of tiles) if (tile !== null) counts[tile] += 1;
  return counts;
}
