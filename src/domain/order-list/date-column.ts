import type { CalendarDate } from '#lib/calendar-date.ts';
import { toMilliseconds } from '#lib/calendar-date.ts';
import { knownLocale } from '#lib/known-locale.ts';
import type { DateCell } from './date-cell.ts';

export type DateStyle = 'day-first' | 'month-first';

/** Whether a cell means another day with the day first than with the month first. */
export function isOpenDate({ dayFirst, monthFirst }: DateCell): boolean {
  return dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst;
}

/** What the dates that can be read in one way only say about the others; null where the person has to be asked. */
export function dateStyleOf(cells: Iterable<DateCell>): DateStyle | null {
  let days = false;
  let months = false;
  for (const { dayFirst, monthFirst } of cells) {
    if (monthFirst === null) days = true;
    else if (dayFirst === null) months = true;
  }
  if (days === months) return null;
  return days ? 'day-first' : 'month-first';
}

/** In which order the locale writes the day and the month. */
export function dateStyleOfLocale(locale: string): DateStyle {
  const format = new Intl.DateTimeFormat(knownLocale(locale), { day: 'numeric', month: 'numeric', timeZone: 'UTC' });
  const parts = format.formatToParts(toMilliseconds('2026-03-17')).map((part) => part.type);
  return parts.indexOf('day') < parts.indexOf('month') ? 'day-first' : 'month-first';
}

/** The cell in the style of its column, unless it can be read in one way only. */
export function dateOf({ dayFirst, monthFirst }: DateCell, style: DateStyle): CalendarDate | null {
  return style === 'day-first' ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
}
