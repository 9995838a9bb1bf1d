import type { Product } from '#contract/gateway.ts';
import type { Market } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** One row as stored: key market, product, date, isMaxLeadTime. */
export interface StockRow {
  productId: ProductId;
  stockDate: CalendarDate;
  stockQuantity: Thousandths;
  isMaxLeadTime: boolean;
  isDeleted: boolean;
  lastUpdateDate: CalendarDate;
}

/** One line of a lookup: how much of which product. */
export interface StockLine {
  productId: ProductId;
  quantity: Thousandths;
}

/** What the store finds for a line: the earliest date that covers it, or why there is none. */
export type StockFinding =
  | { kind: 'found'; stockDate: CalendarDate; isMaxLeadTime: boolean; lastUpdateDate: CalendarDate }
  | { kind: 'unknown-product' }
  | { kind: 'quantity-not-available' };

/** A stored row of a calendar that is neither deleted nor, unless asked for, the max lead time. */
export type CalendarRow = Pick<StockRow, 'stockDate' | 'stockQuantity' | 'isMaxLeadTime'>;

/** One page of products with their calendars, by ascending product id. */
export interface CalendarPage {
  /** How many products match, over all pages. */
  totalItemCount: number;
  /** Every matched product id over all pages where ids were asked for; empty where every product was. */
  matchedIds: ProductId[];
  calendars: { productId: ProductId; rows: CalendarRow[] }[];
}

export interface CalendarPageQuery {
  /** The products wanted, without repetition; null for every product of the market. */
  productIds: readonly ProductId[] | null;
  /** From 1. */
  page: number;
  pageSize: number;
  includeMaxLeadTime: boolean;
}

/** What the store holds as a whole. */
export interface StoreState {
  /** Grows by one with every committed import, by whatever process. */
  generation: number;
  /** `demo` until the first import of real data. */
  contents: 'empty' | 'demo' | 'real';
  /** Whether a catalogue with names was imported. */
  searchable: boolean;
}

/**
 * Where stock is kept. Every method sees one committed state: an import shows as a whole or not at all.
 * "Known" is a product with any row in the market, deleted or not (rules, *Answer for a quantity*).
 */
export interface StockStore {
  /** The earliest date for each line, in the order of the lines, by one statement. `today` settles what is history. */
  findStock(market: Market, lines: readonly StockLine[], today: CalendarDate): Promise<StockFinding[]>;
  /**
   * The calendar of one product by ascending date, the max lead time last; null where it is not known.
   * With `quantity`, only the rows on which at least that much is available; the max lead time stays.
   */
  findCalendar(
    market: Market,
    productId: ProductId,
    options: { quantity: Thousandths | null; includeMaxLeadTime: boolean },
  ): Promise<CalendarRow[] | null>;
  /** One page of calendars, by one statement; a page past the end has none, with true counts. */
  findCalendarPage(market: Market, query: CalendarPageQuery): Promise<CalendarPage>;
  /** Products for what was typed: exact id and SKU first, then prefix, then words in any order, then one typing error. */
  searchProducts(query: string, page: number, pageSize: number): Promise<{ products: Product[]; hasMore: boolean }>;
  /** For each key the product of that id, else of that SKU (letter case aside), else null. */
  resolveProducts(keys: readonly string[]): Promise<(Product | null)[]>;
  state(): Promise<StoreState>;
  close(): Promise<void>;
}
