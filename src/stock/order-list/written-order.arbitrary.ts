import * as fc from 'fast-check';
import type { CalendarDate } from '#stock/calendar-date.ts';

export interface WrittenLine {
  product: string;
  quantity: number;
  shipBy?: CalendarDate;
}

/** An order and its written form. */
export interface WrittenOrder {
  lines: WrittenLine[];
  /** Locale of the written numbers and dates; may differ from the reader's. */
  locale: string;
  text: string;
  /** Number of lines above the first order. */
  above: number;
}

const product = fc.oneof(
  fc.integer({ min: 10_000, max: 9_999_999 }).map(String),
  fc.integer({ min: 1, max: 9999 }).map((number) => `AB-${number}`),
  fc.integer({ min: 1, max: 9999 }).map((number) => `X${number}K`),
  // From 101, because `000010` is a row number.
  fc.integer({ min: 101, max: 9999 }).map((number) => String(number).padStart(6, '0')),
);
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 9999 }),
  fc.integer({ min: 1, max: 1_000_000_000 }),
  fc.integer({ min: 1, max: 9_999_999 }).map((thousandths) => thousandths / 1000),
);
const date = fc
  .tuple(fc.integer({ min: 2025, max: 2035 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join('-') as CalendarDate);

/** Headings of position, product, name, quantity, unit, price and needed by. */
const headers: Record<string, readonly string[]> = {
  'en-US': ['Line', 'Product', 'Description', 'Quantity', 'Unit', 'Unit price', 'Needed by'],
  'en-GB': ['No.', 'Item', 'Name', 'Qty', 'UoM', 'Price', 'Delivery date'],
  de: ['Pos.', 'Artikel-Nr.', 'Bezeichnung', 'Menge', 'ME', 'Einzelpreis', 'Liefertermin'],
  'de-CH': ['Lfd. Nr.', 'Artikel', 'Text', 'Anzahl', 'Einheit', 'Preis CHF', 'Termin'],
  fr: ['Ligne', 'Référence', 'Désignation', 'Quantité', 'Unité', 'Prix HT', 'Date de livraison'],
  nl: ['Regel', 'Artikelnummer', 'Omschrijving', 'Aantal', 'Eenheid', 'Prijs', 'Leverdatum'],
  es: ['Línea', 'Código', 'Descripción', 'Cantidad', 'Unidad', 'Precio', 'Fecha de entrega'],
};

const locale = fc.constantFrom(...Object.keys(headers));

const separator = fc.constantFrom('\t', ';', ',', '|', ' | ');

const columns = fc.record({
  position: fc.boolean(),
  product: fc.constant(true),
  name: fc.boolean(),
  quantity: fc.constant(true),
  unit: fc.boolean(),
  price: fc.boolean(),
  shipBy: fc.boolean(),
});

/** Orders of one to eight lines as tables, with any separator, with or without a header and other columns. */
export const writtenTable: fc.Arbitrary<WrittenOrder> = fc
  .record({
    locale,
    separator,
    columns,
    hasHeader: fc.boolean(),
    isGrouped: fc.boolean(),
    rows: fc.array(fc.record({ product, quantity, date }), { minLength: 1, maxLength: 8 }),
  })
  .map(({ locale, separator, columns, hasHeader, isGrouped, rows }) => {
    const shown = Object.values(columns);
    const cells = rows.map(({ product, quantity, date }, index) => [
      String(index + 1),
      product,
      ['Satin blue', 'Velvet', 'Größe rot'][index % 3] ?? '',
      writtenNumber(quantity, locale, isGrouped),
      'm',
      new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(9.95 + index),
      writtenDate(date, locale),
    ]);
    const text = [...(hasHeader ? [headers[locale] ?? []] : []), ...cells]
      .map((row) => row.filter((_, column) => shown[column]).map((cell) => quoted(cell, separator)))
      .map((row) => row.join(separator))
      .join('\n');
    const lines = rows.map(({ product, quantity, date }) => ({
      product,
      quantity,
      ...(columns.shipBy ? { shipBy: date } : {}),
    }));
    return { lines, locale, text, above: hasHeader ? 1 : 0 };
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

/** Orders of one to eight lines as email text, each line with its own phrase. */
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
