import { type CalendarDate, addDays, daysBetween } from '#lib/calendar-date.ts';
import { remembered } from '#lib/remembered.ts';

/** A date in the database: days since 1970-01-01, negative before. Sorts like the dates. */
export type DayNumber = number;

const epoch: CalendarDate = '1970-01-01';

/** Memoized: calendars have few different dates, and imports and lookups convert thousands of them. */
const maxMemoized = 20_000;

export const toDayNumber = remembered((date: CalendarDate): DayNumber => daysBetween(epoch, date), maxMemoized);

export const fromDayNumber = remembered((day: DayNumber): CalendarDate => addDays(epoch, day), maxMemoized);
