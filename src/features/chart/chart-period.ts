import { fromMilliseconds, toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';

import type { TimeWindow } from './time-window.ts';

/** A stretch of time in whole days, both inclusive: what an address can hold of where a chart was zoomed to. */
export interface ChartPeriod {
  from: CalendarDate;
  to: CalendarDate;
}

/** The window from the start of the first day to that of the last; null for a period that runs backwards. */
export function windowOfPeriod(period: ChartPeriod): TimeWindow | null {
  return period.from < period.to ? { from: toMilliseconds(period.from), to: toMilliseconds(period.to) } : null;
}

/** The days in which the window begins and ends. */
export function periodOfWindow({ from, to }: TimeWindow): ChartPeriod {
  return { from: fromMilliseconds(from), to: fromMilliseconds(to) };
}
