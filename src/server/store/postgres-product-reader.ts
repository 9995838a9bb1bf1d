import type { Market } from '#contract/envelope.ts';

import type { Sql } from './postgres-client.ts';
import { type ArrangedPage, type ArrangedPageQuery, productQueries } from './product-queries.ts';
import type { StatementDialect } from './product-statements.ts';

/** Seconds after which a statement over all products is ended by the database. */
export const productsTimeout = 30;

const dialectOf = (marketId: number): StatementDialect => ({
  stock: 'stock',
  known: 'known_product',
  marketId,
  day: (column) => `(${column} - DATE '1970-01-01')`,
  isMaxLeadTime: 'is_max_lead_time',
  isDeleted: 'is_deleted',
  position: (text, sought) => `strpos(${text}, ${sought})`,
  listed: (placeholder) =>
    `(SELECT place, product_id FROM unnest(${placeholder}::integer[]) WITH ORDINALITY AS list (product_id, place))`,
  placeholder: (position) => `$${position}`,
  collected: (order) => `'[' || coalesce(string_agg(product_id::text, ',' ORDER BY ${order}), '') || ']'`,
  bindList: (productIds) => [...productIds],
});

/** Arranges and counts products, all statements of a query in one snapshot, one query at a time. */
export function postgresProducts(sql: Sql) {
  const arrange = productQueries();
  let last: Promise<unknown> = Promise.resolve();

  const read = (market: Market, query: ArrangedPageQuery): Promise<ArrangedPage> =>
    sql.begin<ArrangedPage>('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (transaction) => {
      // The parameters decide on the plan of these statements, and parallel workers shorten them.
      await transaction.unsafe(`SET LOCAL statement_timeout = '${productsTimeout}s'; SET LOCAL work_mem = '64MB';
        SET LOCAL plan_cache_mode = auto`);
      const { company, salesOrganization, territoryId } = market;
      const [state] = await transaction<{ generation: number; marketId: number | null; productCount: number | null }[]>`
        SELECT generation, market_id AS "marketId", product_count AS "productCount"
        FROM store_state LEFT JOIN market ON is_current AND company = ${company}
          AND sales_organization = ${salesOrganization} AND territory_id = ${territoryId}
        WHERE store_state.id = 1`;
      return arrange(market, query, {
        generation: state?.generation ?? 0,
        productCount: state?.productCount ?? 0,
        dialect: dialectOf(state?.marketId ?? -1),
        run: async <Row>({ text, parameters }: { text: string; parameters: unknown[] }) =>
          (await transaction.unsafe(text, parameters as string[])).map((row) => Object.assign({}, row)) as Row[],
      });
    });

  return (market: Market, query: ArrangedPageQuery): Promise<ArrangedPage> => {
    const next = last.then(() => read(market, query));
    last = next.catch(() => undefined);
    return next;
  };
}
