import { type Sql, connect, connectingFailure, disconnect, migrate, postgresSchema } from './postgres-client.ts';
import { PostgresProductSearch } from './postgres-product-search.ts';
import { PostgresStockReader } from './postgres-stock-reader.ts';
import {
  nameOfStore,
  type SessionStore,
  type StockStore,
  type Store,
  type StoredSession,
  type StoreState,
} from './stock-store.ts';

/** Connections of one process. A statement takes one for well under a millisecond. */
const mostConnections = 10;

/**
 * Opens the database at `url` and brings its tables up to date. Any number of processes may do so, at once.
 * @throws NewerSchemaError where a newer version of the program wrote it, and StoreError where it can't be used.
 */
export async function openPostgresStore(url: string): Promise<Store> {
  const sql = connect(url, mostConnections);
  const name = nameOfStore({ kind: 'postgres', url });
  try {
    await migrate(sql, postgresSchema, name);
  } catch (error) {
    await disconnect(sql);
    throw connectingFailure(name, error);
  }
  return postgresStore(sql);
}

/** The store that several processes share: every read is one statement or one transaction, and so one committed state. */
function postgresStore(sql: Sql): Store {
  const stock = new PostgresStockReader(sql);
  const products = new PostgresProductSearch(sql);
  return Object.assign(new PostgresSessionStore(sql), {
    findStock: (...asked) => stock.findStock(...asked),
    findCalendar: (...asked) => stock.findCalendar(...asked),
    findCalendarPage: (...asked) => stock.findCalendarPage(...asked),
    searchProducts: (...asked) => products.search(...asked),
    resolveProducts: (keys) => products.resolve(keys),
    state: async () => {
      const [state] = await sql<StoreState[]>`
        SELECT generation, contents, searchable FROM store_state WHERE id = 1`;
      if (state === undefined) throw new Error('The table store_state holds no row.');
      return { ...state };
    },
    close: () => disconnect(sql),
  } satisfies StockStore);
}

/** Sessions that every process on the database knows. */
class PostgresSessionStore implements SessionStore {
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
