import type { Market } from '#contract/envelope.ts';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { connect, connectingFailure, disconnect, migrate, postgresSchema, type Sql } from './postgres-client.ts';
import { PostgresProductSearch } from './postgres-product-search.ts';
import { PostgresStockReader } from './postgres-stock-reader.ts';
import {
  type CalendarPage,
  type CalendarPageQuery,
  type CalendarRow,
  nameOfStore,
  type SessionStore,
  type StockFinding,
  type StockLine,
  type StockStore,
  type StoredSession,
  type StoreState,
} from './stock-store.ts';

/** Connections of one process. A statement takes one for well under a millisecond. */
const mostConnections = 10;

/**
 * Opens the database at `url` and brings its tables up to date. Any number of processes may do so, at once.
 * @throws NewerSchemaError where a newer version of the program wrote it, and StoreError where it can't be used.
 */
export async function openPostgresStore(url: string): Promise<PostgresStore> {
  const sql = connect(url, mostConnections);
  const name = nameOfStore({ kind: 'postgres', url });
  try {
    await migrate(sql, postgresSchema, name);
  } catch (error) {
    await disconnect(sql);
    throw connectingFailure(name, error);
  }
  return new PostgresStore(sql);
}

/** The store that several processes share: every read is one statement or one transaction, and so one committed state. */
export class PostgresStore implements StockStore, SessionStore {
  readonly #sql: Sql;
  readonly #stock: PostgresStockReader;
  readonly #products: PostgresProductSearch;
  readonly #sessions: PostgresSessionStore;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#stock = new PostgresStockReader(sql);
    this.#products = new PostgresProductSearch(sql);
    this.#sessions = new PostgresSessionStore(sql);
  }

  findStock(market: Market, lines: readonly StockLine[], today: CalendarDate): Promise<StockFinding[]> {
    return this.#stock.findStock(market, lines, today);
  }

  findCalendar(
    market: Market,
    productId: ProductId,
    options: { quantity: Thousandths | null; includeMaxLeadTime: boolean },
  ): Promise<CalendarRow[] | null> {
    return this.#stock.findCalendar(market, productId, options);
  }

  findCalendarPage(market: Market, query: CalendarPageQuery): Promise<CalendarPage> {
    return this.#stock.findCalendarPage(market, query);
  }

  searchProducts(query: string, page: number, pageSize: number): Promise<{ products: Product[]; hasMore: boolean }> {
    return this.#products.search(query, page, pageSize);
  }

  resolveProducts(keys: readonly string[]): Promise<(Product | null)[]> {
    return this.#products.resolve(keys);
  }

  async state(): Promise<StoreState> {
    const [state] = await this.#sql<StoreState[]>`
      SELECT generation, contents, searchable FROM store_state WHERE id = 1`;
    if (state === undefined) throw new Error('The table store_state holds no row.');
    return { ...state };
  }

  saveSession(session: StoredSession): Promise<void> {
    return this.#sessions.saveSession(session);
  }

  findSession(idDigest: string, now: number): Promise<StoredSession | null> {
    return this.#sessions.findSession(idDigest, now);
  }

  deleteSession(idDigest: string): Promise<void> {
    return this.#sessions.deleteSession(idDigest);
  }

  deleteSessionsOf(personDigest: string): Promise<void> {
    return this.#sessions.deleteSessionsOf(personDigest);
  }

  deleteExpiredSessions(now: number): Promise<void> {
    return this.#sessions.deleteExpiredSessions(now);
  }

  async close(): Promise<void> {
    await disconnect(this.#sql);
  }
}

/** Sessions that every process on the database knows. */
export class PostgresSessionStore implements SessionStore {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async saveSession({ idDigest, personDigest, sealedCredentials, expiresAt }: StoredSession): Promise<void> {
    const sql = this.#sql;
    await sql`
      INSERT INTO session (id_digest, person_digest, sealed_credentials, expires_at)
      VALUES (${idDigest}, ${personDigest}, ${Buffer.from(sealedCredentials)}, ${expiresAt})
      ON CONFLICT (id_digest) DO UPDATE
      SET person_digest = excluded.person_digest, sealed_credentials = excluded.sealed_credentials,
        expires_at = excluded.expires_at`;
  }

  async findSession(idDigest: string, now: number): Promise<StoredSession | null> {
    const sql = this.#sql;
    const [found] = await sql<StoredSession[]>`
      SELECT id_digest AS "idDigest", person_digest AS "personDigest", sealed_credentials AS "sealedCredentials",
        expires_at AS "expiresAt"
      FROM session WHERE id_digest = ${idDigest} AND expires_at >= ${now}`;
    return found === undefined ? null : { ...found, sealedCredentials: new Uint8Array(found.sealedCredentials) };
  }

  async deleteSession(idDigest: string): Promise<void> {
    const sql = this.#sql;
    await sql`DELETE FROM session WHERE id_digest = ${idDigest}`;
  }

  async deleteSessionsOf(personDigest: string): Promise<void> {
    const sql = this.#sql;
    await sql`DELETE FROM session WHERE person_digest = ${personDigest}`;
  }

  async deleteExpiredSessions(now: number): Promise<void> {
    const sql = this.#sql;
    await sql`DELETE FROM session WHERE expires_at < ${now}`;
  }
}
