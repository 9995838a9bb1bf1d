import { type CalendarDate, isCalendarDate } from '#stock/calendar-date.ts';
import { memoize } from '#stock/memoize.ts';

import { CellFault, type ColumnForm } from './cell-fault.ts';

/** A way of writing dates: the order of day, month and year, and the separator. */
export interface DateForm extends ColumnForm {
  /** Null if the text is written otherwise, or is no existing day. */
  read: (text: string) => CalendarDate | null;
}

const formShape = /^(dd?|mm?|yy(?:yy)?)([-./]?)(dd?|mm?)\2(dd?|yy(?:yy)?)$/;
const partNames: Readonly<Record<string, string>> = { d: 'day', m: 'month', y: 'year' };

/** Parses `dd.mm.yyyy`, `mm/dd/yy`, `ddmmyyyy` and the like, in German too: `tt.mm.jjjj`. Null if it isn't a form. */
export const dateFormOf = memoize((text: string): DateForm | null => {
  const name = text.trim().toLowerCase().replaceAll('t', 'd').replaceAll('j', 'y');
  const [, first = '', mark = '', second = '', third = ''] = formShape.exec(name) ?? [];
  const parts = [first, second, third];
  if (!['dmy', 'mdy', 'ymd'].includes(parts.map((part) => part.charAt(0)).join(''))) return null;
  const patterns = parts.map((part) => `(?<${partNames[part.charAt(0)]}>${digitsOf(part, mark)})`);
  const shape = new RegExp(`^${patterns.join(mark === '.' ? String.raw`\.` : mark)}$`);
  return {
    name,
    option: `--dates ${name}`,
    read: (cell) => {
      const { year = '', month = '', day = '' } = shape.exec(cell)?.groups ?? {};
      return dateOf(year, month, day);
    },
  };
}, 100);

function digitsOf(part: string, mark: string): string {
  if (part.startsWith('y')) return String.raw`\d{${part.length}}`;
  return mark === '' ? String.raw`\d{2}` : String.raw`\d{1,2}`;
}

function dateOf(year: string, month: string, day: string): CalendarDate | null {
  const text = [year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return isCalendarDate(text) ? text : null;
}

const months =
  'jan januar january janner|feb februar february|mar march marz mrz|apr april|may mai|jun june juni|jul july juli|aug august|sep sept september|oct october okt oktober|nov november|dec december dez dezember';
const monthNumbers = new Map(
  months.split('|').flatMap((words, at) => words.split(' ').map((word) => [word, String(at + 1)] as const)),
);

const weekday = String.raw`(?:\p{L}{2,10}\.?,? )?`;
const mark = '[-./ ]? ?';
/** A month's name leaves one reading: `1 Dec 2026`, `01-DEC-26`, `1. Dezember 2026`, `Dec 1, 2026`, `2026-Dec-01`. */
const namedMonth = [
  String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?${mark}(?<month>\p{L}{3,9})\.?,?${mark}(?<year>\d{4}|\d\d)`,
  String.raw`(?<month>\p{L}{3,9})\.?${mark}(?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})`,
  String.raw`(?<year>\d{4})${mark}(?<month>\p{L}{3,9})\.?${mark}(?<day>\d{1,2})`,
].map((shape) => new RegExp(`^${weekday}${shape}$`, 'iu'));

function readNamedMonth(text: string): CalendarDate | null {
  if (!/\p{L}{3}/u.test(text)) return null;
  for (const shape of namedMonth) {
    const { year = '', month = '', day = '' } = shape.exec(text)?.groups ?? {};
    const number = monthNumbers.get(month.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, ''));
    if (number !== undefined) return dateOf(year, number, day);
  }
  return null;
}

/** How a date column is read. */
export interface DateReading {
  /** A further form; year, month, day is always read. */
  form: DateForm | null;
  /** Whether a time of day other than midnight is ignored, since only the day is shown. */
  hasTime: boolean;
}

/**
 * Parses an existing day: `2026-12-01`, or another writing with year, month and day in this order (`2026-12-1`,
 * `2026/12/01`, `20261201`) or the month's name in a language of the interface, with a midnight in any zone, since that
 * is the same day.
 */
export function readDate(text: string, { form, hasTime }: DateReading): CalendarDate | CellFault {
  if (isCalendarDate(text)) return text;
  const day = text.replace(hasTime ? timeOfDay : midnight, '');
  return form?.read(day) ?? readYearFirst(day) ?? readNamedMonth(day) ?? faultOf(day);
}

const zone = String.raw`(?: ?(?:Z|UTC|GMT|[-+]\d\d(?::?\d\d)?))?`;
const midnight = new RegExp(`(?:[T ] *0?0:00(?::00(?:[.,]0+)?)?${zone}| +12:00(?::00(?:[.,]0+)?)? ?AM)$`, 'i');
const timeOfDay = new RegExp(String.raw`[T ] *\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AP]M)?${zone}$`, 'i');

/** `.0` ends a number that a program held as a fraction. */
const yearFirst = /^(\d{4})(?:([-./])(\d{1,2})\2(\d{1,2})|(\d\d)(\d\d)(?:\.0)?)$/;

function readYearFirst(text: string): CalendarDate | null {
  const [, year = '', , month, day, twoDigitMonth = '', twoDigitDay = ''] = yearFirst.exec(text) ?? [];
  return dateOf(year, month ?? twoDigitMonth, day ?? twoDigitDay);
}

/** Days in a spreadsheet from 1990 to 2100. */
const serialNumber = /^(?:3[3-9]|[4-6]\d|7[0-3])\d{3}$/;

function faultOf(text: string): CellFault {
  const forms = formsOf(text);
  const [form, other] = forms;
  if (form === undefined) {
    if (timeOfDay.test(text)) return new CellFault('must be a day without a time');
    if (serialNumber.test(text))
      return new CellFault('is the number of a day in a spreadsheet: format it as YYYY-MM-DD');
    return new CellFault('must be a day that exists, written YYYY-MM-DD');
  }
  return other === undefined
    ? new CellFault(`is ${form.name}: write it YYYY-MM-DD, or use ${form.option}`, forms)
    : new CellFault(`can be ${form.read(text)} or ${other.read(text)}: write it YYYY-MM-DD, or use --dates`, forms);
}

/** The forms in which the text is a day, with the day first and with the month first. Dots always mean day first. */
function formsOf(text: string): DateForm[] {
  const [, mark = '', year = ''] =
    /^\d{1,2}([-./])\d{1,2}\1(\d{4}|\d\d)$/.exec(text) ?? /^\d{4}()(\d{4})$/.exec(text) ?? [];
  const orders =
    mark === '.'
      ? [['dd', 'mm']]
      : [
          ['dd', 'mm'],
          ['mm', 'dd'],
        ];
  return orders.flatMap((order) => {
    const form = dateFormOf([...order, 'y'.repeat(year.length)].join(mark));
    return form === null || form.read(text) === null ? [] : form;
  });
}
