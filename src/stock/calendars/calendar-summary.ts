import { type StockResult, resultFor } from '#stock/stock-result.ts';
import { levelOn, type StockTimeline } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { type ListedCalendar, timelineOf } from './listed-product.ts';

/** The smallest quantity, which stands for any quantity above 0 if the user requested none. */
export const anyQuantity: Thousandths = 1;

/** A future increase of the level. */
export interface Increase {
  date: CalendarDate;
  /** Above 0. */
  by: Thousandths;
}

/** Key figures of one calendar, for a table row. */
export interface CalendarSummary {
  territories: readonly string[];
  timeline: StockTimeline;
  /** Level in force today; can be negative. */
  availableToday: Thousandths;
  /** Earliest ship date of any quantity above 0. */
  first: StockResult;
  /** Earliest ship date of the wanted quantity; same as `first` if none was requested. */
  wanted: StockResult;
  /** First day after today on which the level rises, null if it never does. */
  nextIncrease: Increase | null;
  maxLeadTimeDate: CalendarDate | null;
  /** First day without the wanted quantity: today if it isn't available now, null if it always is. */
  fallsShortOn: CalendarDate | null;
}

/** Summarizes a product's calendar as of `today`. `wanted` is null if no quantity was requested. */
export function summarize(product: ListedCalendar, today: CalendarDate, wanted: Thousandths | null): CalendarSummary {
  const timeline = timelineOf(product, today);
  const first = resultFor(timeline, anyQuantity);
  return {
    territories: product.territories,
    timeline,
    availableToday: levelOn(timeline, today),
    first,
    wanted: wanted === null ? first : resultFor(timeline, wanted),
    nextIncrease: nextIncrease(timeline),
    maxLeadTimeDate: timeline.maxLeadTimeDate,
    fallsShortOn: fallsShortOn(timeline, wanted ?? anyQuantity),
  };
}

/** Returns the first day from today on with less than `wanted`, null if there is none. */
export function fallsShortOn(timeline: StockTimeline, wanted: Thousandths): CalendarDate | null {
  if (levelOn(timeline, timeline.today) < wanted) return timeline.today;
  return timeline.steps.find(({ level }) => level < wanted)?.date ?? null;
}

/** Whether the wanted quantity is short on a day up to two weeks from today. */
export function isShortSoon({ fallsShortOn, timeline }: CalendarSummary): boolean {
  return fallsShortOn !== null && fallsShortOn <= addDays(timeline.today, 14);
}

/** Returns the first day after today with a higher level than the day before. The level before the first entry is 0. */
export function nextIncrease({ steps, today }: StockTimeline): Increase | null {
  let level: Thousandths = 0;
  for (const step of steps) {
    if (step.date > today && step.level > level) return { date: step.date, by: step.level - level };
    level = step.level;
  }
  return null;
}
