import type { ProductCalendarRow, CalendarCounts } from '#stock/contract/calendars.ts';
import { calendarTiles } from '#stock/contract/calendar-options.ts';
import type { Product } from '#stock/contract/gateway-answers.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { anyQuantity } from '#stock/calendars/calendar-summary.ts';
import { timelineOf } from '#stock/calendars/listed-product.ts';
import { type Shortfall, shortfallOf } from '#stock/calendars/shortfall.ts';
import { levelOn } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';

/** A product that falls short of the quantity, in thousandths. */
export interface ShortProduct {
  product: Product;
  availableToday: Thousandths;
  /** Without a ship date if there is a doubt. */
  shortfall: Shortfall;
  /** Why the calendar promises nothing: the service contradicts it, or didn't respond. Null if it does. */
  doubt: 'not-reliable' | 'no-result' | null;
}

const withoutDate = { shipDate: null, isMaxLeadTime: false, daysLate: null };

/** Returns the rows that fall short of a quantity (null for any), earliest day first, then by product. */
export function shortProducts(
  rows: readonly ProductCalendarRow[],
  today: CalendarDate,
  quantity: Thousandths | null,
): ShortProduct[] {
  return rows
    .flatMap(({ product, entries, result }): ShortProduct[] => {
      if (entries === null) return [];
      const timeline = timelineOf({ entries }, today);
      const shortfall = shortfallOf(timeline, quantity ?? anyQuantity);
      if (shortfall === null) return [];
      const doubt = result?.kind === 'not-reliable' || result?.kind === 'no-result' ? result.kind : null;
      const shown = doubt === null ? shortfall : { ...shortfall, ...withoutDate };
      return [{ product, availableToday: levelOn(timeline, today), shortfall: shown, doubt }];
    })
    .toSorted(
      ({ shortfall: a, product: p }, { shortfall: b, product: q }) =>
        Number(a.on > b.on) - Number(a.on < b.on) || p.productId - q.productId,
    );
}

/** Numbers of products by when stock covers the quantity; those of another unit are in none. */
export interface Figures {
  total: number;
  today: number;
  /** Today included. */
  within30: number;
  maxLeadTimeOnly: number;
  shortNow: number;
}

export function figuresOf({ tiles, shortNow }: CalendarCounts): Figures {
  return {
    total: calendarTiles.reduce((sum, tile) => sum + tiles[tile], 0),
    today: tiles.now,
    within30: tiles.now + tiles['within-7'] + tiles['within-30'],
    maxLeadTimeOnly: tiles['max-lead-time'],
    shortNow,
  };
}

/** The room below the figures on an A4 page, in thirds of a row of one line; each further line of a name takes two. */
const onPaper = { room: 75, row: 3, line: 2, letters: 28 };

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
