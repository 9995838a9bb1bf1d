import { addDays, type CalendarDate, toMilliseconds } from './calendar-date.ts';
import { knownLocale } from './known-locale.ts';
import { memoize } from './memoize.ts';

import { latinDigits, plainText } from '#stock/order-list/plain-text.ts';

/** The parts of a written date. Months and weekdays are numbers from 1, weekdays by ISO 8601. */
export interface DateParts {
  numbers: string[];
  month: number | null;
  /** A month of the locale's own calendar, if its months are others than the Gregorian ones. */
  ownMonth: number | null;
  weekday: number | null;
  /** Separator of the first two numbers; empty if there are words or nothing between them. */
  mark: string;
}

/** The names in the dates of a locale, and its calendar. */
export interface DateNames {
  /** Null if the text contains anything that isn't part of a date. */
  partsOf: (text: string) => DateParts | null;
  /** Whether a year is of the locale's own calendar, with other months than the Gregorian ones. */
  isOwnYear: (year: number, today: CalendarDate) => boolean;
  /** The Gregorian year of a year of two or four digits, which may be one of the Buddhist calendar. */
  gregorianYear: (text: string, today: CalendarDate) => number;
}

/** Folds a date for comparison: digits 0 to 9, lower case, no accents, single spaces. */
export function foldDate(text: string): string {
  return fold(latinDigits(plainText(text)));
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(accents, '').toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Of Latin, Greek, Cyrillic and Arabic letters. In other scripts, marks are vowels. */
const accents = /[\u0300-\u036f\u064b-\u0655]/g;

/** The letters of a name, without the spaces and marks in it. */
function lettersOf(text: string): string {
  return fold(text).replaceAll(/[^\p{L}\p{M}]/gu, '');
}

/** Names besides those of `Intl`: colloquial abbreviations, and words around a date. */
const furtherMonths = { mrz: 3, maerz: 3, jaenner: 1, janner: 1, sept: 9 };
const furtherWeekdays = { sonnabend: 6, tues: 2, thur: 4, thurs: 4 };
const fillers = 'st nd rd th of the on by until due ten te den der am bis zum spatestens';
/** The number before the word isn't part of the date: `20 by Dec 30`. */
const announcedLate = /\d.*[ ,](?:on|by|until|due|am|bis|zum|spatestens) /;

const buddhistOffset = 543;
const maxYearsAhead = 20;

/** Months of these calendars are the Gregorian ones. */
const gregorianMonths = new Set(['gregory', 'iso8601', 'buddhist', 'japanese', 'roc']);

/** The locale in its own calendar: the page's dates are Gregorian in every region, typed ones may not be. */
function regionOf(locale: string): string {
  return new Intl.Locale(knownLocale(locale)).baseName;
}

/** The names in English, German and the language of the locale. */
export const dateNames = memoize((locale: string): DateNames => {
  const calendar = new Intl.DateTimeFormat(regionOf(locale)).resolvedOptions().calendar;
  const isGregorian = gregorianMonths.has(calendar);
  const months = new Map<string, number>(Object.entries(furtherMonths));
  const weekdays = new Map<string, number>(Object.entries(furtherWeekdays));
  const ownMonths = new Map<string, number>();
  const words = new Set(fillers.split(' '));
  for (const each of ['en', 'de', knownLocale(locale)]) {
    collectMonths(months, each, 'gregory');
    for (const style of ['long', 'short'] as const) collectWeekdays(weekdays, each, style);
  }
  if (!isGregorian) collectMonths(ownMonths, regionOf(locale), calendar);
  collectFillers(words, knownLocale(locale));
  const nameLists = [months, ownMonths, weekdays];
  const known = [...nameLists.flatMap((names) => [...names.keys()]), ...words].toSorted((a, b) => b.length - a.length);

  const isName = (word: string) => words.has(word) || nameLists.some((names) => names.has(word));

  const isKnown = (word: string) => isName(word) || nameLists.some((names) => numberOf(names, word) !== null);
  /** The words of a text without numbers, which may be written together, as `日金曜日`; null if one isn't known. */
  const namesIn = (text: string): string[] | null => {
    const separate = text.match(/[\p{L}\p{M}]+/gu) ?? [];
    if (separate.every(isKnown)) return separate;
    // Only names of several words are joined in scripts that separate words.
    return /[a-z]/.test(text) ? joinWords(separate) : split(lettersOf(text));
  };

  const joinWords = (separate: readonly string[]): string[] | null => {
    for (let count = 1; count <= separate.length; count++) {
      const name = separate.slice(0, count).join('');
      const rest = isName(name) ? joinWords(separate.slice(count)) : null;
      if (rest !== null) return [name, ...rest];
    }
    return separate.length === 0 ? [] : null;
  };

  const split = (letters: string): string[] | null => {
    if (isName(letters)) return [letters];
    for (const name of known) {
      const rest = letters.startsWith(name) ? split(letters.slice(name.length)) : null;
      if (rest !== null) return [name, ...rest];
    }
    return null;
  };

  return {
    partsOf: (text) => {
      if (/[^\p{L}\p{M}\d\s.,/()'’׳॰،\u200c-]/u.test(text) || announcedLate.test(text)) return null;
      const names = text.split(/\d/).flatMap(namesIn);
      if (names.length === 0 && !/^\d+(?: ?([-./]) ?\d+(?: ?\1 ?\d+)?)?[. ]*$/.test(text)) return null;
      const parts: DateParts = {
        numbers: text.match(/\d+/g) ?? [],
        month: null,
        ownMonth: null,
        weekday: null,
        mark: /\d ?([-./]) ?\d/.exec(text)?.[1] ?? '',
      };
      return names.every((name) => name !== null && take(parts, name)) ? parts : null;
    },
    isOwnYear: (year, today) => !isGregorian && year < Number(today.slice(0, 4)) - 400,
    gregorianYear: (text, today) => {
      const year = text.length === 2 ? 2000 + Number(text) : Number(text);
      const isFar = year > Number(today.slice(0, 4)) + maxYearsAhead;
      if (calendar !== 'buddhist' || !isFar) return year;
      return (text.length === 2 ? year + 500 : year) - buddhistOffset;
    },
  };

  /** Assigns a name to its part. Returns false if the part is there already. */
  function take(parts: DateParts, name: string): boolean {
    if (words.has(name)) return true;
    const isExact = nameLists.some((names) => names.has(name));
    const [month = null, ownMonth = null, weekday = null] = nameLists.map((names) =>
      isExact ? (names.get(name) ?? null) : numberOf(names, name),
    );
    // `mar` is a month beside a day, and a weekday in French otherwise.
    const isWeekday = (month ?? ownMonth) === null || (weekday !== null && parts.numbers.length === 0);
    if ((isWeekday ? parts.weekday : (parts.month ?? parts.ownMonth)) !== null) return false;
    if (isWeekday) parts.weekday = weekday;
    else if (month === null) parts.ownMonth = ownMonth;
    else parts.month = month;
    return true;
  }
});

/** The number of the only name that begins with a word of three letters or more. */
function numberOf(names: ReadonlyMap<string, number>, word: string): number | null {
  if (word.length < 3) return null;
  const found = new Set([...names].filter(([name]) => name.startsWith(word)).map(([, number]) => number));
  const [only = null, ...others] = found;
  return others.length === 0 ? only : null;
}

/** Collects the names of months, alone and beside a day, where they can differ. */
function collectMonths(months: Map<string, number>, locale: string, calendar: string): void {
  const numbered = new Intl.DateTimeFormat('en-u-nu-latn', { calendar, month: 'numeric', timeZone: 'UTC' });
  for (const month of ['long', 'short'] as const)
    for (const options of [{ month }, { month, day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(locale, { ...options, calendar, timeZone: 'UTC' });
      for (let days = 0; days < 365; days += 14) {
        const at = toMilliseconds(addDays('2026-01-02', days));
        const name = format.formatToParts(at).find(({ type }) => type === 'month')?.value ?? '';
        if (!/\p{Nd}/u.test(name)) months.set(lettersOf(name), Number(numbered.format(at)));
      }
    }
}

function collectWeekdays(weekdays: Map<string, number>, locale: string, weekday: 'long' | 'short'): void {
  const formats = [{ weekday }, { weekday, day: 'numeric', month: 'long', year: 'numeric' }] as const;
  for (const options of formats) {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    for (let day = 1; day <= 7; day++) {
      // November 2, 2026 is a Monday.
      const parts = format.formatToParts(toMilliseconds(addDays('2026-11-01', day)));
      const name = parts.find(({ type }) => type === 'weekday')?.value ?? '';
      weekdays.set(lettersOf(name), day);
    }
  }
}

/** Collects the words around the parts of a date, such as `de` in Spanish and `年` in Japanese. */
function collectFillers(words: Set<string>, locale: string): void {
  for (const length of ['long', 'short'] as const)
    for (const year of ['numeric', undefined] as const)
      for (const weekday of [undefined, length] as const) {
        const options = { day: 'numeric', month: length, year, weekday, timeZone: 'UTC' } as const;
        const parts = new Intl.DateTimeFormat(locale, options).formatToParts(toMilliseconds('2026-03-17'));
        for (const { type, value } of parts)
          if (type === 'month' ? /\p{Nd}/u.test(value) : type !== 'weekday')
            for (const word of fold(value).match(/[\p{L}\p{M}]+/gu) ?? []) words.add(word);
      }
}

interface OwnDate {
  /** Undefined for the next such day. */
  year: string | undefined;
  month: number;
  day: string;
}

/** A date of the locale's own calendar, from a year before today to some 20 years ahead. Null if there is none. */
export function fromOwnCalendar(
  { year, month, day }: OwnDate,
  { locale, today }: { locale: string; today: CalendarDate },
): CalendarDate | null {
  const format = new Intl.DateTimeFormat(`${regionOf(locale)}-u-nu-latn`, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const valueAt = (date: CalendarDate): number => {
    const parts = format.formatToParts(toMilliseconds(date));
    const number = (of: string) => Number(parts.find(({ type }) => type === of)?.value);
    return (number('year') * 100 + number('month')) * 100 + number('day');
  };
  const find = (value: number): CalendarDate | null => {
    let [low, high] = [addDays(today, -366), addDays(today, 366 * (maxYearsAhead + 1))];
    while (low < high) {
      const middle = addDays(low, Math.floor((toMilliseconds(high) - toMilliseconds(low)) / 86_400_000 / 2));
      if (valueAt(middle) < value) low = addDays(middle, 1);
      else high = middle;
    }
    return valueAt(low) === value ? low : null;
  };
  const inYear = (each: number) => find((each * 100 + month) * 100 + Number(day));
  if (year !== undefined)
    return inYear(year.length === 2 ? Math.floor(valueAt(today) / 1_000_000) * 100 + Number(year) : Number(year));
  const thisYear = Math.floor(valueAt(today) / 10_000);
  for (let each = thisYear; each < thisYear + 5; each++) {
    const date = inYear(each);
    if (date !== null && date >= today) return date;
  }
  return null;
}
