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

/** What narrows many products: a tile, or those that fall short within 14 days, in whatever tile they stand. */
export const tileFilters = [...calendarTiles, 'short-soon'] as const;
export type TileFilter = (typeof tileFilters)[number];

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

/** How many products stand in each tile; the counts add up to those that are loaded. */
export function countTiles(tiles: readonly (CalendarTile | null)[]): Record<CalendarTile, number> {
  const counts = Object.fromEntries(calendarTiles.map((each) => [each, 0])) as Record<CalendarTile, number>;
  for (const tile of tiles) if (tile !== null) counts[tile] += 1;
  return counts;
}
