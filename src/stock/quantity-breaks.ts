import { type CalendarDate, daysBetween, later } from './calendar-date.ts';
import type { Thousandths } from './thousandths.ts';
import { stepsUpToMaxLeadTime, type StockTimeline } from './stock-timeline.ts';
import { type StockResult, resultFor } from './stock-result.ts';

/** Any quantity above the previous break and up to `upTo` can ship on `date`. A past date means today. */
export interface QuantityBreak {
  upTo: Thousandths;
  date: CalendarDate;
}

/** Ship dates by quantity, from stock, and the ship date above the last break. */
export interface QuantityBreaks {
  /** Ascending in both quantity and date. */
  breaks: readonly QuantityBreak[];
  /** Max lead time date, null if larger quantities aren't available. */
  beyond: CalendarDate | null;
}

/**
 * Derives ship dates by quantity, such as "up to 40: today; up to 90: 17 March; above: max lead time 12 June". Breaks
 * are the running maximum of the level from today on, up to the max lead time date. They agree with `resultFor` for
 * every quantity.
 */
export function quantityBreaks(timeline: StockTimeline): QuantityBreaks {
  const breaks: QuantityBreak[] = [];
  let highest: Thousandths = 0;
  for (const { date, level } of stepsUpToMaxLeadTime(timeline)) {
    if (level <= highest) continue;
    highest = level;
    breaks.push({ upTo: level, date });
  }
  return { breaks, beyond: timeline.maxLeadTimeDate };
}

/** Returns the maximum quantity that can ship from stock by `date`, 0 if none. */
export function maxQuantityBy(timeline: StockTimeline, date: CalendarDate): Thousandths {
  return quantityBreaks(timeline).breaks.findLast((step) => step.date <= date)?.upTo ?? 0;
}

/** A smaller quantity with an earlier ship date: "5 less ships 14 days earlier". */
export interface Nudge {
  quantity: Thousandths;
  /** Difference from the requested quantity. */
  less: Thousandths;
  /** At least 1. Past dates count as today. */
  daysEarlier: number;
}

/**
 * Returns the largest quantity below the requested one that ships on an earlier day. Null if there is none, or if the
 * requested quantity has no ship date: the last break is then the maximum available.
 *
 * @param stockResult the service's result, which may be later than the calendar's own
 */
export function nudge(
  timeline: StockTimeline,
  quantity: Thousandths,
  stockResult: StockResult = resultFor(timeline, quantity),
): Nudge | null {
  if (stockResult.kind === 'not-available') return null;
  const leaves = later(timeline.today, stockResult.date);
  const smaller = quantityBreaks(timeline).breaks.findLast(
    ({ date, upTo }) => upTo < quantity && later(timeline.today, date) < leaves,
  );
  if (smaller === undefined) return null;
  return {
    quantity: smaller.upTo,
    less: quantity - smaller.upTo,
    daysEarlier: daysBetween(later(timeline.today, smaller.date), leaves),
  };
}
