import { type CalendarDate, isCalendarDate, toMilliseconds } from './calendar-date.ts';
import { knownLocale } from './known-locale.ts';
import { remembered } from './remembered.ts';

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
  /** `17.03.2026`, `03/17/2026`: as it is typed into a field. */
  figures: { day: '2-digit', month: '2-digit', year: 'numeric', calendar: 'gregory', numberingSystem: 'latn' },
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
const dateFormats = remembered((locale: string) =>
  remembered(
    (style: DateStyle) => new Intl.DateTimeFormat(knownLocale(locale), { ...partsOf[style], timeZone: 'UTC' }),
  ),
);
const relativeFormat = remembered(
  (locale: string) => new Intl.RelativeTimeFormat(knownLocale(locale), { numeric: 'auto' }),
);

/** The date in the words and order of the locale, the same day in every time zone; `en` where the locale isn't known. */
export function formatDate(date: CalendarDate, locale: string, style: DateStyle): string {
  return dateFormats(locale)(style).format(toMilliseconds(date));
}

/** From one date to another, both included, what they share said once: `9 – 15 March 2026`, in months `March 2026`. */
export function formatDateSpan(
  start: CalendarDate,
  end: CalendarDate,
  locale: string,
  style: 'long' | 'medium' | 'month',
): string {
  return dateFormats(locale)(style).formatRange(toMilliseconds(start), toMilliseconds(end));
}

/** A moment on the person's clock, `2 Mar 2026, 14:32`: after a longer date there would be a word of the locale. */
export function formatMoment(at: number, locale: string): string {
  const parts = { ...partsOf.medium, hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(knownLocale(locale), parts).format(at);
}

/** A whole number of days from today in words: `today`, `tomorrow`, `in 12 days`, `3 days ago`. */
export function formatDaysFromToday(days: number, locale: string): string {
  return relativeFormat(locale).format(days, 'day');
}

/** In which order a locale writes the parts of a date, such as `['day', 'month', 'year']`. */
export function dateOrder(locale: string): DatePart[] {
  return dateFormats(locale)('figures')
    .formatToParts(0)
    .flatMap(({ type }) => dateParts.filter((part) => part === type));
}

const dateParts = ['day', 'month', 'year'] as const;
export type DatePart = (typeof dateParts)[number];

/**
 * Reads a date typed in figures: ISO 8601, else in the order of the locale, `17.3.26` as 2026. Points between the parts
 * mean the day first everywhere. Null where that is no day of the calendar, or where the year stands on neither end.
 */
export function readDate(text: string, locale: string): CalendarDate | null {
  const [, first = '', mark, second = '', third = ''] = typedDate.exec(text.replaceAll(/[\s\u200e\u200f]/g, '')) ?? [];
  const [leading] = dateOrder(locale);
  if (first.length > 2 || (leading === 'year' && third.length <= 2)) return dateOf(first, second, third);
  if (mark === '.' || leading === 'day') return dateOf(third, second, first);
  return leading === 'month' ? dateOf(third, first, second) : null;
}

/** Three numbers with the same mark between them; some locales put a point or a letter at the end. */
const typedDate = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})[.г]*$/;

function dateOf(year: string, month: string, day: string): CalendarDate | null {
  const text = [year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return isCalendarDate(text) ? text : null;
}
