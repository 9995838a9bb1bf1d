import { levelOn, type StockTimeline } from '#stock/stock-timeline.ts';
import { type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { fallsShortOn } from './calendar-summary.ts';

/** Shortfall of a calendar for a quantity that must ship on the first day it is short. */
export interface Shortfall {
  /** First short day. */
  on: CalendarDate;
  /** Quantity missing on that day. */
  by: Thousandths;
  /** First day from then on that the quantity can ship, null if there is none. */
  shipDate: CalendarDate | null;
  /** Whether `shipDate` is the max lead time date, not backed by stock. */
  isMaxLeadTime: boolean;
  /** Days from `on` to the ship date, null without one. */
  daysLate: number | null;
}

/** Returns the shortfall of a calendar, null if the quantity is available on every day from today on. */
export function shortfallOf(timeline: StockTimeline, wanted: Thousandths): Shortfall | null {
  const { steps, maxLeadTimeDate } = timeline;
  const on = fallsShortOn(timeline, wanted);
  if (on === null) return null;
  const real = steps.find(({ date, level }) => date > on && level >= wanted)?.date ?? null;
  const maxLeadTime = maxLeadTimeDate === null ? null : later(on, maxLeadTimeDate);
  const isMaxLeadTime = maxLeadTime !== null && (real === null || maxLeadTime < real);
  const shipDate = isMaxLeadTime ? maxLeadTime : real;
  return {
    on,
    by: wanted - Math.max(0, levelOn(timeline, on)),
    shipDate,
    isMaxLeadTime,
    daysLate: shipDate === null ? null : daysBetween(on, shipDate),
  };
}

/**
 * Number of times from today on that the quantity stops being available, one that is missing today included. None begins
 * on or after the max lead time date, from which any quantity can ship.
 */
export function shortfallCount(timeline: StockTimeline, wanted: Thousandths): number {
  const { steps, today, maxLeadTimeDate } = timeline;
  let isShort = levelOn(timeline, today) < wanted;
  let count = isShort ? 1 : 0;
  for (const { date, level } of steps) {
    if (maxLeadTimeDate !== null && date >= maxLeadTimeDate) break;
    if (level < wanted && !isShort) count += 1;
    isShort = level < wanted;
  }
  return count;
}

/** Compares by severity, worst first: without a ship date, then the most days late, then the earliest short day. */
export function byShortfall(a: Shortfall, b: Shortfall): number {
  const short = ({ daysLate }: Shortfall) => daysLate ?? Number.MAX_VALUE;
  return short(b) - short(a) || daysBetween(b.on, a.on);
}
