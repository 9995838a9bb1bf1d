import type { Market } from '#contract/envelope.ts';
import type { Product } from '#contract/gateway.ts';
import { largestProductId, type ProductId } from '#contract/product-id.ts';
import { type CalendarDate, isCalendarDate } from '#lib/calendar-date.ts';
import { memoize } from '#lib/memoize.ts';
import { type Thousandths, toThousandths } from '#lib/thousandths.ts';
import type { StockRow } from '#server/store/stock-store.ts';

import type { ColumnPlaces, CsvColumns } from './csv-source.ts';

/** A row is rejected; the message names the column and what is required. */
export class RowError extends Error {
  override readonly name = 'RowError';
}

/** Parses a whole number from 1 to 2,147,483,647. Leading zeros are ignored, since some systems pad with them. */
export function readProductId(text: string): ProductId {
  const productId = /^\d{1,18}$/.test(text) ? Number(text) : 0;
  if (productId < 1 || productId > largestProductId)
    throw rowError('productId', text, `must be a whole number from 1 to ${largestProductId}`);
  return productId;
}

/** Parses an existing day in the format `YYYY-MM-DD`. */
export function readDate(column: string, text: string): CalendarDate {
  if (!isCalendarDate(text)) throw rowError(column, text, 'must be a day that exists, written YYYY-MM-DD');
  return text;
}

/**
 * Parses a decimal number with a point, without grouping, with up to three significant decimals. Rejects possible
 * decimal commas: `1,500` can mean one and a half or fifteen hundred.
 */
export function readQuantity(column: string, text: string): Thousandths {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d*)(?:\.(\d+))?$/.exec(text) ?? [];
  if (sign === undefined || (whole === '' && decimals === ''))
    throw rowError(column, text, 'must be a number with a decimal point and without grouping, for example 1234.5');
  const significant = decimals.replace(/0+$/, '');
  if (significant.length > 3) throw rowError(column, text, 'must have at most three decimals');
  const thousandths = Number(whole) * 1000 + Number(significant.padEnd(3, '0'));
  if (!Number.isSafeInteger(thousandths)) throw rowError(column, text, 'must be at most 9,007,199,254,740');
  return sign === '-' && thousandths !== 0 ? -thousandths : thousandths;
}

/** Parses TRUE, true or 1; FALSE, false, 0 or empty. */
export function readFlag(column: string, text: string): boolean {
  if (/^(?:true|1)$/i.test(text)) return true;
  if (/^(?:false|0)?$/i.test(text)) return false;
  throw rowError(column, text, 'must be TRUE or FALSE');
}

/** Parses one line of text with up to `longest` characters. */
export function readText(column: string, text: string, maxLength: number): string {
  if (/[\u0000-\u001f\u007f]/.test(text)) throw new RowError(`${column} must be one line without control characters`);
  return limitLength(maxLength, column, text);
}

/** Parses one or more lines of text with up to `longest` characters; converts line ends to `\n`. */
export function readLines(column: string, text: string, maxLength: number): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(lines))
    throw new RowError(`${column} must be without control characters other than tabs and line breaks`);
  return limitLength(maxLength, column, lines);
}

function limitLength(maxLength: number, column: string, text: string): string {
  if (text.length > maxLength)
    throw rowError(column, `${text.slice(0, 20)}...`, `must have at most ${maxLength} characters`);
  return text;
}

function rowError(column: string, text: string, rule: string): RowError {
  return new RowError(text === '' ? `${column} is missing: it ${rule}` : `${column} ${JSON.stringify(text)} ${rule}`);
}

export const stockColumns = {
  required: ['productId', 'stockDate', 'stockQuantity'],
  optional: ['company', 'salesOrganization', 'territoryId', 'isMaxLeadTime', 'isDeleted', 'lastUpdateDate'],
} as const satisfies CsvColumns<string>;
type StockColumn = (typeof stockColumns)['required' | 'optional'][number];

/** Values for omitted columns. */
export interface StockDefaults {
  market: Market;
  lastUpdateDate: CalendarDate;
}

/** Quantity of a max lead time without one. It is meaningless; other systems write the same. */
const placeholder = toThousandths(99_999);

/** Parsed dates are memoized, since calendars have few different ones; this makes the parser several times faster. */
const maxMemoizedDates = 50_000;
const maxCodeLength = 100;

/**
 * Creates a parser of the rows of a stock file.
 * @returns a function that throws RowError for an invalid row
 */
export function stockRowReader(places: ColumnPlaces<StockColumn>, defaults: StockDefaults) {
  const readStockDate = memoize((text: string) => readDate('stockDate', text), maxMemoizedDates);
  const readUpdateDate = memoize((text: string) => readDate('lastUpdateDate', text), maxMemoizedDates);
  let last = defaults.market;

  const text = (fields: readonly string[], column: StockColumn): string => {
    const place = places[column];
    return place === undefined ? '' : (fields[place] ?? '').trim();
  };

  /** Reuses the market object of the previous row if the codes are the same, as in most files. */
  const marketOf = (fields: readonly string[]): Market => {
    const company = text(fields, 'company') || defaults.market.company;
    const salesOrganization = text(fields, 'salesOrganization') || defaults.market.salesOrganization;
    const territoryId = text(fields, 'territoryId') || defaults.market.territoryId;
    if (company !== last.company || salesOrganization !== last.salesOrganization || territoryId !== last.territoryId)
      last = {
        company: readText('company', company, maxCodeLength),
        salesOrganization: readText('salesOrganization', salesOrganization, maxCodeLength),
        territoryId: readText('territoryId', territoryId, maxCodeLength),
      };
    return last;
  };

  return (fields: readonly string[]): { market: Market; row: StockRow } => {
    const isMaxLeadTime = readFlag('isMaxLeadTime', text(fields, 'isMaxLeadTime'));
    const quantity = text(fields, 'stockQuantity');
    const updated = text(fields, 'lastUpdateDate');
    const row = {
      productId: readProductId(text(fields, 'productId')),
      stockDate: readStockDate(text(fields, 'stockDate')),
      stockQuantity: isMaxLeadTime && quantity === '' ? placeholder : readQuantity('stockQuantity', quantity),
      isMaxLeadTime,
      isDeleted: readFlag('isDeleted', text(fields, 'isDeleted')),
      lastUpdateDate: updated === '' ? defaults.lastUpdateDate : readUpdateDate(updated),
    };
    return { market: marketOf(fields), row };
  };
}

export const productColumns = {
  required: ['productId', 'name'],
  optional: ['sku', 'unit'],
} as const satisfies CsvColumns<string>;
type ProductColumn = (typeof productColumns)['required' | 'optional'][number];

/** Parses a row of a products file. Throws RowError if it is invalid. */
export function readProduct(places: ColumnPlaces<ProductColumn>, fields: readonly string[]): Product {
  const text = (column: ProductColumn, maxLength: number, read = readText) => {
    const place = places[column];
    return place === undefined ? null : read(column, (fields[place] ?? '').trim(), maxLength) || null;
  };
  return {
    productId: readProductId((fields[places.productId ?? -1] ?? '').trim()),
    name: text('name', 500, readLines),
    sku: text('sku', 100),
    unit: text('unit', 20),
  };
}
