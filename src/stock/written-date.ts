import { addDays, type CalendarDate, isCalendarDate, isoWeekday } from './calendar-date.ts';

/** A written week means its last working day, as ISO weekday. */
const friday = 5;

/** Years until a February 29 or a week 53 comes again, at most, and a year more. */
const maxYears = 10;

/** The day of a year, a month from 1 to 12 and a day of that month; null if it doesn't exist or the year is below 1000. */
export function dateOf(year: number, month: number, day: number): CalendarDate | null {
  const text = [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
  return isCalendarDate(text) ? text : null;
}

/** A year as written. Two digits are in this century. */
export function yearOf(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** A day of an ISO week: week 1 contains January 4, weekday 1 is Monday. Null if the year has no such week. */
export function isoWeekDate(year: number, week: number, weekday: number = friday): CalendarDate | null {
  const fourth = dateOf(year, 1, 4);
  if (fourth === null) return null;
  const monday = addDays(fourth, (week - 1) * 7 + 1 - isoWeekday(fourth));
  // A week belongs to the year of its Thursday.
  return addDays(monday, 3).startsWith(fourth.slice(0, 4)) ? addDays(monday, weekday - 1) : null;
}

/** The next such day of an ISO week, `today` included. The next week 53 may be several years away. */
export function nextIsoWeekDate(today: CalendarDate, week: number, weekday?: number): CalendarDate | null {
  return firstFrom(today, Number(today.slice(0, 4)) - 1, (each) => isoWeekDate(each, week, weekday));
}

/** The first day from `today` on that `of` gives for a year, tried from `year` on; null if no year has one. */
export function firstFrom(
  today: CalendarDate,
  year: number,
  of: (year: number) => CalendarDate | null,
): CalendarDate | null {
  for (let each = year; each < year + maxYears; each++) {
    const date = of(each);
    if (date !== null && date >= today) return date;
  }
  return null;
}
