import { levelOn, type StockTimeline } from '#stock/stock-timeline.ts';
import { type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { fallsShortOn } from './calendar-summary.ts';

/** Days in a row on which a quantity isn't available. */
export interface Gap {
  /** First short day, today or later. */
  on: CalendarDate;
  /** First day from then on that the quantity can ship, null if there is none. */
  shipDate: CalendarDate | null;
  /** Whether `shipDate` is the max lead time date, not backed by stock. */
  isMaxLeadTime: boolean;
}

/** Shortfall of a calendar for a quantity: its first gap. */
export interface Shortfall extends Gap {
  /** Quantity missing on the first short day. */
  by: Thousandths;
  /** All gaps, in order, this one included. */
  gaps: readonly Gap[];
}

/** Returns the shortfall of a calendar, null if the quantity is available on every day from today on. */
export function shortfallOf(timeline: StockTimeline, wanted: Thousandths): Shortfall | null {
  const gaps = gapsOf(timeline, wanted);
  const [first] = gaps;
  return first === undefined ? null : { ...first, by: wanted - Math.max(0, levelOn(timeline, first.on)), gaps };
}

/** None but the first begins on or after the max lead time date, from which any quantity can ship. */
function gapsOf(timeline: StockTimeline, wanted: Thousandths): Gap[] {
  const { steps, maxLeadTimeDate } = timeline;
  const gaps: Gap[] = [];
  let on = fallsShortOn(timeline, wanted);
  while (on !== null) {
    const start = on;
    const real = steps.find(({ date, level }) => date > start && level >= wanted)?.date ?? null;
    const maxLeadTime = maxLeadTimeDate === null ? null : later(start, maxLeadTimeDate);
    const isMaxLeadTime = maxLeadTime !== null && (real === null || maxLeadTime < real);
    gaps.push({ on: start, shipDate: isMaxLeadTime ? maxLeadTime : real, isMaxLeadTime });
    const next = real !== null && steps.find(({ date, level }) => date > real && level < wanted);
    on = next && (maxLeadTimeDate === null || next.date < maxLeadTimeDate) ? next.date : null;
  }
  return gaps;
}

/** Returns the number of days in gaps; null if they never end. */
export function daysShort(gaps: readonly Gap[]): number | null {
  let days = 0;
  for (const { on, shipDate } of gaps) {
    if (shipDate === null) return null;
    days += daysBetween(on, shipDate);
  }
  return days;
}

/** More days than between any two dates of a calendar. */
const endless = 2 ** 22;

/** Returns the sort key of a gap by its first day, then the longest first. Days from any one day on; null without end. */
export function gapOrder(from: number, until: number | null): number {
  return from * 2 * endless - (until ?? endless);
}

/** Compares by severity, worst first: short without end, then on the most days, then the earliest short day. */
export function byShortfall(a: Shortfall, b: Shortfall): number {
  const short = ({ gaps }: Shortfall) => daysShort(gaps) ?? Number.MAX_VALUE;
  return short(b) - short(a) || daysBetween(b.on, a.on);
}
