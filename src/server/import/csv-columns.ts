import type { Market } from '#stock/contract/envelope.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { maxProductId } from '#stock/contract/limits.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { memoize } from '#stock/memoize.ts';
import { toThousandths } from '#stock/thousandths.ts';
import type { StockRow } from '#server/store/stock-store.ts';

import { CellFault, type RowFault } from './cell-fault.ts';
import type { ColumnPlaces, CsvColumns } from './csv-source.ts';
import { type DateForm, readDate } from './date-cell.ts';
import { type DecimalMark, readQuantity } from './quantity-cell.ts';

const productIdFault = new CellFault(`must be a whole number from 1 to ${maxProductId}`);

/**
 * Parses a whole number from 1 to 2,147,483,647, with leading zeros, since some systems pad with them, or as a fraction
 * (`1001.0`). Three zeros behind a mark can be thousands.
 */
export function readProductId(text: string): ProductId | CellFault {
  const [, digits = ''] = /^(\d{1,18})(?:[.,](?:0{0,2}|0{4,}))?$/.exec(text) ?? [];
  const productId = Number(digits);
  return productId >= 1 && productId <= maxProductId ? productId : productIdFault;
}

const flags = new Map([
  ...['true', 't', 'yes', 'y', 'x', '1', '1.0', 'wahr', 'ja', 'j'].map((word) => [word, true] as const),
  ...['', 'false', 'f', 'no', 'n', '0', '0.0', 'falsch', 'nein'].map((word) => [word, false] as const),
]);
const flagFault = new CellFault('must be TRUE or FALSE, yes or no, 1 or 0, or x or empty');

/** Parses a flag as spreadsheets and databases write it, in the languages of the interface. */
export function readFlag(text: string): boolean | CellFault {
  return flags.get(text) ?? flags.get(text.toLowerCase()) ?? flagFault;
}

/** Parses one line of text. */
export function readText(text: string, maxLength: number): string | CellFault {
  if (/[\u0000-\u001f\u007f]/.test(text)) return new CellFault('must be one line without control characters');
  return limitLength(maxLength, text);
}

/** Parses one or more lines of text; converts line ends to `\n`. */
export function readLines(text: string, maxLength: number): string | CellFault {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(lines))
    return new CellFault('must be without control characters other than tabs and line breaks');
  return limitLength(maxLength, lines);
}

function limitLength(maxLength: number, text: string): string | CellFault {
  return text.length > maxLength ? new CellFault(`must have at most ${maxLength} characters`) : text;
}

/** Reads the cells of one row at a time and collects its faults. */
class RowCells<Column extends string> {
  readonly #places: ColumnPlaces<Column>;
  #fields: readonly string[] = [];
  faults: RowFault[] = [];

  constructor(places: ColumnPlaces<Column>) {
    this.#places = places;
  }

  begin(fields: readonly string[]): void {
    this.#fields = fields;
    if (this.faults.length > 0) this.faults = [];
  }

  /** Text of a cell; empty if the column is missing. */
  text(column: Column): string {
    const place = this.#places[column];
    return place === undefined ? '' : plainText((this.#fields[place] ?? '').trim());
  }

  /** The value of a cell; `otherwise` if it is invalid, which is noted. */
  read<Value>(column: Column, parse: (text: string) => Value | CellFault, otherwise: Value): Value {
    const text = this.text(column);
    const value = parse(text);
    if (!(value instanceof CellFault)) return value;
    const { rule, forms } = value;
    this.faults.push({
      column,
      text: text.length > maxShownText ? `${text.slice(0, maxShownText)}...` : text,
      rule,
      forms,
    });
    return otherwise;
  }
}

const maxShownText = 40;
const equalsSign = 0x3d;

/** Empties what databases write for nothing, and removes `="..."`, which keeps spreadsheets from converting a code. */
function plainText(text: string): string {
  if (text === 'NULL' || text === '\\N') return '';
  return text.charCodeAt(0) === equalsSign ? text.replace(/^="(.*)"$/s, '$1') : text;
}

export const stockColumns = {
  required: ['productId', 'stockDate', 'stockQuantity'],
  optional: ['company', 'salesOrganization', 'territoryId', 'isMaxLeadTime', 'isDeleted', 'lastUpdateDate'],
} as const satisfies CsvColumns<string>;
type StockColumn = (typeof stockColumns)['required' | 'optional'][number];

const maxCodeLength = 100;
const readCode = (text: string) => readText(text, maxCodeLength);

/** Values for omitted columns, and how the columns are written. */
export interface StockReading {
  market: Market;
  lastUpdateDate: CalendarDate;
  dates: DateForm | null;
  decimal: DecimalMark | null;
}

/** Quantity of a max lead time without one. It is meaningless; other systems write the same. */
const placeholder = toThousandths(99_999);

/** Parsed dates are memoized, since calendars have few different ones; this makes the parser several times faster. */
const maxMemoizedDates = 50_000;

/**
 * Creates a parser of the rows of a stock file.
 * @returns a function that returns the row with its market, or all its faults
 */
export function stockRowReader(places: ColumnPlaces<StockColumn>, { market: usual, ...reading }: StockReading) {
  const cells = new RowCells(places);
  const readStockDate = memoize(
    (text: string) => readDate(text, { form: reading.dates, hasTime: false }),
    maxMemoizedDates,
  );
  const readUpdateDate = memoize(
    (text: string) => (text === '' ? reading.lastUpdateDate : readDate(text, { form: reading.dates, hasTime: true })),
    maxMemoizedDates,
  );
  const readLevel = (text: string) => readQuantity(text, reading.decimal);
  const readLevelIfAny = (text: string) => (text === '' ? placeholder : readLevel(text));
  let last = usual;

  /** Reuses the market object of the previous row if the codes are the same, as in most files. */
  const readMarket = (): Market => {
    const company = cells.text('company') || usual.company;
    const salesOrganization = cells.text('salesOrganization') || usual.salesOrganization;
    const territoryId = cells.text('territoryId') || usual.territoryId;
    if (company !== last.company || salesOrganization !== last.salesOrganization || territoryId !== last.territoryId)
      last = {
        company: cells.read('company', readCode, '') || usual.company,
        salesOrganization: cells.read('salesOrganization', readCode, '') || usual.salesOrganization,
        territoryId: cells.read('territoryId', readCode, '') || usual.territoryId,
      };
    return last;
  };

  return (fields: readonly string[]): { market: Market; row: StockRow } | readonly RowFault[] => {
    cells.begin(fields);
    const productId = cells.read('productId', readProductId, 0);
    const stockDate = cells.read('stockDate', readStockDate, invalidDate);
    const isMaxLeadTime = cells.read('isMaxLeadTime', readFlag, false);
    const isDeleted = cells.read('isDeleted', readFlag, false);
    // The quantity of a deleted row isn't used either.
    const stockQuantity = cells.read('stockQuantity', isMaxLeadTime || isDeleted ? readLevelIfAny : readLevel, 0);
    const lastUpdateDate = cells.read('lastUpdateDate', readUpdateDate, invalidDate);
    const market = readMarket();
    if (cells.faults.length > 0) return cells.faults;
    return { market, row: { productId, stockDate, stockQuantity, isMaxLeadTime, isDeleted, lastUpdateDate } };
  };
}

/** Stands for an invalid date until the row is rejected. */
const invalidDate: CalendarDate = '0001-01-01';

export const productColumns = {
  required: ['productId', 'name'],
  optional: ['sku', 'unit'],
} as const satisfies CsvColumns<string>;
type ProductColumn = (typeof productColumns)['required' | 'optional'][number];

/**
 * Creates a parser of the rows of a products file.
 * @returns a function that returns the product, or all faults of the row
 */
export function productReader(places: ColumnPlaces<ProductColumn>) {
  const cells = new RowCells(places);
  return (fields: readonly string[]): Product | readonly RowFault[] => {
    cells.begin(fields);
    const product = {
      productId: cells.read('productId', readProductId, 0),
      name: cells.read('name', (text) => readLines(text, 500), '') || null,
      sku: cells.read('sku', (text) => readText(text, 100), '') || null,
      unit: cells.read('unit', (text) => readText(text, 20), '') || null,
    };
    return cells.faults.length > 0 ? cells.faults : product;
  };
}
