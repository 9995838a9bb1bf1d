import type { QuantityBreaks } from '#domain/quantity-breaks.ts';
import { type CalendarDate, addDays, daysBetween } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** The positions of a slider over quantities, from `step` to `most`, all in thousandths. */
export interface QuantityScale {
  step: Thousandths;
  most: Thousandths;
}

/** The most that a slider's date gives: a quantity, or at max lead time any. */
export type MostBy = { kind: 'up-to'; quantity: Thousandths } | { kind: 'any' };

const positions = 120;
const largestQuantity: Thousandths = 1_000_000_000_000;

/** A scale that holds the quantity asked for and goes past the highest break, in steps a person would choose. */
export function quantityScale({ breaks }: QuantityBreaks, asked: Thousandths): QuantityScale {
  const top = Math.max(asked, ...breaks.map(({ upTo }) => upTo)) * 1.2;
  const step = roundStep(top / positions);
  return { step, most: Math.min(largestQuantity, Math.ceil(top / step) * step) };
}

/** Days from today that a slider over dates covers: past the last date the calendar speaks of. */
export function daysCovered(
  { breaks, beyond }: QuantityBreaks,
  neededBy: CalendarDate | null,
  today: CalendarDate,
): number {
  const dates = [
    ...breaks.map(({ date }) => date),
    ...(beyond === null ? [] : [beyond]),
    ...(neededBy === null ? [] : [neededBy]),
  ];
  const furthest = Math.max(0, ...dates.map((date) => daysBetween(today, date)));
  return Math.max(14, furthest + Math.ceil(furthest / 10));
}

/** The largest quantity that can leave by the day `days` after today. An estimate: it comes from the calendar. */
export function mostBy({ breaks, beyond }: QuantityBreaks, today: CalendarDate, days: number): MostBy {
  const date = addDays(today, days);
  if (beyond !== null && beyond <= date) return { kind: 'any' };
  return { kind: 'up-to', quantity: breaks.findLast((one) => one.date <= date)?.upTo ?? 0 };
}

/** The next of 1, 2, 5, 10, 20 ... (units or thousandths alike) at or above `least`. */
function roundStep(least: number): Thousandths {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10;
  return factor * power;
}
