import { addDays, type CalendarDate, isCalendarDate } from '#lib/calendar-date.ts';
import { monthOf } from './month-name.ts';
import { latinDigits, plainText } from './plain-text.ts';
import type { RefusalCode } from './refusal.ts';

/** A written date, read with the day and with the month first; null where that gives no day of the calendar. */
export interface DateCell {
  dayFirst: CalendarDate | null;
  monthFirst: CalendarDate | null;
}

const weekday =
  /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|maa|din|woe|don|vri|zat|zon|ma|wo|vr|za|zo|mie|jue|vie|sab|dom)\p{L}*\.?,?\s+(?=\d|\p{L}{3,}\.?\s*\d)/iu;
const timeOfDay =
  /(?:[\s,]+|T)\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:am|pm|a\.m\.|p\.m\.|uhr|h)?\s*(?:z|utc|gmt|[-+]\d{2}:?\d{2})?$/i;
const yearFirst = /^(\d{4})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,2})\.?$/;
const yearLast = /^(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})\.?$/;
const compact = /^(20\d{2})(\d{2})(\d{2})$/;
const isoWeekday = /^(\d{4})-?W(\d{2})-?([1-7])$/i;
const dayNameYear =
  /^(\d{1,2})(?:st|nd|rd|th|er|e|\.)?[-/\s]*(?:of\s+|de\s+)?(\p{L}{3,})\.?(?:,?[-/\s]+(?:de[l]?\s+)?|\s*)('?\d{2}|\d{4})?$/iu;
const nameDayYear = /^(\p{L}{3,})\.?[-\s]+(\d{1,2})(?:st|nd|rd|th|\.)?(?:[-,\s]+(\d{4}))?$/iu;
const yearNameDay = /^(\d{4})[-\s]+(\p{L}{3,})\.?[-\s]+(\d{1,2})$/iu;
const withoutYear = /^\d{1,2}(?:[./]\d{1,2}\.?|-\d{1,2})$/;
const week =
  /^(?:\d{4}[-\s]?)?(?:kw|cw|wk|w|weeks?|woche|sem|semaine|semana|s)\s?\.?\s?\d{1,2}(?:[-/.\s]+(?:\d{4}|\d{2}))?$/i;

/**
 * Reads ISO dates, `17.3.2026`, `3/17/26`, `17 March 2026`, `17-mrt-26`, `Mar 17, 2026`, with a weekday before or a
 * time after it. `inDateColumn` also takes what is a date only where dates are expected: the serial number of a
 * spreadsheet and `20260317`. Null where the cell is blank, the reason as a code where no day can be read.
 */
export function readDateCell(text: string, inDateColumn: boolean): DateCell | RefusalCode | null {
  const written = latinDigits(plainText(text));
  if (/^[-./ ]*$|^n\/?a$|^tbd$/i.test(written)) return null;
  if (/^#(?:#+|[A-Z/0!?]+)$/.test(written)) return 'spreadsheet-error';
  const day = written.replace(timeOfDay, '');
  if (inDateColumn) {
    const bare = readBareNumber(day);
    if (bare !== null) return bare;
  }
  // `Mar 17` is the seventeenth of March before it is a mardi or a martes.
  const read = readDay(day) ?? readDay(day.replace(weekday, ''));
  return read ?? (week.test(day) ? 'week-not-day' : 'not-a-date');
}

function readDay(text: string): DateCell | RefusalCode | null {
  return readNumericDate(text) ?? readNamedDate(text);
}

function readBareNumber(text: string): DateCell | null {
  const [, year, month, day] = compact.exec(text) ?? [];
  if (year !== undefined) return oneWay(dateOf(Number(year), Number(month), Number(day)));
  if (!/^\d{5}(?:[.,]\d+)?$/.test(text)) return null;
  const serial = Math.floor(Number(text.replace(',', '.')));
  // From 2000 to 2099: days since 1899-12-30, as spreadsheets count.
  return serial >= 36_526 && serial <= 73_050 ? oneWay(addDays('1899-12-30', serial)) : null;
}

function readNumericDate(text: string): DateCell | RefusalCode | null {
  const iso = yearFirst.exec(text);
  if (iso !== null) return oneWay(dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))) ?? 'not-a-date';
  const weekDate = isoWeekday.exec(text);
  if (weekDate !== null) return oneWay(ofIsoWeek(Number(weekDate[1]), Number(weekDate[2]), Number(weekDate[3])));
  const [, first, mark, second, lastPart] = yearLast.exec(text) ?? [];
  if (first === undefined || lastPart === undefined) return withoutYear.test(text) ? 'date-without-year' : null;
  const [a, b, year] = [Number(first), Number(second), yearOf(lastPart)];
  if (lastPart.length === 2 && isLongAgo(year) && !isLongAgo(yearOf(first.padStart(2, '0')))) {
    const shortIso = oneWay(dateOf(yearOf(first), b, Number(lastPart)));
    if (shortIso !== null) return shortIso;
  }
  const dayFirst = dateOf(year, b, a);
  // Who writes points between the parts writes the day first; the other marks tell nothing.
  const monthFirst = mark === '.' && dayFirst !== null ? null : dateOf(year, a, b);
  return dayFirst === null && monthFirst === null ? 'not-a-date' : { dayFirst, monthFirst };
}

function readNamedDate(text: string): DateCell | RefusalCode | null {
  const [, day, name, year] =
    dayNameYear.exec(text) ??
    reorder(nameDayYear.exec(text), 2, 1, 3) ??
    reorder(yearNameDay.exec(text), 3, 2, 1) ??
    [];
  const month = name === undefined ? null : monthOf(name);
  if (month === null) return null;
  if (year === undefined) return 'date-without-year';
  return oneWay(dateOf(yearOf(year.replace("'", '')), month, Number(day))) ?? 'not-a-date';
}

function reorder(match: RegExpExecArray | null, ...order: number[]): (string | undefined)[] | null {
  return match === null ? null : ['', ...order.map((group) => match[group])];
}

function oneWay(date: CalendarDate | null): DateCell | null {
  return date === null ? null : { dayFirst: date, monthFirst: date };
}

/** Nobody needs goods in the last century. */
function yearOf(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** `26-03-12` is short for 2026-03-12: nobody needs goods in 2012. */
function isLongAgo(year: number): boolean {
  return year < 2020;
}

function dateOf(year: number, month: number, day: number): CalendarDate | null {
  const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
  return isCalendarDate(text) ? text : null;
}

/** Week 1 holds 4 January; `weekday` counts from Monday, 1. */
function ofIsoWeek(year: number, weekNumber: number, weekday: number): CalendarDate | null {
  const fourth = dateOf(year, 1, 4);
  if (fourth === null || weekNumber < 1 || weekNumber > 53) return null;
  const sunday = new Date(Date.UTC(year, 0, 4)).getUTCDay();
  return addDays(fourth, (weekNumber - 1) * 7 + weekday - 1 - ((sunday + 6) % 7));
}

/** Whether a product code looks like what a spreadsheet makes of a code such as `MAR05`: a whole date, or `5-Mar`. */
export function isSpreadsheetDate(text: string): boolean {
  if (/^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./])\d{1,2}\1\d{4})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/.test(text)) {
    return typeof readDateCell(text, false) === 'object';
  }
  const [, before, name, after] = /^(?:(\d{1,2})[-. ]+)?(\p{L}{3,5})\.?(?:[- ](\d{2}|\d{4}))?$/u.exec(text) ?? [];
  if (name === undefined || (before === undefined && after === undefined)) return false;
  // A spreadsheet writes `Mar`, `mrt` or `Mrz`; `MAR-05` in capitals is somebody's code.
  return name.slice(1) === name.slice(1).toLowerCase() && monthOf(name) !== null;
}
