import { connect } from './postgres-client.ts';
import type { RowQuery } from './product-columns.ts';
import type { ProductDatabase } from './product-worker.ts';

/** Products whose rows are read at once. */
const productsAtOnce = 20_000;

/** Reads the products of a PostgreSQL database as arrays of many rows, which are several times as fast as rows. */
export function postgresProductRows(url: string): ProductDatabase {
  const sql = connect(url, 1);
  return {
    inSnapshot: (_, work) =>
      sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (transaction) => {
        // The parameters decide on the plan of these statements.
        await transaction.unsafe(`SET LOCAL statement_timeout = '60s'; SET LOCAL work_mem = '64MB';
          SET LOCAL plan_cache_mode = auto`);
        const run = async <Row>(statement: string, parameters: readonly unknown[]) =>
          (await transaction.unsafe(statement, parameters as string[])).map((row) => Object.assign({}, row)) as Row[];
        const read = async (
          { numbers, texts = [], from, where = 'TRUE', order, productIds }: RowQuery,
          each: (...values: never[]) => void,
        ) => {
          const columns = [...numbers, ...texts];
          const select = (within: string) => `
            SELECT ${columns.map((_, index) => `coalesce(json_agg(c${index}), '[]') AS c${index}`).join()} FROM (
              SELECT ${columns.map((column, index) => `${column} AS c${index}`).join()}
              FROM ${from} WHERE ${where} ${within} ORDER BY ${order}
            ) AS read`;
          const readPart = async (within: string) => {
            const [arrays = {}] = await run<Record<string, never[]>>(select(within), []);
            const values = columns.map((_, index) => arrays[`c${index}`] ?? []);
            const count = values[0]?.length ?? 0;
            for (let row = 0; row < count; row += 1) each(...values.map((array) => array[row] as never));
          };
          if (productIds === undefined) return readPart('');
          for (let at = 0; at < productIds.length; at += productsAtOnce) {
            const last = Math.min(at + productsAtOnce, productIds.length) - 1;
            await readPart(`AND product_id BETWEEN ${productIds[at]} AND ${productIds[last]}`);
          }
        };
        return work({ run, read });
      }) as Promise<never>,
    stored: {
      stock: 'stock',
      known: 'known_product',
      kind: 'CASE WHEN is_deleted THEN 2 WHEN is_max_lead_time THEN 1 ELSE 0 END',
      day: "(stock_date - DATE '1970-01-01')",
      lastUpdate: "(last_update_date - DATE '1970-01-01')",
      // All products of a market have its territory.
      territory: null,
    },
    isCurrentMarket: 'is_current',
    bytesOf: (table) => `SELECT pg_total_relation_size('${table}')`,
  };
}
