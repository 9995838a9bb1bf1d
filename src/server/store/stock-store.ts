import type { CalendarCounts } from '#stock/contract/calendars.ts';
import type { ChangeFilter } from '#stock/contract/calendar-options.ts';
import type { Market } from '#stock/contract/envelope.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import type { CalendarIndexStore } from './calendar-index.ts';
import type { SortedPage, SortedPageQuery } from './product-queries.ts';
import type { ObservedCalendarStore } from './observed-calendars.ts';
import type { DocumentStore } from './sql-documents.ts';
import type { NotificationStore } from './sql-notifications.ts';
import type { KeyStore } from './sql-keys.ts';
import type { PromiseStore } from './sql-promises.ts';
import type { RunStore } from './sql-runs.ts';
import type { SessionStore } from './sql-sessions.ts';

/** One row as stored. Key: market, product, date, isMaxLeadTime. */
export interface StockRow {
  productId: ProductId;
  stockDate: CalendarDate;
  stockQuantity: Thousandths;
  isMaxLeadTime: boolean;
  isDeleted: boolean;
  lastUpdateDate: CalendarDate;
}

/** One line of a lookup: a product and a quantity. */
export interface StockLine {
  productId: ProductId;
  quantity: Thousandths;
}

/** Result for a line: the earliest date that covers it, or why there is none. */
export type StockFinding =
  | { kind: 'found'; stockDate: CalendarDate; isMaxLeadTime: boolean; lastUpdateDate: CalendarDate }
  | { kind: 'unknown-product' }
  | { kind: 'quantity-not-available' };

/** A calendar row that isn't deleted. The max lead time is included only on request. */
export type CalendarRow = Pick<StockRow, 'stockDate' | 'stockQuantity' | 'isMaxLeadTime'>;

/** One page of products with their calendars, by ascending product ID. */
export interface CalendarPage {
  /** Number of matching products, over all pages. */
  totalItemCount: number;
  /** Matched product IDs of all pages if IDs were requested; empty if all products were. */
  matchedIds: ProductId[];
  calendars: { productId: ProductId; rows: CalendarRow[] }[];
}

export interface CalendarPageQuery {
  /** Requested products, without duplicates; null for all products of the market. */
  productIds: readonly ProductId[] | null;
  /** From 1. */
  page: number;
  pageSize: number;
  includeMaxLeadTime: boolean;
}

/** State of the store as a whole. */
export interface StoreState {
  /** Number of committed imports, by any process. */
  generation: number;
  /** `demo` until the first import of real data. */
  contents: 'empty' | 'demo' | 'real';
  /** Whether a product catalog was imported. */
  searchable: boolean;
}

/**
 * Stock of all markets. Every method reads one committed state: an import becomes visible as a whole or not at all.
 * A product is known if it has any row in the market, even a deleted one.
 */
export interface StockStore {
  /** Finds the earliest date for each line, in the order of the lines, by one statement. `today` excludes past rows. */
  findStock(market: Market, lines: readonly StockLine[], today: CalendarDate): Promise<StockFinding[]>;
  /**
   * Returns the calendar of one product by ascending date, the max lead time last; null if the product is unknown.
   * With `quantity`, it contains only rows with at least that quantity, and the max lead time.
   */
  findCalendar(
    market: Market,
    productId: ProductId,
    options: { quantity: Thousandths | null; includeMaxLeadTime: boolean },
  ): Promise<CalendarRow[] | null>;
  /** Returns one page of calendars, by one statement. A page past the end has no calendars, but correct counts. */
  findCalendarPage(market: Market, query: CalendarPageQuery): Promise<CalendarPage>;
  /**
   * Returns the product IDs of one page in an order, narrowed by a tile or a text, and counts all products by tile.
   * The first call after an import waits until all entries of the market are loaded. Other methods aren't delayed.
   */
  sortedPage(market: Market, query: SortedPageQuery): Promise<SortedPage>;
  /** Has the products of a market ready for `sortedPage`, also after each import, without delaying other methods. */
  keepProductsReady(market: Market): void;
  /**
   * Searches products. Order: exact ID and SKU, prefixes, words in any order, one typing error.
   * @param market only products that are known there; the whole catalog if omitted, as for the next two
   */
  searchProducts(
    query: string,
    page: number,
    pageSize: number,
    market?: Market,
  ): Promise<{ products: Product[]; hasMore: boolean }>;
  /** Returns for each key the product with that ID, otherwise with that SKU (case-insensitive), otherwise null. */
  resolveProducts(keys: readonly string[], market?: Market): Promise<(Product | null)[]>;
  /** Returns for each text up to three products of whose names it has most words, whatever the others are. */
  suggestProducts(texts: readonly string[], market?: Market): Promise<Product[][]>;
  state(): Promise<StoreState>;
  /**
   * Compares all data with the checksum of the last import. If they differ, all other methods reject with the returned
   * error from then on, so that damaged data is never served.
   */
  findDamage(): Promise<DamagedStoreError | null>;
  close(): Promise<void>;
}

export interface WriteOptions {
  contents: 'demo' | 'real';
  /** Whether to delete all existing stock rows. */
  replaceStock: boolean;
  /** Whether to delete the entire existing catalog. */
  replaceProducts: boolean;
  /** When the import becomes visible, Unix milliseconds; by the clock if undefined. */
  committedAt?: number;
}

/**
 * One import. Its changes become visible together on {@link StockWriter.commit}. It holds the exclusive write lock;
 * readers in all processes keep seeing the previous state. Demo data is always deleted: it never mixes with real
 * data. Calendars of real data that it changes are kept (`calendar-history.ts`). After a failure, only
 * {@link StockWriter.close} may be called.
 */
export interface StockWriter {
  /** Contents of the store before this import. */
  readonly previousContents: StoreState['contents'];
  /**
   * Inserts the row, or replaces the row of an earlier import with the same key. A max lead time that isn't deleted
   * replaces all max lead times of the product from earlier imports, whatever their dates. To be called once for a key,
   * and once for a max lead time of a product that isn't deleted.
   */
  putStock(market: Market, row: StockRow): void;
  /** Inserts the product, or replaces it if it is from an earlier import. To be called once for a product. */
  putProduct(product: Product): void;
  /** Moves pending rows to the database. To be awaited about every thousand rows, to limit memory. */
  drain(): Promise<void>;
  /** Makes all changes visible to every reader at once. */
  commit(): Promise<void>;
  /** Discards the changes unless they were committed, and releases the store. */
  close(): Promise<void>;
}

/** The earlier calendars of one product. */
export interface ProductHistory {
  /** Since when every replaced calendar is kept, Unix milliseconds. */
  from: number;
  /** Ascending. */
  replaced: ReplacedCalendar[];
}

export interface ReplacedCalendar {
  /** When the next calendar became visible, Unix milliseconds. */
  replacedAt: number;
  /** Null if the product was unknown before. */
  rows: CalendarRow[] | null;
}

/** Which changes to list, for which quantity. */
export interface ChangesQuery {
  /** Null for all products of the market. */
  productIds: readonly ProductId[] | null;
  /** Unix milliseconds. */
  since: number;
  /** Null for any quantity above 0. */
  quantity: Thousandths | null;
  /** Unit of the quantity; undefined for the most frequent one. */
  unit: string | undefined;
  /** Text in the product's ID, SKU or name. */
  find?: string | undefined;
  /** Undefined for all. */
  direction?: ChangeFilter | undefined;
  today: CalendarDate;
  /** Where imports have their day. */
  timeZone: string;
  /** Day of `since` for which all products are counted; null for no counts. */
  countedOn: CalendarDate | null;
  /** From 1. */
  page: number;
  pageSize: number;
}

/** A page of products whose calendars, from today on, differ from those at a time, worst first. */
export interface StoredChanges {
  /** State of the store that everything is from. */
  generation: number;
  /** Since when earlier calendars are kept, Unix milliseconds; null if none are yet. */
  historyFrom: number | null;
  /** When the calendars of an external service were last loaded, Unix milliseconds; null for those of the store. */
  observedAt: number | null;
  /** The time that was compared with: never before `historyFrom`. */
  since: number;
  unit: string | null;
  counts: { gone: number; later: number; earlier: number; same: number };
  /** All products as they were counted at that time; null if that isn't asked, or the history doesn't reach back. */
  countsThen: Pick<CalendarCounts, 'tiles' | 'shortNow'> | null;
  /** A calendar is null where the product is unknown. */
  rows: { productId: ProductId; before: readonly CalendarRow[] | null; now: readonly CalendarRow[] | null }[];
}

export interface ObservedSource {
  source: string;
  /** Null without one. */
  fillId: number | null;
}

/** Calendars that imports replaced by different ones, or that were observed in an external service. */
export interface CalendarHistoryStore {
  findProductHistory(market: Market, productId: ProductId): Promise<ProductHistory>;
  /** Compares all calendars of a market with those at a time, in the thread of {@link StockStore.sortedPage}. */
  findChanges(market: Market, query: ChangesQuery): Promise<StoredChanges>;
  /** Compares the calendars of an external service in the same way. Products are counted by a fill of its index. */
  findObservedChanges(of: ObservedSource, query: ChangesQuery): Promise<StoredChanges>;
  /** Measures the earlier calendars of all markets, those of imports or those that were observed, in the same thread. */
  findHistorySize(of: KeptHistory): Promise<HistorySize>;
}

/** Calendars that imports replaced, or that were observed in an external service. */
export type KeptHistory = 'replaced' | 'observed';

/** How much a history takes up. */
export interface HistorySize {
  /** Number of calendars. */
  calendars: number;
  /** In the database, with its indexes. */
  bytes: number;
  /** Since when calendars are kept, Unix milliseconds; null if none are yet. */
  from: number | null;
}

export type Store = StockStore &
  CalendarHistoryStore &
  SessionStore &
  CalendarIndexStore &
  ObservedCalendarStore &
  DocumentStore &
  PromiseStore &
  NotificationStore &
  RunStore &
  KeyStore;

/** The store can't be opened or read; the message is for the administrator. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** The error for a store that can't be opened; `reason` defaults to the cause's own message. */
export function openError(name: string, cause: unknown, reason: string | undefined): StoreError {
  if (cause instanceof StoreError) return cause;
  const message = cause instanceof Error ? `${cause.message}.` : String(cause);
  return new StoreError(`Can't open the store ${name}: ${reason ?? message}`, { cause });
}

/** The stored data differs from what was imported. */
export class DamagedStoreError extends StoreError {
  override readonly name = 'DamagedStoreError';

  /** @param place the damaged file */
  constructor(place: string, cause: string) {
    super(
      `${place} is damaged and is not served. Restore a backup, or delete it and import your data again, then restart the server.`,
      { cause },
    );
  }
}

/** A newer version of this program wrote the store. */
export class NewerSchemaError extends StoreError {
  override readonly name = 'NewerSchemaError';
}

/** Another import held the write lock for longer than the timeout. */
export class StoreBusyError extends StoreError {
  override readonly name = 'StoreBusyError';

  constructor(cause: unknown) {
    super('Another import is in progress. Wait until it is finished, then start this one again.', { cause });
  }
}

/**
 * Location of the store: a local SQLite file, or a PostgreSQL URL including the password, with the URLs of the hot
 * standbys for lookups.
 */
export type StoreLocation =
  | { kind: 'sqlite'; path: string }
  | { kind: 'postgres'; url: string; readUrls?: readonly string[] };

/** Name of the store in messages: its path, or its address without user and password. */
export function nameOfStore(location: StoreLocation): string {
  if (location.kind === 'sqlite') return location.path;
  const { host, pathname } = new URL(location.url);
  return `postgres://${host}${pathname}`;
}

/** Error codes of PostgreSQL and Node for a database that is down, starting, stopping or out of connections. */
const unavailableCodes = new Set<unknown>(
  `ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ETIMEDOUT CONNECT_TIMEOUT CONNECTION_CLOSED CONNECTION_ENDED
  CONNECTION_DESTROYED 57P01 57P02 57P03 53300`.split(/\s+/),
);
/** SQLite result codes for a file that is locked, damaged or missing, or on a failing or full disk. */
const unavailableResults = new Set<unknown>([5, 6, 10, 11, 13, 14, 26]);

/** Those of them that indicate a damaged file. */
const damageResults = new Set<unknown>([11, 26]);

/** SQLite's messages for these codes. When reading rows, the package omits the code. */
const resultsBySentence = new Map([
  ['database is locked', 5],
  ['database table is locked', 6],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['file is not a database', 26],
]);

function sqliteResult(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff;
  const isOfDatabase = 'code' in error && error.code === 'ERR_SQLITE_ERROR';
  return isOfDatabase ? (resultsBySentence.get(error.message) ?? null) : null;
}

/** Whether SQLite reports that the file is damaged or not a database. */
export function isStoreDamage(error: unknown): boolean {
  return damageResults.has(sqliteResult(error));
}

/** Whether an error means that the store is currently unavailable, independent of the statement. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const result = sqliteResult(error);
  if (result !== null) return unavailableResults.has(result);
  // `query` marks a connection of ours to the database, as opposed to one of a client.
  const isBroken = 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE') && 'query' in error;
  return isBroken || ('code' in error && unavailableCodes.has(error.code));
}
