import type { Market } from '#contract/envelope.ts';
import type { Product } from '#contract/gateway.ts';
import { largestProductId, type ProductId } from '#contract/product-id.ts';
import { type CalendarDate, isCalendarDate } from '#lib/calendar-date.ts';
import { remembered } from '#lib/remembered.ts';
import { type Thousandths, toThousandths } from '#lib/thousandths.ts';
import type { StockRow } from '#server/store/stock-store.ts';

import type { ColumnPlaces, CsvColumns } from './csv-source.ts';

/** Why a row is refused: names the column and says what would be right. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';
}

/** A whole number from 1 to 2,147,483,647; leading zeros, which some systems pad with, don't count. */
export function readProductId(text: string): ProductId {
  const productId = /^\d{1,18}$/.test(text) ? Number(text) : 0;
  if (productId < 1 || productId > largestProductId)
    throw refusal('productId', text, `must be a whole number from 1 to ${largestProductId}`);
  return productId;
}

/** A day that exists, `YYYY-MM-DD`. */
export function readDate(column: string, text: string): CalendarDate {
  if (!isCalendarDate(text)) throw refusal(column, text, 'must be a day that exists, written YYYY-MM-DD');
  return text;
}

/**
 * A decimal number with a point and up to three decimals that count, without grouping. What could be a decimal
 * comma is refused: `1,500` is one and a half to one person and fifteen hundred to another.
 */
export function readQuantity(column: string, text: string): Thousandths {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d*)(?:\.(\d+))?$/.exec(text) ?? [];
  if (sign === undefined || (whole === '' && decimals === ''))
    throw refusal(column, text, 'must be a number with a decimal point and without grouping, for example 1234.5');
  const counting = decimals.replace(/0+$/, '');
  if (counting.length > 3) throw refusal(column, text, 'must have at most three decimals');
  const thousandths = Number(whole) * 1000 + Number(counting.padEnd(3, '0'));
  if (!Number.isSafeInteger(thousandths)) throw refusal(column, text, 'must be at most 9,007,199,254,740');
  return sign === '-' && thousandths !== 0 ? -thousandths : thousandths;
}

/** TRUE, true or 1; FALSE, false, 0 or nothing. */
export function readFlag(column: string, text: string): boolean {
  if (/^(?:true|1)$/i.test(text)) return true;
  if (/^(?:false|0)?$/i.test(text)) return false;
  throw refusal(column, text, 'must be TRUE or FALSE');
}

/** One line of text up to `longest` characters. */
export function readText(column: string, text: string, longest: number): string {
  if (/[\u0000-\u001f\u007f]/.test(text)) throw new RowRefused(`${column} must be one line without control characters`);
  return upTo(longest, column, text);
}

/** Text of one or more lines up to `longest` characters; a line's end is a single `\n` whatever it was. */
export function readLines(column: string, text: string, longest: number): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(lines))
    throw new RowRefused(`${column} must be without control characters other than tabs and line breaks`);
  return upTo(longest, column, lines);
}

function upTo(longest: number, column: string, text: string): string {
  if (text.length > longest)
    throw refusal(column, `${text.slice(0, 20)}...`, `must have at most ${longest} characters`);
  return text;
}

function refusal(column: string, text: string, rule: string): RowRefused {
  return new RowRefused(text === '' ? `${column} is missing: it ${rule}` : `${column} ${JSON.stringify(text)} ${rule}`);
}

export const stockColumns = {
  required: ['productId', 'stockDate', 'stockQuantity'],
  optional: ['company', 'salesOrganization', 'territoryId', 'isMaxLeadTime', 'isDeleted', 'lastUpdateDate'],
} as const satisfies CsvColumns<string>;
type StockColumn = (typeof stockColumns)['required' | 'optional'][number];

/** What a row that leaves it out is given. */
export interface StockDefaults {
  market: Market;
  lastUpdateDate: CalendarDate;
}

/** Of a max lead time, whose quantity means nothing and may be left out; other systems write the same. */
const placeholder = toThousandths(99_999);

/** Calendars have few different dates; checking each once is most of the speed of this reader. */
const mostDates = 50_000;
const longestCode = 100;

/**
 * Reads the fields of rows of a stock file.
 * @returns a function that throws RowRefused for a row that can't be taken
 */
export function stockRowReader(places: ColumnPlaces<StockColumn>, defaults: StockDefaults) {
  const readStockDate = remembered((text: string) => readDate('stockDate', text), mostDates);
  const readUpdateDate = remembered((text: string) => readDate('lastUpdateDate', text), mostDates);
  let last = defaults.market;

  const text = (fields: readonly string[], column: StockColumn): string => {
    const place = places[column];
    return place === undefined ? '' : (fields[place] ?? '').trim();
  };

  /** The same object for the same codes as in the row before: most files are of one market. */
  const marketOf = (fields: readonly string[]): Market => {
    const company = text(fields, 'company') || defaults.market.company;
    const salesOrganization = text(fields, 'salesOrganization') || defaults.market.salesOrganization;
    const territoryId = text(fields, 'territoryId') || defaults.market.territoryId;
    if (company !== last.company || salesOrganization !== last.salesOrganization || territoryId !== last.territoryId)
      last = {
        company: readText('company', company, longestCode),
        salesOrganization: readText('salesOrganization', salesOrganization, longestCode),
        territoryId: readText('territoryId', territoryId, longestCode),
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

/** Reads the fields of a row of a products file. Throws RowRefused for one that can't be taken. */
export function readProduct(places: ColumnPlaces<ProductColumn>, fields: readonly string[]): Product {
  const text = (column: ProductColumn, longest: number, read = readText) => {
    const place = places[column];
    return place === undefined ? null : read(column, (fields[place] ?? '').trim(), longest) || null;
  };
  return {
    productId: readProductId((fields[places.productId ?? -1] ?? '').trim()),
    name: text('name', 500, readLines),
    sku: text('sku', 100),
    unit: text('unit', 20),
  };
}
