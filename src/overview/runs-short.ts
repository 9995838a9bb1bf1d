import type { CalendarCounts } from '#stock/contract/calendars.ts';
import { calendarTiles } from '#stock/contract/calendar-options.ts';
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

/**
 * The room below the figures on a page of A4 or Letter, in millimeters, and what takes it. Names and changes wrap at these
 * letters.
 */
const onPaper = {
  room: 200,
  row: 5.7,
  line: 4.3,
  heading: 17,
  letters: { name: 34, change: 58, atRisk: [46, 12, 15] },
};

function heightOf(texts: readonly string[], letters: readonly number[]): number {
  const lines = texts.map((text, at) => Math.ceil(text.length / (letters[at] ?? Infinity)));
  return onPaper.row + (Math.max(1, ...lines) - 1) * onPaper.line;
}

/**
 * Returns the first rows that fit on one printed page with the figures and with the other tables: changes and what is at
 * risk, by their texts.
 */
export function onOnePage(
  rows: readonly ShortProduct[],
  texts: { moved: readonly string[]; atRisk: readonly (readonly string[])[] },
): readonly ShortProduct[] {
  const { letters, heading, room } = onPaper;
  const tableOf = (all: readonly (readonly string[])[], widths: readonly number[]) =>
    all.length === 0 ? 0 : all.reduce((sum, row) => sum + heightOf(row, widths), heading);
  const moved = texts.moved.map((text) => [text]);
  let left = room - heading - tableOf(moved, [letters.change]) - tableOf(texts.atRisk, letters.atRisk);
  const end = rows.findIndex(({ product: { name } }) => {
    left -= heightOf([name ?? ''], [letters.name]);
    return left < 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
