import type { CalendarCounts } from '#stock/contract/calendars.ts';
import { calendarTiles } from '#stock/contract/calendar-options.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { daysShort } from '#stock/calendars/shortfall.ts';
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

/** Days of the period on which a product is short; null if its calendar is in doubt. */
export function daysShortOf({ shortfall: { gaps }, doubt }: ShortProduct, today: CalendarDate): number | null {
  return doubt === null ? daysShort(gaps, addDays(today, 7 * weeks)) : null;
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

/**
 * The room below the figures on a page of A4 or Letter, in millimeters, and what takes it. Names and changes wrap at these
 * letters.
 */
const onPaper = {
  room: 198,
  row: 5.3,
  line: 4.05,
  heading: 17,
  letters: { name: 50, change: 68, atRisk: [40, 20, 20, 8] },
};

function heightOf(texts: readonly string[], letters: readonly number[]): number {
  const lines = texts.map((text, at) => Math.ceil(text.length / (letters[at] ?? Infinity)));
  return onPaper.row + (Math.max(1, ...lines) - 1) * onPaper.line;
}

/** The other tables of the page: what is at risk and changes by their texts, and weeks of a row each. */
interface OtherTables {
  moved: readonly string[];
  atRisk: readonly (readonly string[])[];
  weeks: number;
}

/** Returns the first rows that fit on one printed page with the figures and with the other tables. */
export function onOnePage(rows: readonly ShortProduct[], texts: OtherTables): readonly ShortProduct[] {
  const { letters, heading, room } = onPaper;
  const tableOf = (all: readonly (readonly string[])[], widths: readonly number[]) =>
    all.length === 0 ? 0 : all.reduce((sum, row) => sum + heightOf(row, widths), heading);
  const others = [
    tableOf(
      texts.moved.map((text) => [text]),
      [letters.change],
    ),
    tableOf(texts.atRisk, letters.atRisk),
    texts.weeks === 0 ? 0 : heading + texts.weeks * onPaper.row,
  ];
  let left = others.reduce((sum, height) => sum - height, room - heading);
  const end = rows.findIndex(({ product: { name } }) => {
    left -= heightOf([name ?? ''], [letters.name]);
    return left < 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
