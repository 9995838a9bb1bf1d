import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';

import { byteOrderMark, csvHeader, csvRecord, plainCsv } from '#stock/export/csv.ts';
import type { MarkedLines, OrderListQuestion, QuestionReading, RefusedLine } from '#stock/order-list/order-list.ts';
import { toThousandths } from '#stock/thousandths.ts';
import type { OrderWords } from '#orders/order-words.ts';

import type { Aside, FileFailure, FileFailureCode, SetAside } from './read-list.ts';

/** Explains why a file or text couldn't be read, and what to do. */
export function fileFailureWords(
  { code, part = '' }: Pick<FileFailure, 'code'> & { part?: string | undefined },
  i18n: I18n,
): string {
  const sentences: Record<FileFailureCode, string> = {
    'too-large': t(i18n)`The file is larger than 50 MB. Split it, or keep only the product and quantity columns.`,
    'unpacks-too-large': t(i18n)`The unpacked workbook is larger than 50 MB. Save the order sheet as CSV.`,
    'too-many-rows': t(i18n)`The list has more than 100,000 rows. Split it into smaller lists.`,
    'old-or-locked': t(
      i18n,
    )`The workbook is password-protected or in an old format. Save it as XLSX or CSV without a password.`,
    'other-workbook': t(i18n)`The workbook is in the format ODS, XLSB, XML or Numbers. Save it as XLSX or CSV.`,
    'part-not-readable': t(i18n)`Couldn't read “${part}” in the workbook. Save it again as XLSX or CSV.`,
    'hidden-sheet': t(
      i18n,
    )`Only the hidden sheet “${part}” has order lines. Show it in the workbook and save it again.`,
    'not-readable': t(i18n)`Couldn't read the file. Use XLSX, CSV or plain text.`,
  };
  return sentences[code];
}

/** Says what isn't read, for the choice to include it. */
export function asideQuestion({ reason, count }: Aside, i18n: I18n): string {
  if (reason === 'hidden') {
    if (count === 0) return t(i18n)`Columns are hidden in the sheet`;
    return t(
      i18n,
    )`${plural(count, { one: '# line is hidden in the sheet', other: '# lines are hidden in the sheet' })}`;
  }
  if (count === 0) return t(i18n)`Columns are struck out (canceled)`;
  return t(
    i18n,
  )`${plural(count, { one: '# line is struck out (canceled)', other: '# lines are struck out (canceled)' })}`;
}

/** Explains why a line isn't read. */
export function asideWords(reason: SetAside, i18n: I18n): string {
  return reason === 'hidden' ? t(i18n)`Hidden in the sheet.` : t(i18n)`Canceled: the text is struck out.`;
}

/** Explains why a line was refused, or its date ignored, and how to correct it. */
export function refusalWords({ code, value = '' }: Pick<RefusedLine, 'code' | 'value'>, i18n: I18n): string {
  const sentences: Record<RefusedLine['code'], string> = {
    'no-product': t(i18n)`Enter a product.`,
    'no-quantity': t(i18n)`Enter a quantity above 0.`,
    'zero-quantity': t(i18n)`Enter a quantity above 0.`,
    'negative-quantity': t(i18n)`Enter a quantity above 0. “${value}” is negative.`,
    'not-a-number': t(i18n)`“${value}” isn't a number.`,
    'unclear-quantity': t(i18n)`“${value}” contains two numbers. Enter the total quantity.`,
    'too-many-decimals': t(i18n)`Enter at most 3 decimals. “${value}” has more.`,
    'too-large': t(i18n)`Enter at most 1,000,000,000. “${value}” is higher.`,
    percent: t(i18n)`“${value}” is a percentage, not a quantity.`,
    price: t(i18n)`“${value}” is an amount of money, not a quantity.`,
    'shortened-quantity': t(
      i18n,
    )`The spreadsheet rounded the quantity to “${value}”. Show the full number there and copy again.`,
    'shortened-product': t(
      i18n,
    )`The spreadsheet rounded the product ID to “${value}”. Format the column as text, re-enter it and copy again.`,
    'product-became-date': t(
      i18n,
    )`“${value}” is a date. The spreadsheet may have converted a product code. Format the column as text and copy again.`,
    'spreadsheet-error': t(i18n)`“${value}” is a spreadsheet error value.`,
    'not-a-date': t(i18n)`“${value}” isn't a date. Use a format such as 2026-03-17.`,
    'date-without-year': t(i18n)`Enter the year of “${value}”.`,
    'too-many-cells': t(
      i18n,
    )`This line has more cells than the header. Quote numbers that contain a comma, or separate cells with semicolons.`,
    'several-orders': t(
      i18n,
    )`This line contains several orders. Paste it again with one product and quantity per line.`,
    canceled: t(i18n)`This line is marked “${value}”. Enter the quantity if it is still ordered.`,
    quoted: t(i18n)`Quoted from an earlier message.`,
    'not-understood': t(i18n)`No product and quantity found in this line.`,
    prose: t(i18n)`No quantity found, so this line isn't an order line.`,
  };
  return sentences[code];
}

export function refusedCsv(refused: readonly RefusedLine[], headers: readonly string[], i18n: I18n): string {
  const columns = headers.map((header, at) => ({ header, kind: at === 0 ? ('count' as const) : ('text' as const) }));
  const records = refused.map((line) =>
    csvRecord(columns, { cells: [line.line, line.text, refusalWords(line, i18n)] }, plainCsv),
  );
  return `${byteOrderMark}${[csvHeader(columns, plainCsv), ...records].join('\r\n')}\r\n`;
}

export function questionWords({ about, readings, marked, isOpen }: OrderListQuestion, { i18n }: OrderWords): string {
  if (marked && isOpen) return t(i18n)`“${marked.heading ?? ''}”: which lines are ordered?`;
  if (marked) return markedWords(marked, i18n);
  if (about === 'factor') return t(i18n)`Which number is the quantity?`;
  const example = readings[0]?.example ?? '';
  if (about === 'quantity') return t(i18n)`How should “${example}” be read?`;
  if (about === 'date') return t(i18n)`Which date is “${example}”?`;
  const [first, ...others] = readings;
  const areDates = first !== undefined && others.every((other) => haveSameGoods(first, other));
  if (areDates) return t(i18n)`Which column contains the ship-by date?`;
  const products = new Map(first?.lines.map(({ line, product }) => [line, product]));
  const areQuantities = others.every(
    ({ lines }) => lines.length > 0 && lines.every(({ line, product }) => (products.get(line) ?? product) === product),
  );
  return areQuantities ? t(i18n)`Which column contains the quantity?` : t(i18n)`Which column contains the product?`;
}

/** Names the columns that no line uses; null if there are none. */
export function unusedWords(unused: readonly string[], i18n: I18n): string | null {
  if (unused.length === 0) return null;
  const named = [...unused.slice(0, maxNamed), ...(unused.length > maxNamed ? ['…'] : [])];
  const columns = new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(named);
  return t(i18n)`Not used: ${columns}.`;
}

/** Lines named in a question; more are only counted. */
const maxNamed = 5;

function markedWords({ heading, values, lines }: MarkedLines, i18n: I18n): string {
  const names = new Intl.ListFormat(i18n.locale, { type: 'unit' });
  const named = names.format([...lines.slice(0, maxNamed).map(String), ...(lines.length > maxNamed ? ['…'] : [])]);
  const count = lines.length;
  const isBlank = values.every((value) => value === '');
  const value = names.format(values.slice(0, maxNamed).map((each) => t(i18n)`“${each}”`));
  if (isBlank && heading === null)
    return t(i18n)`The mark is missing in ${plural(count, { one: '# line', other: '# lines' })} (${named}). Leave out?`;
  if (isBlank)
    return t(
      i18n,
    )`“${heading ?? ''}” is empty in ${plural(count, { one: '# line', other: '# lines' })} (${named}). Leave out?`;
  if (heading === null)
    return t(i18n)`${value} in ${plural(count, { one: '# line', other: '# lines' })} (${named}). Leave out?`;
  return t(
    i18n,
  )`“${heading}” is ${value} in ${plural(count, { one: '# line', other: '# lines' })} (${named}). Leave out?`;
}

/** Describes an answer by its effect on an example line. */
export function readingWords(
  { about, readings, marked, isOpen }: OrderListQuestion,
  reading: QuestionReading,
  { i18n, formatQuantity, formatDate }: OrderWords,
): string {
  if (marked && isOpen) {
    const { example, lines } = reading;
    const count = lines.length;
    if (example === null) return t(i18n)`All (${plural(count, { one: '# line', other: '# lines' })})`;
    return example === ''
      ? t(i18n)`Only empty (${plural(count, { one: '# line', other: '# lines' })})`
      : t(i18n)`Only “${example}” (${plural(count, { one: '# line', other: '# lines' })})`;
  }
  if (marked) return reading.key === 'keep' ? t(i18n)`Keep` : t(i18n)`Leave out`;
  const line = firstDifference(about, reading, readings);
  if (line === undefined) return t(i18n)`No line would have a quantity`;
  const quantity = formatQuantity(toThousandths(line.quantity), line.unit);
  if (about === 'columns') {
    const { product, line: number, shipBy } = line;
    const isDated = readings.some((other) => other !== reading && haveSameGoods(other, reading));
    const { example: heading } = reading;
    const isHeaded = heading !== null && readings.some(({ example }) => example !== heading);
    if (isHeaded && !isDated) {
      return t(i18n)`“${heading}”: product “${product}”, quantity ${quantity} (line ${number})`;
    }
    if (!isDated) return t(i18n)`Product “${product}”, quantity ${quantity} (line ${number})`;
    const date = shipBy ? formatDate(shipBy, 'long') : t(i18n)`No date`;
    return t(i18n)`Product “${product}”, quantity ${quantity}, ship by: ${date} (line ${number})`;
  }
  const rest = t(i18n)`line ${line.line}, product “${line.product}”`;
  if (about === 'quantity' || about === 'factor') return `${quantity} (${rest})`;
  return `${line.shipBy ? formatDate(line.shipBy, 'long') : t(i18n)`No date`} (${rest})`;
}

/** Whether two readings differ only in dates. */
function haveSameGoods({ lines }: QuestionReading, other: QuestionReading): boolean {
  return (
    lines.length === other.lines.length &&
    lines.every(({ product, quantity }, at) => {
      const twin = other.lines[at];
      return twin?.product === product && twin.quantity === quantity;
    })
  );
}

/** Returns the first line on which the readings differ, else the first line. */
function firstDifference(about: OrderListQuestion['about'], reading: QuestionReading, all: readonly QuestionReading[]) {
  const rest = all.filter((each) => each !== reading);
  const dated = about === 'columns' ? rest.find((each) => haveSameGoods(each, reading)) : undefined;
  const other = dated ?? rest[0];
  const others = new Map(other?.lines.map((line) => [line.line, line]));
  const differs = reading.lines.find((line) => {
    const twin = others.get(line.line);
    if (about === 'date' || dated) return twin?.shipBy !== line.shipBy;
    return twin?.quantity !== line.quantity || (about === 'columns' && twin.product !== line.product);
  });
  return differs ?? reading.lines[0];
}
