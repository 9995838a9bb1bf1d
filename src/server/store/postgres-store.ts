import type { Market } from '#stock/contract/envelope.ts';

import { sqlCalendarHistory } from './calendar-history.ts';
import { postgresCalendarIndexes } from './postgres-calendar-index.ts';
import { connect, connectError, disconnect, withTimeout, migrate, postgresSchema } from './postgres-client.ts';
import { postgresProductIndex, resolveProducts } from './postgres-product-search.ts';
import { PostgresStandbys } from './postgres-standbys.ts';
import { postgresStock } from './postgres-stock-reader.ts';
import { searchProducts, suggestProducts } from './product-search.ts';
import { productThread } from './product-thread.ts';
import { sqlDocuments } from './sql-documents.ts';
import { sqlNotifications } from './sql-notifications.ts';
import { sqlKeys } from './sql-keys.ts';
import { postgresRecords, sqlPromises } from './sql-promises.ts';
import { sqlRuns } from './sql-runs.ts';
import { type Run, sqlSessions } from './sql-sessions.ts';
import { type RunTogether, statementOf } from './transaction.ts';
import { nameOfStore, type Store, type StoreState } from './stock-store.ts';

/** Seconds that a query of all products may take, which may first load them. */
const productsTimeout = 30;

/** Connections of one process to each server. A statement uses one for well under a millisecond. */
const maxConnections = 10;

/**
 * Opens the database at `url` and migrates its tables. Any number of processes may do so concurrently. Every read is
 * one statement or one transaction, and thus sees one committed state.
 * @param readUrls hot standbys that serve lookups while they are up to date
 * @throws NewerSchemaError if a newer version of the program wrote it, and StoreError if it can't be used
 */
export async function openPostgresStore(url: string, readUrls: readonly string[] = []): Promise<Store> {
  const sql = connect(url, maxConnections);
  const name = nameOfStore({ kind: 'postgres', url });
  try {
    await migrate(sql, postgresSchema, name);
  } catch (error) {
    await disconnect(sql);
    throw connectError(name, error);
  }
  const standbys = new PostgresStandbys(sql, readUrls, maxConnections, (reading) => ({
    stock: postgresStock(reading),
    productsOf: (market?: Market) => postgresProductIndex(reading, market),
    resolve: (keys: readonly string[], market?: Market) => resolveProducts(reading, keys, market),
  }));
  // It reads the primary once for each import, and the indexes, which aren't replicated.
  const thread = productThread({ kind: 'postgres', url });
  const run: Run = (statement, parameters) =>
    withTimeout(afterDeadlocks(() => sql.unsafe(statement, parameters, { prepare: true })));
  const runTogether: RunTogether = (steps) =>
    withTimeout(
      afterDeadlocks(() =>
        sql.begin(async (transaction) => {
          const rows: object[][] = [];
          for (const step of steps) {
            const [statement, parameters] = statementOf(step, rows) ?? [];
            rows.push(
              statement === undefined ? [] : await transaction.unsafe(statement, parameters, { prepare: true }),
            );
          }
          return rows;
        }),
      ),
    );
  return {
    ...sqlSessions(run),
    ...sqlDocuments(run),
    ...sqlPromises(run, runTogether, postgresRecords),
    ...sqlNotifications(run, runTogether, postgresRecords),
    ...sqlKeys(run),
    ...sqlRuns(run, runTogether, postgresRecords),
    ...sqlCalendarHistory(run),
    findChanges: (market, query) => withTimeout(thread.findChanges({ market }, query), productsTimeout),
    ...postgresCalendarIndexes(sql),
    findObservedChanges: (of, query) => withTimeout(thread.findChanges(of, query), productsTimeout),
    findHistorySize: (of) => withTimeout(thread.historySize(of), productsTimeout),
    sortedIndexPage: (...args) => withTimeout(thread.sortedIndexPage(...args), productsTimeout),
    findStock: (...args) => standbys.read(({ stock }) => stock.findStock(...args)),
    findCalendar: (...args) => standbys.read(({ stock }) => stock.findCalendar(...args)),
    findCalendarPage: (...args) => standbys.read(({ stock }) => stock.findCalendarPage(...args)),
    keepProductsReady: (market) => thread.keepReady(market),
    sortedPage: (...args) => withTimeout(thread.sortedPage(...args), productsTimeout),
    searchProducts: (query, page, pageSize, market) =>
      standbys.read(({ productsOf }) => searchProducts(productsOf(market), query, page, pageSize)),
    resolveProducts: (...args) => standbys.read(({ resolve }) => resolve(...args)),
    suggestProducts: (texts, market) =>
      standbys.read(({ productsOf }) => suggestProducts(productsOf(market), texts), productsTimeout),
    state: async () => {
      const [state] = await withTimeout(sql<StoreState[]>`
        SELECT generation, contents, searchable FROM store_state WHERE id = 1`);
      if (state === undefined) throw new Error('The table store_state holds no row.');
      return { ...state };
    },
    // PostgreSQL verifies its own pages (`initdb --data-checksums`).
    findDamage: async () => null,
    close: async () => {
      await Promise.all([thread.close(), standbys.close(), disconnect(sql)]);
    },
  };
}

/**
 * Runs again what PostgreSQL ended because it and another waited for rows that the other had locked: a person's change of
 * a promise, and a check of all, for example. It changed nothing.
 */
async function afterDeadlocks<Result>(work: () => PromiseLike<Result>, tries = 10): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tries === 1 || (error as { code?: unknown }).code !== '40P01') throw error;
    return afterDeadlocks(work, tries - 1);
  }
}
