import { levelOn, type StockTimeline } from '#domain/stock-timeline.ts';
import { type CalendarDate, daysBetween, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { fallsShortOn } from './calendar-summary.ts';

/** How far a calendar falls short of a quantity that has to ship on the first day on which it is missing. */
export interface Shortfall {
  /** That day (rules, *Falls short on*). */
  on: CalendarDate;
  /** What is missing on it. */
  by: Thousandths;
  /** The first day from then on that the quantity can ship on; null where there is none. */
  shipDate: CalendarDate | null;
  /** Whether that day is the max lead time date, and not backed by stock. */
  isTheory: boolean;
  /** From `on` to the ship date. */
  daysLate: number | null;
}

/** The shortfall of a calendar; null where the quantity is available on every day from today on. */
export function shortfallOf(timeline: StockTimeline, wanted: Thousandths): Shortfall | null {
  const { steps, maxLeadTimeDate } = timeline;
  const on = fallsShortOn(timeline, wanted);
  if (on === null) return null;
  const real = steps.find(({ date, level }) => date > on && level >= wanted)?.date ?? null;
  const theory = maxLeadTimeDate === null ? null : later(on, maxLeadTimeDate);
  const isTheory = theory !== null && (real === null || theory < real);
  const shipDate = isTheory ? theory : real;
  return {
    on,
    by: wanted - Math.max(0, levelOn(timeline, on)),
    shipDate,
    isTheory,
    daysLate: shipDate === null ? null : daysBetween(on, shipDate),
  };
}

/** The worst first: without a ship date, then the most days late, then the soonest to fall short. */
export function byShortfall(a: Shortfall, b: Shortfall): number {
  const short = ({ daysLate }: Shortfall) => daysLate ?? Number.MAX_VALUE;
  return short(b) - short(a) || (a.on < b.on ? -1 : Number(a.on > b.on));
}
