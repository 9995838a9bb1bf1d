import { dirname, join } from 'node:path';

import type { RowQuery } from './product-columns.ts';
import type { ProductDatabase } from './product-worker.ts';
import { openDatabase, stockSchema } from './sqlite-database.ts';

/** Path of the indexes next to the stock database. */
export function indexPathOf(storePath: string): string {
  return join(dirname(storePath), 'calendar-index.sqlite');
}

/**
 * Reads the products of an SQLite file by an aggregate function that passes each row on, which takes a quarter of the
 * time of iterating over a statement.
 */
export function sqliteProductRows(path: string): ProductDatabase {
  const database = openDatabase(path, stockSchema);
  database.exec('PRAGMA query_only = 1');
  let each: ((...values: never[]) => void) | null = null;
  database.aggregate('pass_on', {
    start: 0,
    varargs: true,
    step: (count: number, ...values: unknown[]) => {
      each?.(...(values as never[]));
      return count + 1;
    },
  });
  let hasIndexes = false;

  return {
    inSnapshot: async (needsIndexes, work) => {
      if (needsIndexes && !hasIndexes) {
        database.prepare('ATTACH ? AS indexes').run(indexPathOf(path));
        hasIndexes = true;
      }
      database.exec('BEGIN');
      try {
        return await work({
          run: async <Row>(statement: string, parameters: readonly unknown[]) =>
            database.prepare(statement.replaceAll('$', '?')).all(...(parameters as string[])) as Row[],
          read: async ({ numbers, texts = [], from, where = 'TRUE', order }: RowQuery, passTo) => {
            const columns = [...numbers, ...texts];
            each = passTo;
            database
              .prepare(
                `SELECT pass_on(${columns.map((_, index) => `c${index}`).join()}) FROM (
                   SELECT ${columns.map((column, index) => `${column} AS c${index}`).join()}
                   FROM ${from} WHERE ${where} ORDER BY ${order}
                 )`,
              )
              .get();
          },
        });
      } finally {
        if (database.isTransaction) database.exec('COMMIT');
      }
    },
    stored: {
      stock: 'stock',
      known: 'known_product',
      kind: 'CASE WHEN is_deleted = 1 THEN 2 ELSE is_max_lead_time END',
      day: 'stock_date',
      lastUpdate: 'last_update_date',
      // All products of a market have its territory.
      territory: null,
    },
    isCurrentMarket: 'TRUE',
    bytesOf: (table) => {
      const schema = table === 'observed_calendar' ? 'indexes' : 'main';
      return `SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE schema = '${schema}' AND aggregate = TRUE
        AND name IN (SELECT name FROM ${schema}.sqlite_schema WHERE tbl_name = '${table}')`;
    },
  };
}
