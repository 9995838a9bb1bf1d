import type { CalendarCounts } from '#stock/contract/calendars.ts';
import { calendarTiles } from '#stock/contract/calendar-options.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import type { ShortProduct } from '#stock/calendars/short-products.ts';

import { weeks } from './overview-request.ts';

/** Numbers of products by when stock covers the quantity; those of another unit are in none. */
export interface Figures {
  total: number;
  today: number;
  /** Today included. */
  within30: number;
  maxLeadTimeOnly: number;
  shortNow: number;
}

export function figuresOf({ tiles, shortNow }: Pick<CalendarCounts, 'tiles' | 'shortNow'>): Figures {
  return {
    total: calendarTiles.reduce((sum, tile) => sum + tiles[tile], 0),
    today: tiles.now,
    within30: tiles.now + tiles['within-7'] + tiles['within-30'],
    maxLeadTimeOnly: tiles['max-lead-time'],
    shortNow,
  };
}

/** A day of the period, with the products that fall short on it; null if some of them aren't loaded. */
export interface ShortDay {
  on: CalendarDate;
  productIds: readonly ProductId[] | null;
}

/**
 * Returns each day of the period, tomorrow first.
 * @param rows the first of `found` products, by day: the day of the last of them may have more
 */
export function shortDays(rows: readonly ShortProduct[], found: number, today: CalendarDate): ShortDay[] {
  const productIds = new Map<CalendarDate, ProductId[]>();
  for (const { product, shortfall } of rows) {
    const ofDay = productIds.get(shortfall.on) ?? [];
    productIds.set(shortfall.on, ofDay);
    ofDay.push(product.productId);
  }
  const unknownFrom = found > rows.length ? rows.at(-1)?.shortfall.on : undefined;
  return Array.from({ length: 7 * weeks }, (_, index) => {
    const on = addDays(today, index + 1);
    return { on, productIds: unknownFrom !== undefined && on >= unknownFrom ? null : (productIds.get(on) ?? []) };
  });
}
