import { type CalendarDate, toMilliseconds } from './calendar-date.ts';
import { knownLocale } from './known-locale.ts';

/** In English: `17 Mar`, `17 March`, `17 Mar 2026`, `17 March 2026`, `Tuesday, 17 March 2026`. */
export type DateStyle = 'short' | 'day' | 'medium' | 'long' | 'weekday';

const partsOf: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  short: { day: 'numeric', month: 'short' },
  day: { day: 'numeric', month: 'long' },
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { day: 'numeric', month: 'long', year: 'numeric', weekday: 'long' },
};

// Making an Intl format takes far longer than using it, and a table asks for thousands of dates.
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

/** The date in the words and order of the locale, the same day in every time zone; `en` where the locale isn't known. */
export function formatDate(date: CalendarDate, locale: string, style: DateStyle): string {
  const key = `${locale} ${style}`;
  let format = dateFormats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(knownLocale(locale), { ...partsOf[style], timeZone: 'UTC' });
    dateFormats.set(key, format);
  }
  return format.format(toMilliseconds(date));
}

/** A whole number of days from today in words: `today`, `tomorrow`, `in 12 days`, `3 days ago`. */
export function formatDaysFromToday(days: number, locale: string): string {
  let format = relativeFormats.get(locale);
  if (format === undefined) {
    format = new Intl.RelativeTimeFormat(knownLocale(locale), { numeric: 'auto' });
    relativeFormats.set(locale, format);
  }
  return format.format(days, 'day');
}
