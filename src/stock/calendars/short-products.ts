import type { ProductCalendarRow } from '#stock/contract/calendars.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import { type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import { levelOn } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { anyQuantity } from './calendar-summary.ts';
import { timelineOf } from './listed-product.ts';
import { type Shortfall, shortfallOf } from './shortfall.ts';

/** A product that falls short of the quantity, in thousandths. */
export interface ShortProduct {
  product: Product;
  availableToday: Thousandths;
  /** Without a ship date if there is a doubt, and with none before that of the service's own result. */
  shortfall: Shortfall;
  /** Why the calendar promises nothing: the service contradicts it, or didn't respond. Null if it does. */
  doubt: 'not-reliable' | 'no-result' | null;
}

const withoutDate = { shipDate: null, isMaxLeadTime: false };

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
      const shown = doubt === null ? notEarlier(shortfall, result) : { ...shortfall, ...withoutDate };
      return [{ product, availableToday: levelOn(timeline, today), shortfall: shown, doubt }];
    })
    .toSorted(
      ({ shortfall: a, product: p }, { shortfall: b, product: q }) =>
        daysBetween(b.on, a.on) || p.productId - q.productId,
    );
}

/** The calendar may have a ship date that the service doesn't confirm. The service's is later. */
function notEarlier(shortfall: Shortfall, result: ProductCalendarRow['result']): Shortfall {
  if (result?.kind !== 'reliable' || result.stockResult.kind === 'not-available') return shortfall;
  const { on, shipDate, gaps } = shortfall;
  const { kind, date } = result.stockResult;
  if (shipDate === null || date <= shipDate) return shortfall;
  const first = { on, shipDate: date, isMaxLeadTime: kind === 'max-lead-time' };
  const others = first.isMaxLeadTime ? [] : gaps.slice(1).filter((gap) => gap.shipDate === null || gap.shipDate > date);
  const rest = others.map((gap) => ({
    on: later(gap.on, date),
    shipDate: gap.shipDate,
    isMaxLeadTime: gap.isMaxLeadTime,
  }));
  return { ...shortfall, ...first, gaps: [first, ...rest] };
}
