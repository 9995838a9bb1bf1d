import { type CalendarDate, addDays, daysBetween } from '#stock/calendar-date.ts';
import { memoize } from '#stock/memoize.ts';

/** A date in the database: days since 1970-01-01, negative before. Sorts like the dates. */
export type DayNumber = number;

const epoch: CalendarDate = '1970-01-01';

/** Memoized: calendars have few different dates, and imports and lookups convert thousands of them. */
const maxMemoized = 20_000;

export const toDayNumber = memoize((date: CalendarDate): DayNumber => daysBetween(epoch, date), maxMemoized);

export const fromDayNumber = memoize((day: DayNumber): CalendarDate => addDays(epoch, day), maxMemoized);
