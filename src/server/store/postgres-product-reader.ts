import type postgres from 'postgres';

import type { Market } from '#stock/contract/envelope.ts';

import { type CurrentFill, currentFillSql, indexTables } from './calendar-index.ts';
import type { Sql } from './postgres-client.ts';
import { type ArrangedPage, type ArrangedPageQuery, productQueries } from './product-queries.ts';
import type { StatementDialect } from './product-statements.ts';

/** Seconds after which a statement over all products is ended by the database. */
export const productsTimeout = 30;

/** Fragments for a bound list of product IDs. */
export const postgresLists: Pick<StatementDialect, 'listed' | 'bindList'> = {
  listed: (placeholder) =>
    `(SELECT place, product_id FROM unnest(${placeholder}::integer[]) WITH ORDINALITY AS list (product_id, place))`,
  bindList: (productIds) => [...productIds],
};

/** PostgreSQL's fragments, for any tables. */
const expressions = {
  ...postgresLists,
  position: (text: string, sought: string) => `strpos(${text}, ${sought})`,
  placeholder: (position: number) => `$${position}`,
  collected: (order: string) => `'[' || coalesce(string_agg(product_id::text, ',' ORDER BY ${order}), '') || ']'`,
};

const dialectOf = (marketId: number): StatementDialect => ({
  ...expressions,
  stock: 'stock',
  known: 'known_product',
  marketId,
  day: (column) => `(${column} - DATE '1970-01-01')`,
  isMaxLeadTime: 'is_max_lead_time',
  isStock: 'NOT is_max_lead_time',
  isDeleted: 'is_deleted',
  lastUpdate: "(last_update_date - DATE '1970-01-01')",
  hasCalendar: '1',
  // All products of a market have its territory.
  territory: null,
});

type TransactionSql = postgres.TransactionSql<{ bigint: number }>;

const runIn =
  (transaction: TransactionSql) =>
  async <Row>({ text, parameters }: { text: string; parameters: unknown[] }) =>
    (await transaction.unsafe(text, parameters as string[])).map((row) => Object.assign({}, row)) as Row[];

/** Arranges and counts products, all statements of a query in one snapshot, one query at a time. */
export function postgresProducts(sql: Sql) {
  const arrange = productQueries();
  let last: Promise<unknown> = Promise.resolve();

  const inSnapshot = <Result>(read: (transaction: TransactionSql) => Promise<Result>): Promise<Result> => {
    const next = last.then(() =>
      sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (transaction) => {
        // The parameters decide on the plan of these statements, and parallel workers shorten them.
        await transaction.unsafe(`SET LOCAL statement_timeout = '${productsTimeout}s'; SET LOCAL work_mem = '64MB';
          SET LOCAL plan_cache_mode = auto`);
        return read(transaction);
      }),
    ) as Promise<Result>;
    last = next.catch(() => undefined);
    return next;
  };
  return {
    arrange: (market: Market, query: ArrangedPageQuery): Promise<ArrangedPage> =>
      inSnapshot(async (transaction) => {
        const { company, salesOrganization, territoryId } = market;
        const [state] = await transaction<
          { generation: number; marketId: number | null; productCount: number | null }[]
        >`
          SELECT generation, market_id AS "marketId", product_count AS "productCount"
          FROM store_state LEFT JOIN market ON is_current AND company = ${company}
            AND sales_organization = ${salesOrganization} AND territory_id = ${territoryId}
          WHERE store_state.id = 1`;
        return arrange(market, query, {
          generation: state?.generation ?? 0,
          productCount: state?.productCount ?? 0,
          dialect: dialectOf(state?.marketId ?? -1),
          run: runIn(transaction),
        });
      }),
    /** Null if the fill is no longer one of an index. */
    arrangeIndexed: (fillId: number, query: ArrangedPageQuery): Promise<ArrangedPage | null> =>
      inSnapshot(async (transaction) => {
        const run = runIn(transaction);
        const [fill] = await run<CurrentFill>({ text: currentFillSql, parameters: [fillId] });
        if (fill === undefined) return null;
        const [state] = await transaction<{ generation: number }[]>`SELECT generation FROM store_state WHERE id = 1`;
        return arrange(fill, query, {
          generation: state?.generation ?? 0,
          productCount: fill.productCount,
          dialect: { ...expressions, ...indexTables(fillId) },
          run,
        });
      }),
  };
}
