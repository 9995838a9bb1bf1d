import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { dateOf as writtenDate, isoWeekDate, nextIsoWeekDate, yearOf } from '#stock/written-date.ts';
import { foldWords, groupsOf, latinDigits, plainText } from './plain-text.ts';
import { knownLocale } from '#stock/known-locale.ts';
import { memoize } from '#stock/memoize.ts';

/** Folded month names and abbreviations in nine languages, from English to Swedish. */
const spellings = [
  'january jan janvier janv januar jaenner janner jan januari enero ene gennaio gen stycznia styczen sty ocak oca',
  'february feb fevrier fevr fev februar februari febrero febbraio lutego luty lut subat sub',
  'march mar mars marz maerz mrz maart mrt marzo marca marzec mart marts',
  'april apr avril avr abril abr aprile kwietnia kwiecien kwi nisan nis',
  'may mai mei mayo maggio mag maja maj mayıs mayis',
  'june jun juin juni junio giugno giu czerwca czerwiec cze haziran haz',
  'july jul juillet juil juli julio luglio lug lipca lipiec lip temmuz tem',
  'august aug aout augustus agosto ago augusti sierpnia sierpien sie agu',
  'september sep sept septembre septiembre set settembre sett wrzesnia wrzesien wrz eylul eyl',
  'october oct octobre oktober okt octubre ottobre ott pazdziernika pazdziernik paz ekim eki',
  'november nov novembre noviembre listopada listopad lis kasım kasim kas',
  'december dec decembre dezember dez diciembre dic dicembre grudnia grudzien gru aralık aralik ara',
];

const months = new Map(spellings.flatMap((words, month) => words.split(' ').map((word) => [word, month + 1] as const)));

/** Returns 1 to 12, or null if the word isn't a month. */
export function monthOf(word: string): number | null {
  return months.get(foldWords(word)) ?? null;
}

/** Pattern for month names and abbreviations, with accents. Broader than the names: it checks only their beginning. */
export const monthPattern = String.raw`(?:jan|j[aä]n|ene|gen|f[eé][bv]|m[aä]r|mrz|mrt|maa|maer|apr|av[r]|abr|ma[iyg]|mei|ju[nl]|jui|giu|lug|aug|ao[uû]|ago|se[pt]|o[ckt]t|nov|d[eéi][cz])\p{L}*`;

/** Why a written date can't be resolved to a day. The order line is kept without a date. */
export type DateProblem = 'not-a-date' | 'date-without-year' | 'spreadsheet-error';

/** A written date, read day first and month first; null if that isn't a valid calendar date. */
export interface DateCell {
  dayFirst: CalendarDate | null;
  monthFirst: CalendarDate | null;
}

const weekday =
  /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|maa|din|woe|don|vri|zat|zon|ma|wo|vr|za|zo|mie|jue|vie|sab|dom|gio)\p{L}*\.?,?\s+(?=\d|\p{L}{3,}\.?\s*\d)/iu;
/** Prepositions before a date. "Before" is missing on purpose: it names no exact day. */
const lead =
  /^(?:by|until|on|due|latest|(?:bis )?spätestens(?: am| zum)?|bis(?: zum)?|am|zum|(?:pour |au plus tard )?le|op|tegen|uiterlijk(?: op)?|(?:para )?el|hasta el|entro il|il)\s+(?=.*\d)/i;
const timeOfDay =
  /(?<=\d\.?)(?:[\s,]+|T)\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:am|pm|a\.m\.|p\.m\.|uhr|h)?\s*(?:z|utc|gmt|[-+]\d{2}:?\d{2})?$/i;
const yearFirst = /^(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})[.日]?$/;
const yearLast = /^(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})\.?$/;
const compact = /^(20\d{2})(\d{2})(\d{2})$/;
const weekAndDay = /^(\d{4})-?W(\d{2})-?([1-7])$/i;
const dayNameYear =
  /^(?<day>\d{1,2})(?:st|nd|rd|th|er|e|\.)?[-/\s]*(?:of\s+|de\s+)?(?<name>\p{L}{3,})\.?(?:,?[-/\s]+(?:de[l]?\s+)?|\s*)(?<year>'?\d{2}|\d{4})?$/iu;
const nameDayYear = /^(?<name>\p{L}{3,})\.?[-\s]+(?<day>\d{1,2})(?:st|nd|rd|th|\.)?(?:[-,\s]+(?<year>\d{4}))?$/iu;
const yearNameDay = /^(?<year>\d{4})[-\s]+(?<name>\p{L}{3,})\.?[-\s]+(?<day>\d{1,2})$/iu;
const withoutYear = /^\d{1,2}(?:[./]\d{1,2}\.?|-\d{1,2}|月\d{1,2}日)$/;
/** Urgency words in place of a date, in a cell or at the end of a sentence. */
export const urgencyPattern = String.raw`(?:asap|a\.s\.a\.p\.|urgent(?:ly)?|immediately|as soon as possible|tbd|tba|tbc|sofort|dringend|eilt|schnellstmöglich|so (?:bald|schnell) wie möglich|dès que possible|zo snel mogelijk|lo antes posible|al più presto)`;
export const weekdayPattern = String.raw`(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)`;
const monthWord = String.raw`(?:${monthPattern}|(?:next |this |the )?(?:week|month|year)|(?:nächste[rsn]? |diese[rsn]? |der |des )?(?:woche|monats?|jahre?s?))`;
const feast = String.raw`(?:christmas|xmas|easter|new year(?:['’]?s(?: eve| day)?)?|weihnachten|ostern|silvester|neujahr)`;
/** Days and periods in words. Only today and tomorrow are exact. Holidays and weekdays require a preposition. */
export const wordyDayPattern = String.raw`(?:today|tonight|tomorrow|heute|morgen|übermorgen|(?:the )?(?:next|this|coming|following|nächste[nrms]?|kommende[nrms]?|diese[nrms]?) (?:${weekdayPattern}|week|month|woche|monat)|(?:the )?(?:mid|(?:end|beginning|start|middle|early|late|ende|anfang|mitte)(?: of)?)[ -](?:the )?${monthWord}|(?<=(?:by|before|until|till|on|for|bis|vor|zu|am|zum) )(?:${feast}|${weekdayPattern}|(?:the )?(?:weekend|wochenende)))`;
const inexactDate = new RegExp(
  String.raw`^(?:(?:${urgencyPattern}|${wordyDayPattern})[!.]*|(?:kw|cw|week|woche)\s?\d{1,2})$`,
  'iu',
);

/** Whether a cell is an inexact date: `asap`, `KW 51`. */
export function isInexactDate(text: string): boolean {
  return text.length < 32 && inexactDate.test(text);
}

const weekWord = String.raw`(?:kw|cw|wk|w|weeks?|woche|kalenderwoche|sem|semaine|semana|settimana|s)\s?\.?\s?`;
const yearWeek = new RegExp(String.raw`^(\d{4})[-\s]?${weekWord}(\d{1,2})$`, 'i');
const dayLikeWeek = /^(\d{1,2})\.\s?(?:kw|kalenderwoche|woche)(?:[\s/]+(\d{4}))?$/i;
const weekYear = new RegExp(String.raw`^${weekWord}(\d{1,2})(?:[-/.\s]+(\d{4})|\s?[/']\s?(\d{2}))?$`, 'i');

/**
 * Parses ISO dates, `17.3.2026`, `3/17/26`, `17 March 2026`, `17-mrt-26`, `Mar 17, 2026`, with an optional weekday
 * before or time after the date. A week resolves to its Friday. A week without a year is the next one from `today`, or
 * `date-without-year` if `today` is null. With `inDateColumn`, spreadsheet serial numbers and `20260317` are dates too.
 * Returns null if the cell is blank, or the problem's code if it has no exact day.
 */
export function readDateCell(
  text: string,
  inDateColumn: boolean,
  today: CalendarDate | null = null,
): DateCell | DateProblem | null {
  const written = latinDigits(plainText(text));
  if (/^[-./ ]*$|^n\/?a$/i.test(written)) return null;
  if (/^#(?:#+|[A-Z/0!?]+)$/.test(written)) return 'spreadsheet-error';
  const day = written.replace(timeOfDay, '').replace(lead, '');
  if (inDateColumn) {
    const bare = readBareNumber(day);
    if (bare !== null) return bare;
  }
  // `Mar 17` is March 17 before it is read as a weekday (mardi, martes).
  const read = readDay(day, today) ?? readDay(day.replace(weekday, ''), today) ?? readWeek(day, today);
  return read ?? (today === null ? null : unambiguous(todayOrTomorrow(day, today))) ?? 'not-a-date';
}

function todayOrTomorrow(text: string, today: CalendarDate): CalendarDate | null {
  if (/^(?:today|tonight|heute)$/i.test(text)) return today;
  return /^(?:tomorrow|morgen)$/i.test(text) ? addDays(today, 1) : null;
}

function readWeek(text: string, today: CalendarDate | null): DateCell | DateProblem | null {
  const [year, week] = yearWeek.exec(text)?.slice(1) ?? weekAndYear(text);
  if (week === undefined) return null;
  if (year !== undefined) return unambiguous(isoWeekDate(yearOf(year), Number(week))) ?? 'not-a-date';
  return today === null ? 'date-without-year' : (unambiguous(nextIsoWeekDate(today, Number(week))) ?? 'not-a-date');
}

function weekAndYear(text: string): (string | undefined)[] {
  const [week, year, shortYear] = weekYear.exec(text)?.slice(1) ?? groupsOf(text, dayLikeWeek);
  // `KW 26/27` may be two weeks, and so may any pair whose second number isn't a plausible year.
  const isSpan = shortYear !== undefined && (Number(shortYear) === Number(week) + 1 || !/^[23]/.test(shortYear));
  return [year ?? shortYear, isSpan ? undefined : week];
}

/** Whether a cell is very likely a day without a year: `15.12.`, `15. Dec`, `12/15`. */
export function isDayWithoutYear(text: string): boolean {
  return /[\p{L}/]|\.$/u.test(text) && text.length < 20 && readDateCell(text, false) === 'date-without-year';
}

/** Whether a cell names a day or a longer period, like the headings of a plan: `Jan 27`, `01/2027`, `W45`, `Q1`. */
export function isPeriod(text: string): boolean {
  if (/^(?:20\d\d|q[1-4](?:\W?(?:20)?\d\d)?)$/i.test(text)) return true;
  // Cheap precheck that excludes the numbers of most rows.
  if (text.length > 16 || !/\p{L}{2}|20\d\d\D|\D20\d\d|^\p{L}\d/u.test(text)) return false;
  const readings = [text, `1 ${text}`, `1/${text}`, `${text}-01`].map((day) => readDateCell(day, false));
  return readings.some((day) => day === 'date-without-year' || (typeof day === 'object' && day !== null));
}

/** Parses the date of a sentence. Without a year, it is the next such day from `today`; null if there is no date. */
export function readComingDate(text: string, today: CalendarDate): DateCell | null {
  const cell = readDateCell(text, false, today);
  if (cell !== 'date-without-year') return withoutProblem(cell);
  const year = Number(today.slice(0, 4));
  // Normalizes `17.3` to `17.3.`.
  const written = text.replace(/([./-])(\d+)\.?/, '$1$2$1');
  const cells = [year, year + 1].map((each) => withoutProblem(readDateCell(`${written} ${each}`, false)));
  return cells.find((each) => (each?.dayFirst ?? each?.monthFirst ?? '') >= today) ?? null;
}

function withoutProblem(cell: DateCell | DateProblem | null): DateCell | null {
  return typeof cell === 'string' ? null : cell;
}

function readDay(text: string, today: CalendarDate | null): DateCell | DateProblem | null {
  return readNumericDate(text, today) ?? readNamedDate(text);
}

function readBareNumber(text: string): DateCell | null {
  const [year, month, day] = groupsOf(text, compact);
  if (year !== undefined) return unambiguous(writtenDate(Number(year), Number(month), Number(day)));
  const serial = Number(groupsOf(text, /^(\d{5})(?:[.,]\d+)?$/)[0]);
  // 2000 to 2099 as spreadsheet serial numbers: days since 1899-12-30.
  return serial >= 36_526 && serial <= 73_050 ? unambiguous(addDays('1899-12-30', serial)) : null;
}

function readNumericDate(text: string, today: CalendarDate | null): DateCell | DateProblem | null {
  const iso = yearFirst.exec(text);
  if (iso !== null) return unambiguous(writtenDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))) ?? 'not-a-date';
  const weekDate = weekAndDay.exec(text);
  if (weekDate !== null) return unambiguous(isoWeekDate(Number(weekDate[1]), Number(weekDate[2]), Number(weekDate[3])));
  const [first = '', mark, second, lastPart = ''] = groupsOf(text, yearLast);
  if (first === '') return withoutYear.test(text) ? 'date-without-year' : null;
  const [a, b, year] = [Number(first), Number(second), yearOf(lastPart)];
  // With dashes, a year that is past is rather the day of a year that comes first.
  const oldest = mark === '-' && today !== null ? Number(today.slice(0, 4)) : oldestYear;
  if (year < oldest && yearOf(first) >= oldest) {
    const shortIso = unambiguous(writtenDate(yearOf(first), b, Number(lastPart)));
    if (shortIso !== null) return shortIso;
  }
  const dayFirst = writtenDate(year, b, a);
  // With dots the day comes first, if that is a valid date. Other separators don't determine the order.
  const monthFirst = mark === '.' && dayFirst !== null ? null : writtenDate(year, a, b);
  return dayFirst === null && monthFirst === null ? 'not-a-date' : { dayFirst, monthFirst };
}

function readNamedDate(text: string): DateCell | DateProblem | null {
  const { day, name, year } =
    (dayNameYear.exec(text) ?? nameDayYear.exec(text) ?? yearNameDay.exec(text))?.groups ?? {};
  const month = name === undefined ? null : monthOf(name);
  if (month === null) return null;
  if (year === undefined) return 'date-without-year';
  return unambiguous(writtenDate(yearOf(year.replace("'", '')), month, Number(day))) ?? 'not-a-date';
}

function unambiguous(date: CalendarDate | null): DateCell | null {
  return date === null ? null : { dayFirst: date, monthFirst: date };
}

/** Years before are too old to be meant: `26-03-12` is 2026-03-12, not a day in 2012. */
const oldestYear = 2020;

/** Whether a product text is a code that a spreadsheet converted to a date: `MAR05` to a full date or `5-Mar`. */
export function isSpreadsheetDate(text: string): boolean {
  if (/\d{4}-\d|[./]\d+[./]\d{4}/.test(text)) return typeof readDateCell(text, false) === 'object';
  const [before, name, after] = groupsOf(text, /^(?:(\d{1,2})[-. ]+)?(\p{L}{3,5})\.?(?:[- ](\d{2}|\d{4}))?$/u);
  if (name === undefined || (before === undefined && after === undefined)) return false;
  // Spreadsheets write `Mar`, `mrt` or `Mrz`; `MAR-05` in capitals is a real code.
  return name.slice(1) === name.slice(1).toLowerCase() && monthOf(name) !== null;
}

export type DateStyle = 'day-first' | 'month-first';

/** Whether a date is ambiguous: day first and month first give different days. */
export function isAmbiguousDate({ dayFirst, monthFirst }: DateCell): boolean {
  return dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst;
}

/** Derives the date order from the unambiguous dates of a column; null if they are missing or contradict each other. */
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

/** Returns the locale's date order. */
export const dateStyleOfLocale = memoize((locale: string): DateStyle => {
  const parts = new Intl.DateTimeFormat(knownLocale(locale)).formatToParts().map(({ type }) => type);
  return parts.indexOf('day') < parts.indexOf('month') ? 'day-first' : 'month-first';
});

/** Resolves a date in the style of its column. An unambiguous date keeps its only reading. */
export function dateOf({ dayFirst, monthFirst }: DateCell, style: DateStyle): CalendarDate | null {
  return style === 'day-first' ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
}
