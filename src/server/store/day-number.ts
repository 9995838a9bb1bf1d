import { type CalendarDate, addDays, daysBetween } from '#lib/calendar-date.ts';

/** A date as the database holds it: whole days since 1970-01-01, negative before. It sorts as the dates do. */
export type DayNumber = number;

const epoch: CalendarDate = '1970-01-01';

/** A calendar has few different dates, and a lookup reads them by the thousand. */
const known = new Map<DayNumber, CalendarDate>();
const mostKnown = 20_000;

export function toDayNumber(date: CalendarDate): DayNumber {
  return daysBetween(epoch, date);
}

export function fromDayNumber(day: DayNumber): CalendarDate {
  const date = known.get(day) ?? addDays(epoch, day);
  if (known.size < mostKnown) known.set(day, date);
  return date;
}
