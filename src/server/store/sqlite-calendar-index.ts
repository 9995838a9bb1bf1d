import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { rmSync } from 'node:fs';

import {
  type CalendarIndexStore,
  type IndexDatabase,
  type IndexStatements,
  indexSchema,
  sqlCalendarIndexes,
} from './calendar-index.ts';
import { type ObservedCalendarStore, sqlObservedCalendars, observedSchema } from './observed-calendars.ts';
import { openDatabase } from './sqlite-database.ts';
import type { productThread } from './product-thread.ts';
import { indexPathOf } from './sqlite-product-rows.ts';
import { type CalendarHistoryStore, isStoreDamage, StoreError } from './stock-store.ts';

/**
 * Indexes are in a file of their own: imports hold the write lock of the stock database for seconds, and an index needs
 * neither a backup nor a checksum.
 */
const schema = [indexSchema('integer PRIMARY KEY AUTOINCREMENT', '', 'WITHOUT ROWID'), observedSchema('WITHOUT ROWID')];

/**
 * Opens the indexes next to the stock database at `path` when they are first used. A damaged file is replaced by an
 * empty one: the indexes are filled again.
 */
export function sqliteCalendarIndexes(path: string, thread: ReturnType<typeof productThread>) {
  let database: DatabaseSyncInstance | null = null;
  let isClosed = false;
  const prepared = new Map<string, StatementSyncInstance>();

  const prepare = (statement: string): StatementSyncInstance => {
    if (isClosed) throw new Error('The store is closed.');
    database ??= openIndexes(indexPathOf(path));
    const known = prepared.get(statement) ?? database.prepare(statement.replaceAll('$', '?'));
    prepared.set(statement, known);
    return known;
  };
  const close = (): void => {
    prepared.clear();
    database?.close();
    database = null;
  };
  const statements: IndexStatements = {
    run: async <Row>(statement: string, parameters: readonly unknown[]) =>
      prepare(statement).all(...(parameters as string[])) as Row[],
    insert: async (table, columns, rows) => {
      const names = Object.keys(columns);
      const places = names.map((_, index) => `$${index + 1}`);
      const statement = prepare(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')}) ON CONFLICT DO NOTHING`,
      );
      let inserted = 0;
      for (const row of rows) inserted += statement.run(...row).changes;
      return inserted;
    },
  };

  // Statements wait for the transaction of others, as there is only one connection.
  let last: Promise<unknown> = Promise.resolve();
  const queued = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work).catch(async (error: unknown) => {
      if (isStoreDamage(error)) {
        await thread.close();
        close();
        removeIndexes(indexPathOf(path));
      }
      throw error;
    });
    last = next.catch(() => undefined);
    return next;
  };
  const onFile: IndexDatabase = {
    run: (statement, parameters) => queued(() => statements.run(statement, parameters)),
    insert: (...rows) => queued(() => statements.insert(...rows)),
    transaction: (work) =>
      queued(async () => {
        prepare('BEGIN IMMEDIATE').run();
        try {
          const result = await work(statements);
          prepare('COMMIT').run();
          return result;
        } catch (error) {
          if (database?.isTransaction === true) prepare('ROLLBACK').run();
          throw error;
        }
      }),
    dialect: {
      listed: (placeholder) => `(SELECT value AS product_id FROM json_each(${placeholder}))`,
      bindList: (productIds) => JSON.stringify(productIds),
    },
  };
  const inThread = <Result>(requested: Promise<Result>): Promise<Result> =>
    requested.catch((error: unknown) => queued(() => Promise.reject(error as Error)));
  const indexes: CalendarIndexStore &
    ObservedCalendarStore &
    Pick<CalendarHistoryStore, 'findObservedChanges' | 'findHistorySize'> = {
    ...sqlCalendarIndexes(onFile),
    ...sqlObservedCalendars(onFile),
    sortedIndexPage: (fillId, query) => inThread(thread.sortedIndexPage(fillId, query)),
    findObservedChanges: async (of, query) => {
      // The thread opens no file that there isn't.
      await onFile.run('SELECT 1', []);
      return inThread(thread.findChanges(of, query));
    },
    findHistorySize: async (of) => {
      if (of === 'replaced') return thread.historySize(of);
      await onFile.run('SELECT 1', []);
      return inThread(thread.historySize(of));
    },
  };
  return {
    indexes,
    close: async (): Promise<void> => {
      await last;
      isClosed = true;
      close();
    },
  };
}

function openIndexes(path: string): DatabaseSyncInstance {
  const open = () => {
    const database = openDatabase(path, schema);
    // A crash may lose the last pages, but never leaves a part of one.
    database.exec('PRAGMA synchronous = NORMAL');
    return database;
  };
  try {
    return open();
  } catch (error) {
    if (!(error instanceof StoreError && isStoreDamage(error.cause))) throw error;
    removeIndexes(path);
    return open();
  }
}

function removeIndexes(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}
