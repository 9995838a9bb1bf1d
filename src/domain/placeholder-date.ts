import type { CalendarDate } from '#lib/calendar-date.ts';

const years = 20;

/**
 * Whether a date is so far from today that it means _no date_, such as 9999-12-31, 2099-12-31 or 1900-01-01: more than
 * 20 years ahead or back.
 */
export function isPlaceholderDate(date: CalendarDate, today: CalendarDate): boolean {
  return isFarAhead(date, today) || date < shiftYears(today, -years);
}

/** Whether a date is more than 20 years ahead: never a ship date, and never a ship-by date. */
export function isFarAhead(date: CalendarDate, today: CalendarDate): boolean {
  return date > shiftYears(today, years);
}

/** The same month and day of another year. Serves for comparison only: a February 29 may not exist there. */
function shiftYears(date: CalendarDate, by: number): string {
  return `${String(Number(date.slice(0, 4)) + by).padStart(4, '0')}${date.slice(4)}`;
}
