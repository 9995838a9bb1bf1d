import type { CalendarCounts } from '#stock/contract/calendars.ts';
import { calendarTiles } from '#stock/contract/calendar-options.ts';
import type { ShortProduct } from '#stock/calendars/short-products.ts';

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

/** The room below the figures on an A4 page, in thirds of a row of one line; each further line of a name takes two. */
const onPaper = { room: 69, row: 3, line: 2, letters: 28 };

/** Returns the first rows that fit on one printed page with the figures. */
export function onOnePage(rows: readonly ShortProduct[]): readonly ShortProduct[] {
  let left = onPaper.room;
  const end = rows.findIndex(({ product }) => {
    const lines = Math.max(1, Math.ceil((product.name ?? '').length / onPaper.letters));
    left -= onPaper.row + (lines - 1) * onPaper.line;
    return left < 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
