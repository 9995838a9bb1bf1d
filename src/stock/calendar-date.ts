import { memoize } from './memoize.ts';

/**
 * A Gregorian date, `YYYY-MM-DD`, without time or zone. Dates compare as strings. Stock dates keep this form from the
 * store to the screen, so no time zone can shift them.
 */
export type CalendarDate = `${number}-${number}-${number}`;

const shape = /^\d{4}-\d{2}-\d{2}$/;
const dayInMilliseconds = 86_400_000;
const firstDay = utc(1, 1, 1);
const lastDay = utc(9999, 12, 31);

/** Whether `text` is a valid date of the years 0001 to 9999; `2026-02-30` isn't. */
export function isCalendarDate(text: string): text is CalendarDate {
  const isWritten = shape.test(text) && !text.startsWith('0000');
  return isWritten && fromMilliseconds(toMilliseconds(text as CalendarDate)) === text;
}

/** Midnight UTC of the date, in Unix seconds: the contract's `stockDateUnix` (§2.2, §2.3). */
export function toUnixSeconds(date: CalendarDate): number {
  return toMilliseconds(date) / 1000;
}

/** The local midnight of a date is at most this much earlier than its midnight in UTC. */
const maxZoneOffset = 14 * 3_600_000;

/**
 * Whether a stock date and its Unix time are the same day (§2.2, §2.3): in UTC at any time of day, or at local midnight
 * of any time zone. Services send it in seconds, as specified, or in milliseconds.
 */
export function isSameDay({ stockDate, stockDateUnix }: { stockDate: CalendarDate; stockDateUnix: number }): boolean {
  return [stockDateUnix * 1000, stockDateUnix].some((time) => {
    const milliseconds = time - toMilliseconds(stockDate);
    return milliseconds >= -maxZoneOffset && milliseconds < dayInMilliseconds;
  });
}

/**
 * Adds whole, possibly negative days, clamped to the years 0001 to 9999: services use 9999-12-31 for "never", which
 * stays the same.
 */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const milliseconds = toMilliseconds(date) + days * dayInMilliseconds;
  return fromMilliseconds(Math.max(firstDay, Math.min(milliseconds, lastDay)));
}

/**
 * Days from today beyond which a date is a placeholder for *no date*, such as 9999-12-31,
 * 2099-12-31 or 1900-01-01: 20 years.
 */
export const placeholderDays = 7305;

/** Whether a date is a placeholder that lies ahead. It is never a ship date. */
export function isFarAhead(date: CalendarDate, today: CalendarDate): boolean {
  return daysBetween(today, date) > placeholderDays;
}

/** Whether a date is a placeholder in the past. */
export function isFarBack(date: CalendarDate, today: CalendarDate): boolean {
  return daysBetween(date, today) > placeholderDays;
}

/** Whole days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (toMilliseconds(to) - toMilliseconds(from)) / dayInMilliseconds;
}

/** ISO 8601 weekday, 1 for Monday to 7 for Sunday. */
export function isoWeekday(date: CalendarDate): number {
  return new Date(toMilliseconds(date)).getUTCDay() || 7;
}

/** The last day of the date's month. */
export function lastDayOfMonth(date: CalendarDate): CalendarDate {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return fromParts(year, month + 1, 0);
}

/** The date at `at` in `timeZone` (an IANA name; by default the machine's own). */
export function todayIn(timeZone?: string, at: Date = new Date()): CalendarDate {
  // The user's own zone can change while a page is open.
  const parts = (timeZone === undefined ? datesIn() : knownDatesIn(timeZone)).formatToParts(at);
  const value = (type: 'year' | 'month' | 'day') => Number(parts.find((part) => part.type === type)?.value);
  return fromParts(value('year'), value('month'), value('day'));
}

function datesIn(timeZone?: string): Intl.DateTimeFormat {
  const options = { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', options);
}

/** Making a format takes longer than checking a line. */
const knownDatesIn = memoize(datesIn);

/** The first moment of `date` in `timeZone`, Unix milliseconds: midnight, or later where the clock skips it. */
export function startOfDayIn(date: CalendarDate, timeZone: string): number {
  // No zone is further from UTC than this, and all change their date on a full minute.
  let [before, after] = [-900, 900];
  const midnight = toMilliseconds(date);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (todayIn(timeZone, new Date(midnight + middle * 60_000)) < date) before = middle;
    else after = middle;
  }
  return midnight + after * 60_000;
}

/** Midnight UTC of the date in milliseconds: for time axes, and for `Intl` with `timeZone: 'UTC'`. */
export function toMilliseconds(date: CalendarDate): number {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
  // Charts parse tens of thousands of dates, so use the fast path for years that `Date.UTC` doesn't remap.
  return year > 99 ? Date.UTC(year, month - 1, day) : utc(year, month, day);
}

/** The UTC date of an instant in Unix milliseconds; inverse of {@link toMilliseconds}. */
export function fromMilliseconds(milliseconds: number): CalendarDate {
  return new Date(milliseconds).toISOString().slice(0, 10) as CalendarDate;
}

/** The later of two dates. */
export function later(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}

function fromParts(year: number, month: number, day: number): CalendarDate {
  return fromMilliseconds(utc(year, month, day));
}

/** `Date.UTC` without mapping the years 0 to 99 to 1900 to 1999. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}
