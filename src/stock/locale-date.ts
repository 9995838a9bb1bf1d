import { type CalendarDate, toMilliseconds } from './calendar-date.ts';
import { knownLocale } from './known-locale.ts';
import { memoize } from './memoize.ts';

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
  /** `Tuesday, 17 March` */
  'weekday day': { day: 'numeric', month: 'long', weekday: 'long' },
  /** `17.03.2026`, `03/17/2026`: as entered in a field. */
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

/** Which parts of a date to show, and in which length. */
export type DateStyle = keyof typeof partsOf;

// Creating Intl formats is slow compared to using them, and tables format thousands of dates.
const dateFormats = memoize((locale: string) =>
  memoize((style: DateStyle) => new Intl.DateTimeFormat(knownLocale(locale), { ...partsOf[style], timeZone: 'UTC' })),
);
const relativeFormat = memoize(
  (locale: string) => new Intl.RelativeTimeFormat(knownLocale(locale), { numeric: 'auto' }),
);

/** Formats a date in the locale's language and order, without time zone shifts; unknown locales use `en`. */
export function formatDate(date: CalendarDate, locale: string, style: DateStyle): string {
  return dateFormats(locale)(style).format(toMilliseconds(date));
}

const withoutYear: Partial<Record<DateStyle, DateStyle>> = { medium: 'short', long: 'day', weekday: 'weekday day' };

/** Formats a date on screen, where the year is written only if it isn't that of `today`: `17 March`. */
export function formatDateNear(date: CalendarDate, today: CalendarDate, locale: string, style: DateStyle): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  return formatDate(date, locale, (isThisYear && withoutYear[style]) || style);
}

// Ranges are slow to format, and all rows of a heatmap name the same ones.
const dateSpans = memoize((locale: string) =>
  memoize((style: 'long' | 'medium' | 'month') =>
    memoize((start: CalendarDate) =>
      memoize((end: CalendarDate) =>
        dateFormats(locale)(style).formatRange(toMilliseconds(start), toMilliseconds(end)),
      ),
    ),
  ),
);

/** Formats an inclusive range without repeating shared parts: `9 – 15 March 2026`; `March 2026` in style `month`. */
export function formatDateSpan(
  start: CalendarDate,
  end: CalendarDate,
  locale: string,
  style: 'long' | 'medium' | 'month',
): string {
  return dateSpans(locale)(style)(start)(end);
}

/**
 * Formats Unix milliseconds in local time, `2 Mar 2026, 14:32`, or the time between two, `2 Mar 2026, 14:32–14:35`. Longer
 * date styles would add a connecting word.
 */
export function formatMoment(at: number, locale: string, to: number = at): string {
  const parts = { ...partsOf.medium, hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(knownLocale(locale), parts).formatRange(at, to);
}

/** Formats Unix milliseconds on screen, where the year is written only if it isn't that of `today`: `2 Mar, 14:32`. */
export function formatMomentNear(at: number, today: CalendarDate, locale: string): string {
  if (new Date(at).getFullYear() !== Number(today.slice(0, 4))) return formatMoment(at, locale);
  const parts = { ...partsOf.short, hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(knownLocale(locale), parts).format(at);
}

/** Formats Unix milliseconds as a time of day in local time, `14:32`, or the time between two. */
export function formatTime(at: number, locale: string, to: number = at): string {
  return new Intl.DateTimeFormat(knownLocale(locale), { hour: 'numeric', minute: '2-digit' }).formatRange(at, to);
}

/** Formats whole days from today: `today`, `tomorrow`, `in 12 days`, `3 days ago`. */
export function formatDaysFromToday(days: number, locale: string): string {
  return relativeFormat(locale).format(days, 'day');
}

/** The locale's order of date parts, such as `['day', 'month', 'year']`. */
export function dateOrder(locale: string): DatePart[] {
  return dateFormats(locale)('figures')
    .formatToParts(0)
    .flatMap(({ type }) => dateParts.filter((part) => part === type));
}

const dateParts = ['day', 'month', 'year'] as const;
type DatePart = (typeof dateParts)[number];
