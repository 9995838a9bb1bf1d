import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { sqlCalendarHistory } from './calendar-history.ts';
import {
  checksumOf,
  detectDamage,
  documentSchema,
  inTransaction,
  openDatabase,
  sessionSchema,
  stockSchema,
  structuralDamage,
} from './sqlite-database.ts';
import { searchProducts, suggestProducts } from './product-search.ts';
import { productThread } from './product-thread.ts';
import { sqliteCalendarIndexes } from './sqlite-calendar-index.ts';
import { sqlDocuments } from './sql-documents.ts';
import { sqlNotifications } from './sql-notifications.ts';
import { sqlKeys } from './sql-keys.ts';
import { sqliteRecords, sqlPromises } from './sql-promises.ts';
import { sqlRuns } from './sql-runs.ts';
import { type Run, sqlSessions } from './sql-sessions.ts';
import { type RunTogether, statementOf } from './transaction.ts';
import { sqliteProducts } from './sqlite-product-search.ts';
import { sqliteStock } from './sqlite-stock-reader.ts';
import {
  DamagedStoreError,
  isStoreDamage,
  type StockFinding,
  type Store,
  StoreError,
  type StoreState,
} from './stock-store.ts';

/** Path of the embedded database in the folder `DATA_DIR`. */
export function storePath(dataDir: string): string {
  return join(dataDir, 'stock.sqlite');
}

/** Room for the pages of some 200,000 products; with SQLite's default of two megabytes, most lookups read from disk. */
const cacheKibibytes = 65_536;

/**
 * Opens or creates the database at `path`, and next to it `sessions.sqlite` for the sessions and `orders.sqlite` for
 * orders and lists. Any number of processes may have it open; one at a time may import.
 * @throws NewerSchemaError if a newer version of the program wrote it, and StoreError if it can't be opened
 */
export function openSqliteStore(path: string): Store {
  const opened: DatabaseSyncInstance[] = [];
  const keep = (database: DatabaseSyncInstance) => {
    opened.push(database);
    return database;
  };
  try {
    const database = keep(openDatabase(path, stockSchema));
    database.exec(`PRAGMA cache_size = ${-cacheKibibytes}`);
    const documents = keep(openDatabase(join(dirname(path), 'orders.sqlite'), documentSchema));
    return sqliteStore(path, database, keep(openSessions(join(dirname(path), 'sessions.sqlite'))), documents);
  } catch (error) {
    for (const database of opened) database.close();
    throw error;
  }
}

/** Opens the sessions. A damaged file is renamed and replaced by an empty one, so users have to sign in again. */
function openSessions(path: string): DatabaseSyncInstance {
  try {
    const sessions = openDatabase(path, sessionSchema);
    if (structuralDamage(sessions) === null) return sessions;
    sessions.close();
  } catch (error) {
    if (!(error instanceof StoreError && isStoreDamage(error.cause))) throw error;
  }
  renameSync(path, `${path}.damaged`);
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  return openDatabase(path, sessionSchema);
}

/** Lines per statement. Statements block the event loop, so other requests get a turn between them. */
const linesPerStatement = 100;

/**
 * One read transaction for all reads within a turn of the event loop, since beginning and ending one takes as long as a
 * lookup. Commits of other processes become visible in the next turn.
 */
function readTransaction(database: DatabaseSyncInstance) {
  const [begin, commit] = [database.prepare('BEGIN'), database.prepare('COMMIT')];
  let hasBegun = false;
  let count = 0;
  const end = () => {
    hasBegun = false;
    // SQLite has already ended a transaction in which it couldn't read the file.
    if (database.isOpen && database.isTransaction) commit.run();
  };
  return {
    begin: () => {
      if (hasBegun) return;
      begin.run();
      hasBegun = true;
      count += 1;
      setImmediate(end);
    },
    end,
    /** Makes a read that is shared by all callers in a transaction, in which nothing changes. */
    shared: <Result>(read: () => Result) => {
      let last: { count: number; result: Result } | null = null;
      return () => {
        if (last?.count !== count) last = { count, result: read() };
        return last.result;
      };
    },
  };
}

/** The embedded store: every read sees one committed state. */
function sqliteStore(
  path: string,
  database: DatabaseSyncInstance,
  sessions: DatabaseSyncInstance,
  documents: DatabaseSyncInstance,
): Store {
  const thread = productThread({ kind: 'sqlite', path });
  const { indexes, close: closeIndexes } = sqliteCalendarIndexes(path, thread);
  const reading = readTransaction(database);
  const stock = sqliteStock(database);
  const products = sqliteProducts(database);
  const history = sqlCalendarHistory(runOn(database));
  const state = database.prepare('SELECT generation, contents, searchable FROM store_state WHERE id = 1');
  let damage: DamagedStoreError | null = null;
  const guarded =
    <Args extends unknown[], Result>(read: (...args: Args) => Result | Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (damage !== null) throw damage;
      reading.begin();
      return read(...args);
    };
  return {
    ...sqlSessions(runOn(sessions)),
    ...sqlDocuments(runOn(documents)),
    ...sqlPromises(runOn(documents), runTogetherOn(documents), sqliteRecords),
    ...sqlNotifications(runOn(documents), runTogetherOn(documents), sqliteRecords),
    ...sqlKeys(runOn(documents)),
    ...sqlRuns(runOn(documents), runTogetherOn(documents), sqliteRecords),
    ...indexes,
    findStock: guarded(async (market, lines, today) => {
      if (lines.length <= linesPerStatement) return stock.findStock(market, lines, today);
      const version = stock.version();
      const findings: StockFinding[] = [];
      for (let from = 0; from < lines.length; from += linesPerStatement) {
        if (from > 0) await nextTurn();
        findings.push(...stock.findStock(market, lines.slice(from, from + linesPerStatement), today));
      }
      // An import in between would mix two states, so all lines are looked up again by one statement.
      return stock.version() === version ? findings : stock.findStock(market, lines, today);
    }),
    findCalendar: guarded((...args) => stock.findCalendar(...args)),
    findCalendarPage: guarded((...args) => stock.findCalendarPage(...args)),
    keepProductsReady: (market) => thread.keepReady(market),
    sortedPage: guarded((...args) => thread.sortedPage(...args)),
    findChanges: guarded((market, query) => thread.findChanges({ market }, query)),
    findProductHistory: guarded((...args) => history.findProductHistory(...args)),
    searchProducts: guarded((query, page, pageSize, market) =>
      searchProducts(products.indexOf(market), query, page, pageSize),
    ),
    resolveProducts: guarded((...args) => products.resolve(...args)),
    suggestProducts: guarded((texts, market) => suggestProducts(products.indexOf(market), texts)),
    // Every lookup asks whether there is any stock data.
    state: guarded(
      reading.shared((): StoreState => {
        const { searchable, ...read } = state.get() as Omit<StoreState, 'searchable'> & { searchable: number };
        return { ...read, searchable: searchable === 1 };
      }),
    ),
    findDamage: async () => {
      reading.end();
      const found = structuralDamage(database) ?? detectDamage(() => checksumMismatch(database));
      damage = found === null ? null : new DamagedStoreError(database.location() ?? 'The store', found);
      return damage;
    },
    close: async () => {
      await thread.close();
      await closeIndexes();
      database.close();
      sessions.close();
      documents.close();
    },
  };
}

/** How the data differs from the last import; null if it doesn't, or if that import stored no checksum. */
function checksumMismatch(database: DatabaseSyncInstance): string | null {
  return inTransaction(database, 'DEFERRED', () => {
    const { checksum } = database.prepare('SELECT checksum FROM store_state WHERE id = 1').get() as {
      checksum: string | null;
    };
    if (checksum === null) return null;
    const found = checksumOf(database);
    return `${found} `.startsWith(`${checksum} `) ? null : `the sums are ${found} where the import left ${checksum}`;
  });
}

/** Runs statements, each prepared once. */
function runOn(database: DatabaseSyncInstance): Run {
  const prepared = preparedOn(database);
  return async (statement, parameters) => prepared(statement).all(...parameters) as object[];
}

/** Runs statements together. No other statement of this process comes between them, since nothing waits. */
function runTogetherOn(database: DatabaseSyncInstance): RunTogether {
  const prepared = preparedOn(database);
  return async (steps) =>
    inTransaction(database, 'IMMEDIATE', () => {
      const rows: object[][] = [];
      for (const step of steps) {
        const [statement, parameters] = statementOf(step, rows) ?? [];
        rows.push(statement === undefined ? [] : (prepared(statement).all(...(parameters ?? [])) as object[]));
      }
      return rows;
    });
}

function preparedOn(database: DatabaseSyncInstance) {
  const prepared = new Map<string, StatementSyncInstance>();
  return (statement: string): StatementSyncInstance => {
    const known = prepared.get(statement) ?? database.prepare(statement.replaceAll('$', '?'));
    prepared.set(statement, known);
    return known;
  };
}
