import type { Market } from '#contract/envelope.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { StockRow } from '#server/store/stock-store.ts';

import type { ColumnPlaces, CsvColumns } from './csv-header.ts';
import { readDate, readFlag, readProductId, readQuantity, readText } from './field-readers.ts';

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

/** Calendars have few different dates; checking each once is most of the speed of this reader. */
const mostDates = 50_000;
const longestCode = 100;

/** Reads the fields of rows of a stock file. */
export class StockRowReader {
  readonly #places: ColumnPlaces<StockColumn>;
  readonly #defaults: StockDefaults;
  readonly #dates = new Map<string, CalendarDate>();
  #market: Market;

  constructor(places: ColumnPlaces<StockColumn>, defaults: StockDefaults) {
    this.#places = places;
    this.#defaults = defaults;
    this.#market = defaults.market;
  }

  /** Throws RowRefused for a row that can't be taken. */
  read(fields: readonly string[]): { market: Market; row: StockRow } {
    const row = {
      productId: readProductId(this.#text(fields, 'productId')),
      stockDate: this.#date('stockDate', this.#text(fields, 'stockDate')),
      stockQuantity: readQuantity('stockQuantity', this.#text(fields, 'stockQuantity')),
      isMaxLeadTime: readFlag('isMaxLeadTime', this.#text(fields, 'isMaxLeadTime')),
      isDeleted: readFlag('isDeleted', this.#text(fields, 'isDeleted')),
      lastUpdateDate: this.#lastUpdateDate(this.#text(fields, 'lastUpdateDate')),
    };
    return { market: this.#marketOf(fields), row };
  }

  /** The same object for the same codes as in the row before: most files are of one market. */
  #marketOf(fields: readonly string[]): Market {
    const { market } = this.#defaults;
    const company = this.#text(fields, 'company') || market.company;
    const salesOrganization = this.#text(fields, 'salesOrganization') || market.salesOrganization;
    const territoryId = this.#text(fields, 'territoryId') || market.territoryId;
    const last = this.#market;
    if (company !== last.company || salesOrganization !== last.salesOrganization || territoryId !== last.territoryId)
      this.#market = {
        company: readText('company', company, longestCode),
        salesOrganization: readText('salesOrganization', salesOrganization, longestCode),
        territoryId: readText('territoryId', territoryId, longestCode),
      };
    return this.#market;
  }

  #lastUpdateDate(text: string): CalendarDate {
    return text === '' ? this.#defaults.lastUpdateDate : this.#date('lastUpdateDate', text);
  }

  #date(column: StockColumn, text: string): CalendarDate {
    const known = this.#dates.get(text);
    if (known !== undefined) return known;
    const date = readDate(column, text);
    if (this.#dates.size < mostDates) this.#dates.set(text, date);
    return date;
  }

  #text(fields: readonly string[], column: StockColumn): string {
    const place = this.#places[column];
    return place === undefined ? '' : (fields[place] ?? '').trim();
  }
}
