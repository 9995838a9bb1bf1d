import {
  addDays,
  type CalendarDate,
  daysBetween,
  isCalendarDate,
  isFarAhead,
  isoWeekday,
  lastDayOfMonth,
} from './calendar-date.ts';
import { dateOrder } from './locale-date.ts';
import { type DateNames, dateNames, foldDate, fromOwnCalendar } from './date-names.ts';
import { dateOf, firstFrom, isoWeekDate, nextIsoWeekDate, yearOf } from './written-date.ts';

/** A date as typed, or why there is none. */
export type TypedDate =
  | { ok: true; date: CalendarDate }
  /** `far`: more than 20 years ahead. */
  | { ok: false; reason: 'empty' | 'not-a-date' | 'far' }
  /** A day that its month doesn't have. `month` is the first of that month, `days` the number of its days. */
  | { ok: false; reason: 'no-such-day'; month: CalendarDate; days: number };

/** @param today the service's date */
interface Reader {
  locale: string;
  today: CalendarDate;
  /** Whether a date without a year, and a weekday, is the last such day, today included, instead of the next one. */
  isPast?: boolean | undefined;
}

/** Characters; longer text is something else. */
const maxLength = 60;

type Day = CalendarDate | { month: CalendarDate; days: number } | null;

/**
 * Parses a date as people type it, in English and German whatever the language: `12/12`, `12.12.`, `dec 12`,
 * `12. Dezember 2026`, `friday`, `next friday` (the first one after today), `today`, `+14`, `in 2 weeks`, `KW 50` (its
 * Friday); and whatever `formatDate` writes in the locale, in its digits, names and calendar. Numbers are in the locale's order, unless only another one gives a day.
 * Dots mean day first. Without a year it is the next such day, today included, or the last one if `isPast`.
 */
export function readTypedDate(text: string, { locale, today, isPast = false }: Reader): TypedDate {
  const written = foldDate(text);
  if (written === '') return { ok: false, reason: 'empty' };
  if (written.length > maxLength) return { ok: false, reason: 'not-a-date' };
  // The next such day from there on is the last one until today.
  const yearStart = isPast ? addDays(addMonths(today, -12), 1) : today;
  const day =
    readRelative(written, today) ??
    readWeek(written, yearStart) ??
    readComing(written, dateNames(locale), today) ??
    readWeekday(written, dateNames(locale), isPast ? addDays(today, -6) : today) ??
    readWritten(written, dateNames(locale), { locale, today: yearStart });
  if (day === null) return { ok: false, reason: 'not-a-date' };
  if (typeof day === 'object') return { ok: false, reason: 'no-such-day', ...day };
  return isFarAhead(day, today) ? { ok: false, reason: 'far' } : { ok: true, date: day };
}

/** Whether typed text can't become another date by typing on: it ends with a year of four digits. */
export function isCompleteDate(text: string): boolean {
  return /(?:^|\D)\d{4}(?:\D|$)/.test(foldDate(text)) || /^\d{8}$/.test(foldDate(text));
}

const dayWords: Readonly<Record<string, number>> = {
  yesterday: -1,
  gestern: -1,
  today: 0,
  heute: 0,
  tomorrow: 1,
  morgen: 1,
  'day after tomorrow': 2,
  'the day after tomorrow': 2,
  ubermorgen: 2,
  uebermorgen: 2,
};

const numberWords = ['one a an ein eine einem einer', 'two zwei', 'three drei', 'four vier', 'six sechs'];
const numbersByWord = new Map(
  numberWords.flatMap((words, index) => words.split(' ').map((word) => [word, [1, 2, 3, 4, 6][index] ?? 0] as const)),
);
const amount = String.raw`(\d{1,5}|${[...numbersByWord.keys()].join('|')})`;
const unit = '(d|days?|t|tagen?|tage|w|wk|weeks?|wochen?|months?|monate?n?|years?|jahre?n?)';
const relative = new RegExp(`^(?:in |\\+ ?)${amount}(?: ?${unit})?$|^${amount} ?${unit}$`);

function readRelative(text: string, today: CalendarDate): Day {
  const word = dayWords[text];
  if (word !== undefined) return addDays(today, word);
  const [, after, afterUnit = 'd', bare, bareUnit] = relative.exec(text) ?? [];
  const count = after ?? bare;
  if (count === undefined) return null;
  const step = bareUnit ?? afterUnit;
  const number = numbersByWord.get(count) ?? Number(count);
  if (/^[dt]/.test(step)) return addDays(today, number);
  if (step.startsWith('w')) return addDays(today, number * 7);
  return addMonths(today, step.startsWith('m') ? number : number * 12);
}

/** The same day of a later month, or its last day. */
function addMonths(date: CalendarDate, count: number): CalendarDate {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + count;
  const first = dateOf(Math.min(Math.floor(months / 12), 9999), (months % 12) + 1, 1);
  const last = lastDayOfMonth(first ?? date);
  return dateOf(Number(last.slice(0, 4)), Number(last.slice(5, 7)), Number(date.slice(8))) ?? last;
}

const weekWord = '(?:kw|cw|calendar week|week|wk|w|kalenderwoche|woche)';
const weeks = [
  new RegExp(String.raw`^${weekWord}\.? ?(?<week>\d{1,2})(?: ?[-/ ] ?(?<year>\d{4}|\d{2}))?$`),
  new RegExp(String.raw`^(?<week>\d{1,2})\.? ?(?:kw|cw|kalenderwoche|woche)(?: ?[-/ ]? ?(?<year>\d{4}))?$`),
  new RegExp(String.raw`^(?<year>\d{4}) ?[-/]? ?(?:kw|w) ?(?<week>\d{1,2})(?:-?(?<weekday>[1-7]))?$`),
];
function readWeek(text: string, today: CalendarDate): Day {
  for (const pattern of weeks) {
    const { week, year, weekday } = pattern.exec(text)?.groups ?? {};
    if (week === undefined) continue;
    const day = weekday === undefined ? undefined : Number(weekday);
    if (year !== undefined) return isoWeekDate(yearOf(year), Number(week), day);
    return nextIsoWeekDate(today, Number(week), day);
  }
  return null;
}

const coming =
  /^(?:(?:by|on|until|till|due|bis|bis zum|zum|am) )?(?:(?<next>next|coming|naechste[nrms]?|nachste[nrms]?|kommende[nrms]?)|this|diese[nrms]?) (?<weekday>\p{L}+)$/u;

/** `next friday`: the first one after today, never the one a week later, which would allow a later ship date. */
function readComing(text: string, names: DateNames, today: CalendarDate): Day {
  const { next, weekday: word } = coming.exec(text)?.groups ?? {};
  const parts = word === undefined ? null : names.partsOf(word);
  if (parts?.weekday == null || parts.month !== null) return null;
  const days = (parts.weekday - isoWeekday(today) + 7) % 7;
  return addDays(today, days === 0 && next !== undefined ? 7 : days);
}

/** `friday`: the first one from a day on. */
function readWeekday(text: string, names: DateNames, from: CalendarDate): Day {
  const { numbers, month, ownMonth, weekday = null } = names.partsOf(text) ?? {};
  if (weekday === null || numbers?.length !== 0 || month !== null || ownMonth !== null) return null;
  return addDays(from, (weekday - isoWeekday(from) + 7) % 7);
}

/** Numbers, names and separators of a date. */
function readWritten(text: string, names: DateNames, { locale, today }: Reader): Day {
  const parts = names.partsOf(text);
  if (parts === null) return null;
  const { numbers, month, ownMonth, weekday, mark } = parts;
  if (numbers.length === 0) return null;
  const day = readNumbers();
  const isContradiction = weekday !== null && typeof day === 'string' && isoWeekday(day) !== weekday;
  return isContradiction ? null : day;

  function readNumbers(): Day {
    if (month !== null || ownMonth !== null) {
      const [first = '', second] = numbers;
      if (numbers.length > 2) return null;
      const [dayText, year] = first.length > 2 ? [second, first] : [first, second];
      if (dayText === undefined || dayText.length > 2) return null;
      if (ownMonth !== null) return fromOwnCalendar({ year, month: ownMonth, day: dayText }, { locale, today });
      return dayOf(year, Number(month), Number(dayText));
    }
    const [first = '', second = '', third] = numbers;
    if (numbers.length === 1) return readCompact(first);
    const [leading] = dateOrder(locale);
    if (third === undefined) {
      if (first.length > 2 || second.length > 2) return null;
      return mark === '.' || leading === 'day' ? eitherWay(second, first) : eitherWay(first, second);
    }
    if (second.length > 2) return null;
    if (first.length > 2 || (leading === 'year' && third.length <= 2)) return byYear(first, second, third);
    if (mark === '.' || leading === 'day') return eitherWay(second, first, third);
    const isUnknownOrder = leading === 'year' && dayOf(third, Number(second), Number(first)) !== null;
    return isUnknownOrder && Number(first) <= 12 && first !== second ? null : eitherWay(first, second, third);
  }

  /** `2027-04-30`, or the same in the locale's own calendar: `1406/2/10`. */
  function byYear(year: string, monthText: string, dayText: string): Day {
    const own = { year, month: Number(monthText), day: dayText };
    return names.isOwnYear(Number(year), today)
      ? fromOwnCalendar(own, { locale, today })
      : dayOf(year, Number(monthText), Number(dayText));
  }

  /** Month and day, or the other way round if only that is a day. Dots always mean day first. */
  function eitherWay(monthText: string, dayText: string, year?: string): Day {
    const isSwapped = mark !== '.' && Number(monthText) > 12;
    const [m, d] = isSwapped ? [dayText, monthText] : [monthText, dayText];
    return dayOf(year, Number(m), Number(d));
  }

  function dayOf(yearText: string | undefined, m: number, d: number): Day {
    if (d < 1 || d > 31) return null;
    if (yearText !== undefined)
      return /^(..|....)$/.test(yearText) ? existing(names.gregorianYear(yearText, today), m, d) : null;
    const thisYear = Number(today.slice(0, 4));
    const next = firstFrom(today, thisYear, (each) => dateOf(each, m, d));
    if (next !== null) return next;
    const isOver = (dateOf(thisYear, m, 1) ?? today) < `${today.slice(0, 7)}-01`;
    return existing(isOver ? thisYear + 1 : thisYear, m, d);
  }
}

function existing(year: number, month: number, day: number): Day {
  const first = dateOf(year, month, 1);
  if (first === null) return null;
  const days = daysBetween(first, lastDayOfMonth(first)) + 1;
  return day > days ? { month: first, days } : addDays(first, day - 1);
}

function readCompact(text: string): CalendarDate | null {
  const date = text.replace(/(20\d\d)(\d\d)(\d\d)/, '$1-$2-$3');
  return isCalendarDate(date) ? date : null;
}
