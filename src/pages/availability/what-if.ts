import { mostBy, type QuantityBreaks } from '#domain/quantity-breaks.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** The positions of a slider over quantities, from `step` to `most`, all in thousandths. */
export interface QuantityScale {
  step: Thousandths;
  most: Thousandths;
}

/** The most that can leave by a day: a quantity from real stock, or from the max lead time on any, in theory. */
export type MostByDate = { kind: 'up-to'; quantity: Thousandths } | { kind: 'any' };

const positions = 120;
const shortestSpan = 14;
const largestQuantity: Thousandths = 1_000_000_000_000;

/** A scale that holds the quantity asked for and goes past the highest break, in steps a person would choose. */
export function quantityScale({ breaks }: QuantityBreaks, asked: Thousandths): QuantityScale {
  const top = Math.max(asked, ...breaks.map(({ upTo }) => upTo)) * 1.2;
  const step = roundStep(top / positions);
  return { step, most: Math.min(largestQuantity, Math.ceil(top / step) * step) };
}

/** Days from today that a slider over dates covers: a little past the last date that changes anything. */
export function daysCovered(
  { breaks, beyond }: QuantityBreaks,
  neededBy: CalendarDate | null,
  today: CalendarDate,
): number {
  const dates = [...breaks.map(({ date }) => date), beyond, neededBy].filter((date) => date !== null);
  const furthest = Math.max(0, ...dates.map((date) => daysBetween(today, date)));
  return Math.max(shortestSpan, furthest + Math.ceil(furthest / 10));
}

/** The most that can leave by `date`, today or later. */
export function mostByDate(timeline: StockTimeline, date: CalendarDate): MostByDate {
  const { maxLeadTimeDate } = timeline;
  if (maxLeadTimeDate !== null && maxLeadTimeDate <= date) return { kind: 'any' };
  return { kind: 'up-to', quantity: mostBy(timeline, date) };
}

/** The next of 1, 2, 5, 10, 20 ... at or above `least`. */
function roundStep(least: number): Thousandths {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10;
  return factor * power;
}
