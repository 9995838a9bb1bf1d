import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import { byteOrderMark, csvHeader, csvRecord, plainCsv } from '#domain/export/csv.ts';
import type { OrderListQuestion, QuestionReading, RefusedLine } from '#domain/order-list/order-list.ts';
import { toThousandths } from '#lib/thousandths.ts';
import type { OrderWords } from '#pages/order/order-words.ts';

import type { FileFailureCode } from './read-list.ts';

/** Why a file or a text was not read, and what would help. */
export function fileFailureWords(code: FileFailureCode, i18n: I18n): string {
  const sentences: Record<FileFailureCode, string> = {
    'too-large': t(i18n)`The file is larger than 50 MB. Split it, or keep only the columns with product and quantity.`,
    'unpacks-too-large': t(i18n)`The workbook unpacks to more than 50 MB. Save the sheet with the order as CSV.`,
    'too-many-rows': t(i18n)`The list has more than 100,000 rows. Split it.`,
    'old-or-locked': t(i18n)`The workbook has a password or an old format. Save it as XLSX or CSV without a password.`,
    'not-readable': t(i18n)`The file could not be read. XLSX, CSV and text files can be.`,
  };
  return sentences[code];
}

/** Why a line of a list was not taken, or is taken without its date, and what would be right. */
export function refusalWords({ code, value = '' }: Pick<RefusedLine, 'code' | 'value'>, i18n: I18n): string {
  const sentences: Record<RefusedLine['code'], string> = {
    'no-product': t(i18n)`The product is missing.`,
    'no-quantity': t(i18n)`The quantity is missing; a number above 0 is needed.`,
    'zero-quantity': t(i18n)`The quantity is 0; a number above 0 is needed.`,
    'negative-quantity': t(i18n)`The quantity “${value}” is negative; a number above 0 is needed.`,
    'not-a-number': t(i18n)`The quantity “${value}” is not a number.`,
    'too-many-decimals': t(i18n)`The quantity “${value}” has more than three decimals.`,
    'too-large': t(i18n)`The quantity “${value}” is above 1,000,000,000.`,
    percent: t(i18n)`“${value}” is a percentage, not a quantity.`,
    price: t(i18n)`“${value}” is an amount of money, not a quantity.`,
    'shortened-quantity': t(
      i18n,
    )`A spreadsheet shortened the quantity to “${value}”, so digits are lost. Show it as a plain number there and copy it again.`,
    'shortened-product': t(
      i18n,
    )`A spreadsheet turned the product into “${value}”, so digits are lost. Format the column as text there, enter the product again and copy it.`,
    'product-became-date': t(
      i18n,
    )`The product “${value}” is a date: a spreadsheet may have turned a code into one. Format the column as text there and enter the code again.`,
    'spreadsheet-error': t(i18n)`“${value}” is what a spreadsheet shows when it cannot show the value.`,
    'not-a-date': t(i18n)`The needed-by date “${value}” is not a date; 2026-03-17 is one.`,
    'date-without-year': t(i18n)`The needed-by date “${value}” has no year.`,
    'too-many-cells': t(
      i18n,
    )`This line has more cells than the header. If a number holds a comma, put it in quotes or separate the cells by semicolons.`,
    'not-understood': t(i18n)`No product and quantity could be told apart in this line.`,
    prose: t(i18n)`This line holds no number, so it was not read as an order line.`,
  };
  return sentences[code];
}

/** The refused lines with line number, text and reason. */
export function refusedCsv(refused: readonly RefusedLine[], headers: readonly string[], i18n: I18n): string {
  const columns = headers.map((header, at) => ({ header, kind: at === 0 ? ('count' as const) : ('text' as const) }));
  const records = refused.map((line) =>
    csvRecord(columns, { cells: [line.line, line.text, refusalWords(line, i18n)] }, plainCsv),
  );
  return `${byteOrderMark}${[csvHeader(columns, plainCsv), ...records].join('\r\n')}\r\n`;
}

/** What is asked about a list as a whole. */
export function questionWords({ about, readings }: OrderListQuestion, { i18n }: OrderWords): string {
  const example = readings[0]?.example ?? '';
  if (about === 'quantity') return t(i18n)`How is the quantity “${example}” meant?`;
  if (about === 'date') return t(i18n)`Which day is “${example}”?`;
  return t(i18n)`Which column is the product, which the quantity?`;
}

/** One answer to the question, told by what it makes of the example. */
export function readingWords(
  { about, readings }: OrderListQuestion,
  reading: QuestionReading,
  { i18n, formatQuantity, formatDate }: OrderWords,
): string {
  const line = tellingLine(about, reading, readings);
  if (line === undefined) return about === 'columns' ? t(i18n)`neither line has a quantity then` : reading.label;
  const quantity = formatQuantity(toThousandths(line.quantity), line.unit);
  if (about === 'columns') return t(i18n)`product “${line.product}”, quantity ${quantity} in the first line`;
  const rest = t(i18n)`line ${line.line}, product “${line.product}”`;
  if (about === 'quantity') return `${quantity} (${rest})`;
  return line.neededBy ? `${formatDate(line.neededBy, 'long')} (${rest})` : reading.label;
}

/** The first line that the readings understand differently. */
function tellingLine(about: OrderListQuestion['about'], reading: QuestionReading, all: readonly QuestionReading[]) {
  const [first] = reading.lines;
  if (about === 'columns') return first;
  const other = all.find((each) => each !== reading);
  const others = new Map(other?.lines.map((line) => [line.line, line]));
  const differs = reading.lines.find((line) => {
    const twin = others.get(line.line);
    return about === 'quantity' ? twin?.quantity !== line.quantity : twin?.neededBy !== line.neededBy;
  });
  return differs ?? first;
}
