import type { Market } from '#contract/envelope.ts';
import type { Product } from '#contract/gateway.ts';
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
  /**
   * Reads all that there is and holds it against what the last import left. From then on nothing is served from what
   * doesn't add up: every other method rejects with the error that is given here.
   */
  findDamage(): Promise<DamagedStoreError | null>;
  close(): Promise<void>;
}

/** What became of a row: written, or refused because the same import already wrote what it would contradict. */
export type RowOutcome = 'written' | 'repeated' | 'second-max-lead-time';

export interface WriteOptions {
  contents: 'demo' | 'real';
  /** Whether all stock rows of before go. */
  replaceStock: boolean;
  /** Whether the whole catalogue of before goes. */
  replaceProducts: boolean;
}

/**
 * One import: everything between its opening and {@link StockWriter.commit} shows as a whole or not at all. It
 * holds the one right to write; readers in this and other processes go on with what was there before. Demo data
 * goes in any case: it never lies beside real data. Nothing but {@link StockWriter.close} may follow a failure.
 */
export interface StockWriter {
  /** What the store held before. */
  readonly previousContents: StoreState['contents'];
  /**
   * Inserts the row or replaces the one with its key that an earlier import left. A live max lead time replaces
   * every other one that earlier imports left for the product, whatever their dates.
   */
  putStock(market: Market, row: StockRow): RowOutcome;
  /** Inserts the product or replaces what an earlier import said of it. */
  putProduct(product: Product): Exclude<RowOutcome, 'second-max-lead-time'>;
  /** To be awaited every thousand rows or so: what was put moves on to the store instead of piling up here. */
  drain(): Promise<void>;
  /** Makes everything written the truth for every reader at once. */
  commit(): Promise<void>;
  /** Leaves everything as it was, unless it was committed, and lets the store go. */
  close(): Promise<void>;
}

/** A signed-in browser: its credentials encrypted, found by the digest of the random id in its cookie. */
export interface StoredSession {
  /** SHA-256 of the session id, hex; the id itself is nowhere but in the cookie. */
  idDigest: string;
  /** Whose it is, as a keyed digest: the same for every session of one person, and telling nothing else. */
  personDigest: string;
  /** The credentials, encrypted with `SESSION_SECRET`. */
  sealedCredentials: Uint8Array;
  /** Unix seconds after which the session is void unless it is used before. */
  expiresAt: number;
}

/** Where sessions are kept, so that they outlast a restart and can be revoked. */
export interface SessionStore {
  saveSession(session: StoredSession): Promise<void>;
  /** The session, or null where there is none or `now` (Unix seconds) is past its end. */
  findSession(idDigest: string, now: number): Promise<StoredSession | null>;
  /** Moves the end of a session that is still there. */
  extendSession(idDigest: string, expiresAt: number): Promise<void>;
  deleteSession(idDigest: string): Promise<void>;
  /** Removes every session of a person. */
  deleteSessionsOf(personDigest: string): Promise<void>;
  /** Removes what is past its end. */
  deleteExpiredSessions(now: number): Promise<void>;
}

export type Store = StockStore & SessionStore;

/** The store can't be opened or read; the message is a sentence for who runs it. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** What the store holds is not what was imported. */
export class DamagedStoreError extends StoreError {
  override readonly name = 'DamagedStoreError';

  /** @param place what is damaged */
  constructor(place: string, cause: string) {
    super(
      `${place} is damaged and is not served. Restore a backup, or delete it and import your data again, then restart the server.`,
      { cause },
    );
  }
}

/** The store was written by a newer version of this program. */
export class NewerSchemaError extends StoreError {
  override readonly name = 'NewerSchemaError';
}

/** Another import holds the right to write, and went on for longer than one waits. */
export class StoreBusyError extends StoreError {
  override readonly name = 'StoreBusyError';

  constructor(cause: unknown) {
    super('Another import is in progress. Wait until it is finished, then start this one again.', { cause });
  }
}

/**
 * Which database holds everything: a file of this machine, or PostgreSQL at an address that holds its password, with the
 * addresses of the hot standbys that lookups may go to.
 */
export type StoreLocation =
  | { kind: 'sqlite'; path: string }
  | { kind: 'postgres'; url: string; readUrls?: readonly string[] };

/** What it is called in sentences: its path, or its address without user and password. */
export function nameOfStore(location: StoreLocation): string {
  if (location.kind === 'sqlite') return location.path;
  const { host, pathname } = new URL(location.url);
  return `postgres://${host}${pathname}`;
}

/** PostgreSQL's and Node's codes of a database that is down, starting, stopping or full of connections. */
const lostCodes = new Set<unknown>(
  `ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ETIMEDOUT CONNECT_TIMEOUT CONNECTION_CLOSED CONNECTION_ENDED
  CONNECTION_DESTROYED 57P01 57P02 57P03 53300`.split(/\s+/),
);
/** SQLite's of a file that is locked, damaged, gone, or on a disk that fails or is full. */
const lostResults = new Set<unknown>([5, 6, 10, 11, 13, 14, 26]);

/** Of these the ones that say that the file is damaged. */
const damageResults = new Set<unknown>([11, 26]);

/** SQLite's sentences for them: where rows are asked for, the package leaves the number out. */
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

/** Whether SQLite says that what it reads is damaged, or no database. */
export function isStoreDamage(error: unknown): boolean {
  return damageResults.has(sqliteResult(error));
}

/** Whether a failure says that the store can't be read or written at the moment, whatever was asked of it. */
export function isStoreLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const result = sqliteResult(error);
  if (result !== null) return lostResults.has(result);
  // By a connection of ours to the database, and not by one of a caller.
  const isBroken = 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE') && 'query' in error;
  return isBroken || ('code' in error && lostCodes.has(error.code));
}
