import * as fc from 'fast-check';
import type { CalendarDate } from '#lib/calendar-date.ts';

export interface WrittenLine {
  product: string;
  quantity: number;
  neededBy?: CalendarDate;
}

/** An order, and how somebody wrote it down. */
export interface WrittenOrder {
  lines: WrittenLine[];
  /** The locale by which numbers and dates are written, which need not be the reader's. */
  locale: string;
  text: string;
  /** How many lines stand above the first order. */
  above: number;
}

const product = fc.oneof(
  fc.integer({ min: 10_000, max: 9_999_999 }).map(String),
  fc.integer({ min: 1, max: 9999 }).map((number) => `AB-${number}`),
  fc.integer({ min: 1, max: 9999 }).map((number) => `X${number}K`),
  fc.integer({ min: 1, max: 9999 }).map((number) => String(number).padStart(6, '0')),
);
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 9999 }),
  fc.integer({ min: 1, max: 1_000_000_000 }),
  fc.integer({ min: 1, max: 9_999_999 }).map((thousandths) => thousandths / 1000),
);
const date = fc
  .tuple(fc.integer({ min: 2025, max: 2035 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join('-') as CalendarDate);

const headers: Record<string, readonly [product: string, quantity: string, neededBy: string]> = {
  'en-US': ['Product', 'Quantity', 'Needed by'],
  'en-GB': ['Item', 'Qty', 'Delivery date'],
  de: ['Artikel-Nr.', 'Menge', 'Liefertermin'],
  'de-CH': ['Artikel', 'Anzahl', 'Termin'],
  fr: ['Référence', 'Quantité', 'Date de livraison'],
  nl: ['Artikelnummer', 'Aantal', 'Leverdatum'],
  es: ['Código', 'Cantidad', 'Fecha de entrega'],
};

const locale = fc.constantFrom(...Object.keys(headers));

const separator = fc.constantFrom('\t', ';', ',', '|', ' | ');

/** Orders of one to eight lines as tables with any separator, with header or without, and with dates or without. */
export const writtenTable: fc.Arbitrary<WrittenOrder> = fc
  .record({
    locale,
    separator,
    hasHeader: fc.boolean(),
    isGrouped: fc.boolean(),
    hasDates: fc.boolean(),
    rows: fc.array(fc.record({ product, quantity, date }), { minLength: 1, maxLength: 8 }),
  })
  .map(({ locale, separator, hasHeader, isGrouped, hasDates, rows }) => {
    const lines = rows.map(({ product, quantity, date }) => ({
      product,
      quantity,
      ...(hasDates ? { neededBy: date } : {}),
    }));
    const cells = lines.map((line) => [line.product, ...writtenValues(line, locale, isGrouped)]);
    const header = hasHeader ? [(headers[locale] ?? []).slice(0, hasDates ? 3 : 2)] : [];
    const text = [...header, ...cells]
      .map((row) => row.map((cell) => quoted(cell, separator)).join(separator))
      .join('\n');
    return { lines, locale, text, above: header.length };
  });

const phrases: readonly ((product: string, quantity: string) => string)[] = [
  (product, quantity) => `${quantity} m of ${product}`,
  (product, quantity) => `${quantity} m von ${product}`,
  (product, quantity) => `${quantity} m de ${product}`,
  (product, quantity) => `${quantity} m van ${product}`,
  (product, quantity) => `${product} x ${quantity} m`,
  (product, quantity) => `${product}: ${quantity}`,
  (product, quantity) => `- ${quantity} pcs x ${product}`,
  (product, quantity) => `${product} - ${quantity} Stück`,
  (product, quantity) => `Art. ${product}: ${quantity} rouleaux`,
];

/** Orders of one to eight lines in the words of a mail, each line in words of its own. */
export const writtenMail: fc.Arbitrary<WrittenOrder> = fc
  .record({
    locale,
    isGrouped: fc.boolean(),
    rows: fc.array(fc.record({ product, quantity, phrase: fc.constantFrom(...phrases) }), {
      minLength: 1,
      maxLength: 8,
    }),
  })
  .map(({ locale, isGrouped, rows }) => ({
    lines: rows.map(({ product, quantity }) => ({ product, quantity })),
    locale,
    text: rows.map((row) => row.phrase(row.product, writtenNumber(row.quantity, locale, isGrouped))).join('\n'),
    above: 0,
  }));

function writtenValues({ quantity, neededBy }: WrittenLine, locale: string, isGrouped: boolean): string[] {
  const number = writtenNumber(quantity, locale, isGrouped);
  return neededBy === undefined ? [number] : [number, writtenDate(neededBy, locale)];
}

function writtenNumber(quantity: number, locale: string, isGrouped: boolean): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: isGrouped }).format(quantity);
}

function writtenDate(date: CalendarDate, locale: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const format = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format
    .formatToParts(Date.UTC(Number(year), Number(month) - 1, Number(day)))
    .map(({ value }) => value)
    .join('');
}

function quoted(cell: string, separator: string): string {
  const isUnclear = separator === ',' && /\s/.test(cell);
  return isUnclear || cell.includes(separator.trim() || separator) ? `"${cell}"` : cell;
}
