import { type CalendarDate, addDays, daysBetween } from '#lib/calendar-date.ts';
import { remembered } from '#lib/remembered.ts';

/** A date as the database holds it: whole days since 1970-01-01, negative before. It sorts as the dates do. */
export type DayNumber = number;

const epoch: CalendarDate = '1970-01-01';

/** Calendars have few different dates, and an import or a lookup reads them by the thousand. */
const mostKnown = 20_000;

export const toDayNumber = remembered((date: CalendarDate): DayNumber => daysBetween(epoch, date), mostKnown);

export const fromDayNumber = remembered((day: DayNumber): CalendarDate => addDays(epoch, day), mostKnown);
