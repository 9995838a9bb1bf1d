import { parentPort, workerData } from 'node:worker_threads';

import type { Market } from '#stock/contract/envelope.ts';

import { type CurrentFill, currentFillSql, indexTables } from './calendar-index.ts';
import { type ArrangedPage, type ArrangedPageQuery, productQueries } from './product-queries.ts';
import type { StatementDialect } from './product-statements.ts';
import { openDatabase, stockSchema } from './sqlite-database.ts';
import { sqliteExpressions } from './sqlite-product-dialect.ts';

/** A query of the main thread; answered by {@link ProductAnswer} of the same `id`. */
export interface ProductRequest {
  id: number;
  source: ProductSource;
  query: ArrangedPageQuery;
}

/** Products of a market in the store, or of a fill in the file of the indexes. */
export type ProductSource = { market: Market } | { fillId: number; indexPath: string };

export type ProductAnswer =
  | { id: number; page: ArrangedPage | null }
  | { id: number; failure: { message: string; code: unknown; errcode: unknown } };

/** Maps the file into memory, which saves copying every page that a statement reads. */
const mappedBytes = 2 ** 31;

const dialectOf = (marketId: number): StatementDialect => ({
  ...sqliteExpressions,
  stock: 'stock',
  known: 'known_product',
  marketId,
  day: (column) => column,
  isMaxLeadTime: '(is_max_lead_time = 1)',
  isStock: 'is_max_lead_time = 0',
  isDeleted: '(is_deleted = 1)',
  lastUpdate: 'last_update_date',
  hasCalendar: '1',
  // All products of a market have its territory.
  territory: null,
});

const database = openDatabase((workerData as { path: string }).path, stockSchema);
database.exec(`PRAGMA mmap_size = ${mappedBytes}; PRAGMA query_only = 1`);
const arrange = productQueries();
let hasIndexes = false;

const run = <Row>({ text, parameters }: { text: string; parameters: unknown[] }) =>
  (database.prepare(text).all(...(parameters as string[])) as object[]).map((row) => Object.assign({}, row)) as Row[];

function arrangeStored(market: Market, query: ArrangedPageQuery): Promise<ArrangedPage> {
  const { company, salesOrganization, territoryId } = market;
  const [found] = run<{ marketId: number; productCount: number }>({
    text: `SELECT market_id AS marketId, product_count AS productCount FROM market
       WHERE company = ? AND sales_organization = ? AND territory_id = ?`,
    parameters: [company, salesOrganization, territoryId],
  });
  return arrange(market, query, {
    generation: generation(),
    productCount: found?.productCount ?? 0,
    dialect: dialectOf(found?.marketId ?? -1),
    run,
  });
}

async function arrangeIndexed(fillId: number, query: ArrangedPageQuery): Promise<ArrangedPage | null> {
  const [fill] = run<CurrentFill>({ text: currentFillSql.replaceAll('$', '?'), parameters: [fillId] });
  if (fill === undefined) return null;
  return arrange(fill, query, {
    generation: generation(),
    productCount: fill.productCount,
    dialect: { ...sqliteExpressions, ...indexTables(fillId) },
    run,
  });
}

function generation(): number {
  const [state] = run<{ generation: number }>({
    text: 'SELECT generation FROM store_state WHERE id = 1',
    parameters: [],
  });
  return state?.generation ?? 0;
}

/** Statements run one at a time: each takes a whole core. */
let last: Promise<unknown> = Promise.resolve();

async function answer({ id, source, query }: ProductRequest): Promise<ProductAnswer> {
  try {
    if ('indexPath' in source && !hasIndexes) {
      database.prepare('ATTACH ? AS indexes').run(source.indexPath);
      hasIndexes = true;
    }
    database.exec('BEGIN');
    const page = 'market' in source ? arrangeStored(source.market, query) : arrangeIndexed(source.fillId, query);
    return { id, page: await page };
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
