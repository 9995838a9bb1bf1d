import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { openDatabase, sessionSchema, stockSchema } from './sqlite-database.ts';
import { SqliteProductSearch } from './sqlite-product-search.ts';
import { SqliteStockReader } from './sqlite-stock-reader.ts';
import type { SessionStore, StockFinding, StockStore, Store, StoredSession, StoreState } from './stock-store.ts';

/** Where the embedded database lies in the folder `DATA_DIR`. */
export function storePath(dataDir: string): string {
  return join(dataDir, 'stock.sqlite');
}

/**
 * Opens or creates the database at `path` (`:memory:` for one that is nowhere); sessions lie beside it in
 * `sessions.sqlite`. Any number of processes may have it open, and one of them import.
 * @throws NewerSchemaError where a newer version of the program wrote it, and StoreError where it can't be opened.
 */
export function openSqliteStore(path: string): Store {
  const database = openDatabase(path, stockSchema);
  try {
    const sessionsPath = path === ':memory:' ? path : join(dirname(path), 'sessions.sqlite');
    return sqliteStore(database, openDatabase(sessionsPath, sessionSchema));
  } catch (error) {
    database.close();
    throw error;
  }
}

/** So many lines are looked up before other requests have a turn: a statement holds up everything else. */
const linesAtOnce = 100;

/** The embedded store: every read is of one committed state. */
function sqliteStore(database: DatabaseSyncInstance, sessions: DatabaseSyncInstance): Store {
  const stock = new SqliteStockReader(database);
  const products = new SqliteProductSearch(database);
  const state = database.prepare('SELECT generation, contents, searchable FROM store_state WHERE id = 1');
  return Object.assign(new SqliteSessionStore(sessions), {
    findStock: async (market, lines, today) => {
      if (lines.length <= linesAtOnce) return stock.findStock(market, lines, today);
      const version = stock.version();
      const findings: StockFinding[] = [];
      for (let from = 0; from < lines.length; from += linesAtOnce) {
        if (from > 0) await nextTurn();
        findings.push(...stock.findStock(market, lines.slice(from, from + linesAtOnce), today));
      }
      // An import in between would leave findings of two states, so they are all looked up again, by one statement.
      return stock.version() === version ? findings : stock.findStock(market, lines, today);
    },
    findCalendar: async (...asked) => stock.findCalendar(...asked),
    findCalendarPage: async (...asked) => stock.findCalendarPage(...asked),
    searchProducts: async (...asked) => products.search(...asked),
    resolveProducts: async (keys) => products.resolve(keys),
    state: async () => {
      const { searchable, ...read } = state.get() as Omit<StoreState, 'searchable'> & { searchable: number };
      return { ...read, searchable: searchable === 1 };
    },
    close: async () => {
      database.close();
      sessions.close();
    },
  } satisfies StockStore);
}

/** Sessions in a table of a database of their own. */
class SqliteSessionStore implements SessionStore {
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
