import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { parentPort, workerData } from 'node:worker_threads';

import type { Market } from '#contract/envelope.ts';

import { type ArrangedPage, type ArrangedPageQuery, productQueries, type ProductReading } from './product-queries.ts';
import type { StatementDialect } from './product-statements.ts';
import { openDatabase, stockSchema } from './sqlite-database.ts';

/** A query of the main thread; answered by {@link ProductAnswer} of the same `id`. */
export interface ProductRequest {
  id: number;
  market: Market;
  query: ArrangedPageQuery;
}

export type ProductAnswer =
  | { id: number; page: ArrangedPage }
  | { id: number; failure: { message: string; code: unknown; errcode: unknown } };

/** Maps the file into memory, which saves copying every page that a statement reads. */
const mappedBytes = 2 ** 31;

const dialectOf = (marketId: number): StatementDialect => ({
  stock: 'stock',
  known: 'known_product',
  marketId,
  day: (column) => column,
  isMaxLeadTime: '(is_max_lead_time = 1)',
  isDeleted: '(is_deleted = 1)',
  position: (text, sought) => `instr(${text}, ${sought})`,
  listed: (placeholder) => `(SELECT key AS place, value AS product_id FROM json_each(${placeholder}))`,
  placeholder: (position) => `?${position}`,
  collected: (order) => `json_group_array(product_id ORDER BY ${order})`,
  bindList: (productIds) => JSON.stringify(productIds),
});

function readingOf(database: DatabaseSyncInstance, market: Market): ProductReading {
  const { generation } = database.prepare('SELECT generation FROM store_state WHERE id = 1').get() as {
    generation: number;
  };
  const { company, salesOrganization, territoryId } = market;
  const found = database
    .prepare(
      `SELECT market_id AS marketId, product_count AS productCount FROM market
       WHERE company = ? AND sales_organization = ? AND territory_id = ?`,
    )
    .get(company, salesOrganization, territoryId) as { marketId: number; productCount: number } | undefined;
  return {
    generation,
    productCount: found?.productCount ?? 0,
    dialect: dialectOf(found?.marketId ?? -1),
    run: <Row>({ text, parameters }: { text: string; parameters: unknown[] }) =>
      (database.prepare(text).all(...(parameters as string[])) as object[]).map((row) =>
        Object.assign({}, row),
      ) as Row[],
  };
}

const database = openDatabase((workerData as { path: string }).path, stockSchema);
database.exec(`PRAGMA mmap_size = ${mappedBytes}; PRAGMA query_only = 1`);
const arrange = productQueries();

/** Statements run one at a time: each takes a whole core. */
let last: Promise<unknown> = Promise.resolve();

async function answer({ id, market, query }: ProductRequest): Promise<ProductAnswer> {
  database.exec('BEGIN');
  try {
    return { id, page: await arrange(market, query, readingOf(database, market)) };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
    return { id, failure: { message, code, errcode } };
  } finally {
    if (database.isTransaction) database.exec('COMMIT');
  }
}

parentPort?.on('message', (request: ProductRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  last = last.then(() => answer(request)).then((given) => parentPort?.postMessage(given));
});
