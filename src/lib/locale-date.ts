import { type CalendarDate, toMilliseconds } from './calendar-date.ts';
import { knownLocale } from './known-locale.ts';

const partsOf = {
  /** `17 Mar` */
  short: { day: 'numeric', month: 'short' },
  /** `17 March` */
  day: { day: 'numeric', month: 'long' },
  /** `17 Mar 2026` */
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  /** `17 March 2026` */
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  /** `Tuesday, 17 March 2026` */
  weekday: { day: 'numeric', month: 'long', year: 'numeric', weekday: 'long' },
  /** `Tuesday` */
  'weekday alone': { weekday: 'long' },
  /** `17` */
  'day alone': { day: 'numeric' },
  /** `Mar` */
  'month alone': { month: 'short' },
  /** `2026` */
  'year alone': { year: 'numeric' },
  /** `Mar 2026` */
  'short month': { month: 'short', year: 'numeric' },
  /** `March 2026` */
  month: { month: 'long', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** What of a date is shown, in how many words. */
export type DateStyle = keyof typeof partsOf;

// Making an Intl format takes far longer than using it, and a table asks for thousands of dates.
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

/** The date in the words and order of the locale, the same day in every time zone; `en` where the locale isn't known. */
export function formatDate(date: CalendarDate, locale: string, style: DateStyle): string {
  return dateFormat(locale, style).format(toMilliseconds(date));
}

/** From one date to another, both included, what they share said once: `9 – 15 March 2026`, in months `March 2026`. */
export function formatDateSpan(
  start: CalendarDate,
  end: CalendarDate,
  locale: string,
  style: 'long' | 'month',
): string {
  return dateFormat(locale, style).formatRange(toMilliseconds(start), toMilliseconds(end));
}

function dateFormat(locale: string, style: DateStyle): Intl.DateTimeFormat {
  const key = `${locale} ${style}`;
  let format = dateFormats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(knownLocale(locale), { ...partsOf[style], timeZone: 'UTC' });
    dateFormats.set(key, format);
  }
  return format;
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
