import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { dirname, join } from 'node:path';

import type { Market } from '#contract/envelope.ts';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type {
  CalendarPage,
  CalendarPageQuery,
  CalendarRow,
  SessionStore,
  StockFinding,
  StockLine,
  StockStore,
  StoredSession,
  StoreState,
} from './stock-store.ts';
import { openDatabase, sessionSchema, stockSchema } from './sqlite-database.ts';
import { SqliteProductSearch } from './sqlite-product-search.ts';
import { SqliteStockReader } from './sqlite-stock-reader.ts';

/** Where the embedded database lies in the folder `DATA_DIR`. */
export function storePath(dataDir: string): string {
  return join(dataDir, 'stock.sqlite');
}

/**
 * Opens or creates the database at `path` (`:memory:` for one that is nowhere); sessions lie beside it in
 * `sessions.sqlite`. Any number of processes may have it open, and one of them import.
 * @throws NewerSchemaError where a newer version of the program wrote it, and StoreError where it can't be opened.
 */
export function openSqliteStore(path: string): SqliteStore {
  const stock = openDatabase(path, stockSchema);
  try {
    const sessionsPath = path === ':memory:' ? path : join(dirname(path), 'sessions.sqlite');
    return new SqliteStore(stock, openDatabase(sessionsPath, sessionSchema));
  } catch (error) {
    stock.close();
    throw error;
  }
}

/** The embedded store: every read is one statement or one transaction, and so one committed state. */
export class SqliteStore implements StockStore, SessionStore {
  readonly #databases: readonly DatabaseSyncInstance[];
  readonly #stock: SqliteStockReader;
  readonly #products: SqliteProductSearch;
  readonly #sessions: SqliteSessionStore;
  readonly #state: StatementSyncInstance;

  constructor(stock: DatabaseSyncInstance, sessions: DatabaseSyncInstance) {
    this.#databases = [stock, sessions];
    this.#stock = new SqliteStockReader(stock);
    this.#products = new SqliteProductSearch(stock);
    this.#sessions = new SqliteSessionStore(sessions);
    this.#state = stock.prepare('SELECT generation, contents, searchable FROM store_state WHERE id = 1');
  }

  async findStock(market: Market, lines: readonly StockLine[], today: CalendarDate): Promise<StockFinding[]> {
    return this.#stock.findStock(market, lines, today);
  }

  async findCalendar(
    market: Market,
    productId: ProductId,
    options: { quantity: Thousandths | null; includeMaxLeadTime: boolean },
  ): Promise<CalendarRow[] | null> {
    return this.#stock.findCalendar(market, productId, options);
  }

  async findCalendarPage(market: Market, query: CalendarPageQuery): Promise<CalendarPage> {
    return this.#stock.findCalendarPage(market, query);
  }

  async searchProducts(
    query: string,
    page: number,
    pageSize: number,
  ): Promise<{ products: Product[]; hasMore: boolean }> {
    return this.#products.search(query, page, pageSize);
  }

  async resolveProducts(keys: readonly string[]): Promise<(Product | null)[]> {
    return this.#products.resolve(keys);
  }

  async state(): Promise<StoreState> {
    const { generation, contents, searchable } = this.#state.get() as Omit<StoreState, 'searchable'> & {
      searchable: number;
    };
    return { generation, contents, searchable: searchable === 1 };
  }

  async saveSession(session: StoredSession): Promise<void> {
    return this.#sessions.saveSession(session);
  }

  async findSession(idDigest: string, now: number): Promise<StoredSession | null> {
    return this.#sessions.findSession(idDigest, now);
  }

  async deleteSession(idDigest: string): Promise<void> {
    return this.#sessions.deleteSession(idDigest);
  }

  async deleteSessionsOf(personDigest: string): Promise<void> {
    return this.#sessions.deleteSessionsOf(personDigest);
  }

  async deleteExpiredSessions(now: number): Promise<void> {
    return this.#sessions.deleteExpiredSessions(now);
  }

  async close(): Promise<void> {
    for (const database of this.#databases) database.close();
  }
}

/** Sessions in a table of a database of their own. */
export class SqliteSessionStore implements SessionStore {
  readonly #save: StatementSyncInstance;
  readonly #find: StatementSyncInstance;
  readonly #delete: StatementSyncInstance;
  readonly #deleteOf: StatementSyncInstance;
  readonly #deleteExpired: StatementSyncInstance;

  constructor(database: DatabaseSyncInstance) {
    this.#save = database.prepare(
      `INSERT INTO session (id_digest, person_digest, sealed_credentials, expires_at)
       VALUES (:idDigest, :personDigest, :sealedCredentials, :expiresAt)
       ON CONFLICT (id_digest) DO UPDATE
       SET person_digest = excluded.person_digest, sealed_credentials = excluded.sealed_credentials,
         expires_at = excluded.expires_at`,
    );
    this.#find = database.prepare(
      `SELECT id_digest AS idDigest, person_digest AS personDigest, sealed_credentials AS sealedCredentials,
         expires_at AS expiresAt
       FROM session WHERE id_digest = :idDigest AND expires_at >= :now`,
    );
    this.#delete = database.prepare('DELETE FROM session WHERE id_digest = :idDigest');
    this.#deleteOf = database.prepare('DELETE FROM session WHERE person_digest = :personDigest');
    this.#deleteExpired = database.prepare('DELETE FROM session WHERE expires_at < :now');
  }

  async saveSession(session: StoredSession): Promise<void> {
    this.#save.run({ ...session });
  }

  async findSession(idDigest: string, now: number): Promise<StoredSession | null> {
    const found = this.#find.get({ idDigest, now }) as StoredSession | undefined;
    return found === undefined ? null : { ...found, sealedCredentials: new Uint8Array(found.sealedCredentials) };
  }

  async deleteSession(idDigest: string): Promise<void> {
    this.#delete.run({ idDigest });
  }

  async deleteSessionsOf(personDigest: string): Promise<void> {
    this.#deleteOf.run({ personDigest });
  }

  async deleteExpiredSessions(now: number): Promise<void> {
    this.#deleteExpired.run({ now });
  }
}
