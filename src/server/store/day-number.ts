import { type CalendarDate, addDays, daysBetween } from '#lib/calendar-date.ts';

/** A date as the database holds it: whole days since 1970-01-01, negative before. It sorts as the dates do. */
export type DayNumber = number;

const epoch: CalendarDate = '1970-01-01';

/** Calendars have few different dates, and an import or a lookup reads them by the thousand. */
const mostKnown = 20_000;
const dates = new Map<DayNumber, CalendarDate>();
const days = new Map<CalendarDate, DayNumber>();

export function toDayNumber(date: CalendarDate): DayNumber {
  const day = days.get(date) ?? daysBetween(epoch, date);
  if (days.size < mostKnown) days.set(date, day);
  return day;
}

export function fromDayNumber(day: DayNumber): CalendarDate {
  const date = dates.get(day) ?? addDays(epoch, day);
  if (dates.size < mostKnown) dates.set(day, date);
  return date;
}
