import { addDays, daysBetween, later, toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { TimeWindow } from '#features/chart/time-window.ts';

const daysBefore = 14;
const shortestAhead = 56;
const longestAhead = 366;

/**
 * One stretch of time for the sparklines of a whole table, so that they can be compared down the column: from two
 * weeks before `today` to the last date that any of `timelines` names, 8 weeks to a year ahead.
 */
export function sparklineWindow(timelines: readonly StockTimeline[], today: CalendarDate): TimeWindow {
  const last = timelines.map(lastDate).reduce(later, today);
  const ahead = Math.min(Math.max(Math.ceil(daysBetween(today, last) * 1.08), shortestAhead), longestAhead);
  return { from: toMilliseconds(addDays(today, -daysBefore)), to: toMilliseconds(addDays(today, ahead)) };
}

function lastDate({ today, steps, maxLeadTimeDate }: StockTimeline): CalendarDate {
  return later(steps.at(-1)?.date ?? today, maxLeadTimeDate ?? today);
}
