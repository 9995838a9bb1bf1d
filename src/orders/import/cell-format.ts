import { addLocale, format, getFormatDateInfo, getLocale, isDateFormat, isValidFormat } from 'numfmt';

import { memoize } from '#stock/memoize.ts';
import { numberConventions } from '#stock/number-convention.ts';

export type CellValue = string | number | boolean;

/** A cell as its sheet displays it. */
export interface ShownCell {
  /** For the reader: a number without thousands separators, and a date as `YYYY-MM-DD`. */
  text: string;
  /** For people; the same in most cells. */
  shown: string;
}

// Stand for the separators until the text is complete, because a format may contain points and commas of its own.
const decimalMark = '\u2064';
const groupMark = '\u2063';
const marks = /[\u2063\u2064]/;
/** Any locale name that isn't a language. */
const markedLocale = 'xq';

/** Days from the first day of the 1900 date system to that of the 1904 date system. */
const daysTo1904 = 1462;

/**
 * Returns a function that formats the value of a cell with its number format, in the user's locale. Values in the
 * general format are shown in full, because the column's width decides where spreadsheets round them.
 */
export function cellFormatter(locale: string, is1904: boolean): (value: CellValue, pattern: string) => ShownCell {
  const { decimal, group } = numberConventions(locale).at(-1) as { decimal: string; group: string | null };
  const words = getLocale(locale.replace(/-.*/, ''));
  addLocale({ ...words, decimal: decimalMark, group: groupMark, negative: '-' }, markedLocale);
  const patternOf = memoize(preparedPattern);

  function finished(marked: string): ShownCell {
    const text = marked.trim();
    if (!marks.test(text)) return { text, shown: text };
    // A decimal in `1.234` would be thousands in another locale. A fourth one says that it isn't.
    const certain = text.replace(/(?<![\d.,\u2063])([1-9]\d{0,2}\u2064\d{3})(?!\d)/, '$10');
    return {
      text: certain.replaceAll(groupMark, '').replaceAll(decimalMark, decimal),
      shown: text.replaceAll(groupMark, group ?? '').replaceAll(decimalMark, decimal),
    };
  }

  return (value, written) => {
    const { pattern, isGeneral, isDate, isDay } = patternOf(written);
    if (isGeneral && typeof value === 'string') return { text: value.trim(), shown: value.trim() };
    if (typeof value !== 'number') {
      return finished(format(pattern, value, { locale: markedLocale, nbsp: false }));
    }
    if (isGeneral) return finished(String(Number(value.toPrecision(15))).replace('.', decimalMark));
    const serial = is1904 && isDate ? value + daysTo1904 : value;
    if (isDay && serial >= 1) return finished(format('yyyy-mm-dd', Math.floor(serial)));
    const cell = finished(format(pattern, serial, { locale: markedLocale, nbsp: false }));
    // Red alone may say that a number is negative.
    return value < 0 && /^\d/.test(cell.text) ? { ...cell, text: `-${cell.text}` } : cell;
  };
}

interface Pattern {
  pattern: string;
  isGeneral: boolean;
  isDate: boolean;
  /** Whether it shows a complete date and no other words. */
  isDay: boolean;
}

function preparedPattern(written: string): Pattern {
  if (/^(?:general)?$/i.test(written.trim()) || !isValidFormat(written)) {
    return { pattern: 'General', isGeneral: true, isDate: false, isDay: false };
  }
  const isDate = isDateFormat(written);
  // Spreadsheets apply the language in `[$€-407]` to the names of months only.
  const pattern = isDate ? written : written.replace(/\[\$([^\]-]*)-[^\]]*\]/g, (_, sign) => sign && `[$${sign}]`);
  const { year, month, day } = getFormatDateInfo(pattern);
  const hasWords = /"[^"]*[\p{L}\d][^"]*"|\\[\p{L}\d]/u.test(pattern.replace(/"[年月日]"/g, ''));
  return { pattern, isGeneral: false, isDate, isDay: year && month && day && !hasWords };
}
