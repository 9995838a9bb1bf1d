import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Market } from '#stock/contract/envelope.ts';

import { calendarTextSql, forgetHistorySql, historySourceSql } from './calendar-history.ts';
import {
  codeOf,
  connectError,
  connectOnce,
  disconnect,
  migrate,
  postgresSchema,
  type SingleConnection,
  type Sql,
} from './postgres-client.ts';
import { PostgresCopy, productWriter } from './postgres-product-writer.ts';
import { nameOfStore, type StockWriter, StoreBusyError, type StoreState, type WriteOptions } from './stock-store.ts';

const stockColumns =
  'market_id, product_id, is_max_lead_time, stock_date, stock_quantity, is_deleted, last_update_date';

/** How long an import waits for another one to finish. */
const busyTimeout = '5s';
const lockNotAvailable = '55P03';

/** A market in this import. */
interface WrittenMarket {
  id: number;
  market: Market;
  isNew: boolean;
}

/**
 * Takes the write lock of the database at `url`, creating its tables if necessary.
 * @throws NewerSchemaError, StoreError, or StoreBusyError if another import holds the lock
 */
export async function openPostgresWriter(url: string, options: WriteOptions): Promise<StockWriter> {
  const connection = connectOnce(url);
  const { sql } = connection;
  try {
    const name = nameOfStore({ kind: 'postgres', url });
    await migrate(sql, postgresSchema, name).catch((error: unknown) => {
      throw connectError(name, error);
    });
    return await stockWriter(connection, await begin(sql), options);
  } catch (error) {
    await disconnect(sql);
    throw codeOf(error) === lockNotAvailable ? new StoreBusyError(error) : error;
  }
}

/**
 * Writes in one transaction on a separate connection. If no previous stock remains, rows go directly into `stock` with
 * new market IDs. Otherwise they go into a temporary table, which is merged at the end.
 */
async function stockWriter(
  { sql, lost }: SingleConnection,
  before: BeforeImport,
  options: WriteOptions,
): Promise<StockWriter> {
  const replacesAll = options.replaceStock || before.contents !== 'real';
  const stock = new PostgresCopy(sql, `${replacesAll ? 'stock' : 'incoming'} (${stockColumns})`);
  const products = productWriter(sql, options.replaceProducts || before.contents === 'demo');
  const markets = new Map<string, WrittenMarket>();
  let { nextMarketId } = before;
  let lastMarket: WrittenMarket | null = null;
  let inFlight: Promise<void> | null = null;
  let isCommitted = false;

  const addMarket = (market: Market, id: number, isNew: boolean): WrittenMarket => {
    const added = { id, market, isNew };
    markets.set(keyOf(market), added);
    return added;
  };

  /** Consecutive rows mostly have the same market object. */
  const marketOf = (market: Market): WrittenMarket => {
    if (lastMarket?.market === market) return lastMarket;
    const known = markets.get(keyOf(market)) ?? addMarket(market, nextMarketId++, true);
    lastMarket = { ...known, market };
    return lastMarket;
  };

  const send = () => Promise.race([lost, stock.send().then(() => products.send())]);

  const rollBack = async () => Promise.race([lost, sql`ROLLBACK`]);

  const commit = async (): Promise<void> => {
    await inFlight;
    await send();
    const added = [...markets.values()].filter((each) => each.isNew);
    await sql`
      INSERT INTO market (market_id, company, sales_organization, territory_id)
      SELECT * FROM unnest(
        ${added.map(({ id }) => id)}::integer[],
        ${added.map(({ market }) => market.company)}::text[],
        ${added.map(({ market }) => market.salesOrganization)}::text[],
        ${added.map(({ market }) => market.territoryId)}::text[]
      )`;
    const committedAt = options.committedAt ?? Date.now();
    // What demo data replaces, or is replaced by, is no change.
    if (before.contents === 'real') {
      const changed = replacesAll ? replacedProductsSql(previousIds) : mergedProductsSql;
      await sql.unsafe(`SET LOCAL work_mem = '64MB'; ${keepReplacedSql(changed, before.nextMarketId, committedAt)}`);
      await sql.unsafe(forgetHistorySql(committedAt));
    } else await sql`UPDATE store_state SET history_from = ${committedAt}`;
    if (!replacesAll) await merge(sql);
    const source = replacesAll ? sql`stock` : sql`incoming`;
    await sql`
      INSERT INTO known_product SELECT DISTINCT market_id, product_id FROM ${source}
      WHERE market_id = ANY (${[...markets.values()].map(({ id }) => id)}::integer[]) ON CONFLICT DO NOTHING`;
    await sql`
      UPDATE market SET product_count =
        (SELECT count(*) FROM known_product WHERE known_product.market_id = market.market_id)
      WHERE is_current`;
    await products.finish();
    await sql`
      UPDATE store_state SET generation = generation + 1, import_id = gen_random_uuid(), contents = ${options.contents},
        searchable = EXISTS (SELECT 1 FROM product) WHERE id = 1`;
    await sql`COMMIT`;
    isCommitted = true;
    await cleanUp(sql);
  };

  let previousIds: number[] = [];
  if (replacesAll) {
    const previous = await sql<{ id: number }[]>`
      UPDATE market SET is_current = false WHERE is_current RETURNING market_id AS id`;
    previousIds = previous.map(({ id }) => id);
  } else {
    await sql`CREATE TEMPORARY TABLE incoming (LIKE stock) ON COMMIT DROP`;
    const known = await sql<(Market & { id: number })[]>`
      SELECT market_id AS id, company, sales_organization AS "salesOrganization", territory_id AS "territoryId"
      FROM market WHERE is_current`;
    for (const { id, ...market } of known) addMarket(market, id, false);
  }

  return {
    previousContents: before.contents,
    putStock: (market, row) => {
      const { productId, isMaxLeadTime, stockDate, stockQuantity, isDeleted, lastUpdateDate } = row;
      stock.add(
        `${marketOf(market).id}\t${productId}\t${isMaxLeadTime}\t${stockDate}\t${stockQuantity}\t${isDeleted}\t${lastUpdateDate}`,
      );
    },
    putProduct: products.put,
    drain: async () => {
      if (stock.isFull || products.isFull()) {
        await inFlight;
        inFlight = send();
        // The next await reports a failure; until then, it must not count as unhandled.
        inFlight.catch(() => {});
      }
      // Data in flight is only sent while this thread yields.
      if (inFlight !== null) await nextTurn();
    },
    commit: () => Promise.race([lost, commit()]),
    close: async () => {
      await inFlight?.catch(() => {});
      // With the connection, the transaction is lost too.
      if (!isCommitted) await rollBack().catch(() => {});
      await disconnect(sql);
    },
  };
}

/**
 * SQL for the products whose calendars differ in the markets that replace others, with the previous market's ID if there
 * is one.
 * @param previousIds markets that were current
 */
function replacedProductsSql(previousIds: readonly number[]): string {
  const isPrevious = `market_id = ANY ('{${previousIds.join()}}'::integer[])`;
  const columns = `product_id, is_max_lead_time, stock_date,
    CASE WHEN is_max_lead_time THEN 0 ELSE stock_quantity END AS stock_quantity`;
  return `
    SELECT DISTINCT market_id, product_id
    FROM (SELECT market_id, ${columns}, true AS is_previous FROM stock WHERE ${isPrevious} AND NOT is_deleted) AS entry
    FULL JOIN (
      SELECT coalesce(previous.market_id, market.market_id) AS market_id, ${columns}, true AS is_next
      FROM market JOIN stock ON stock.market_id = market.market_id
      LEFT JOIN market AS previous ON previous.${isPrevious} AND previous.company = market.company
        AND previous.sales_organization = market.sales_organization AND previous.territory_id = market.territory_id
      WHERE market.is_current AND NOT is_deleted
    ) AS next_entry USING (market_id, product_id, is_max_lead_time, stock_date, stock_quantity)
    WHERE is_previous IS NULL OR is_next IS NULL`;
}

/** Products whose calendars `incoming` changes, before it is merged. */
const mergedProductsSql = `
SELECT market_id, product_id FROM incoming LEFT JOIN stock USING (market_id, product_id, is_max_lead_time, stock_date)
WHERE incoming.is_deleted = NOT coalesce(stock.is_deleted, true)
  OR (NOT is_max_lead_time AND NOT incoming.is_deleted AND incoming.stock_quantity <> stock.stock_quantity)
UNION
SELECT market_id, product_id FROM incoming JOIN stock USING (market_id, product_id, is_max_lead_time)
WHERE is_max_lead_time AND NOT incoming.is_deleted AND NOT stock.is_deleted
  AND incoming.stock_date <> stock.stock_date`;

/**
 * SQL that keeps the calendars of the products `changed`, which are unknown in markets with IDs from `newMarketId` on.
 */
function keepReplacedSql(changed: string, newMarketId: number, committedAt: number): string {
  return `
    INSERT INTO replaced_calendar
    SELECT ${historySourceSql('chr')}, ${committedAt}, product_id, (
      SELECT CASE WHEN count(*) > 0 THEN ${calendarTextSql("(stock_date - DATE '1970-01-01')")} END FROM stock
      WHERE stock.market_id = changed.market_id AND stock.product_id = changed.product_id
        AND stock.market_id < ${newMarketId}
    ) FROM (${changed}) AS changed JOIN market USING (market_id)
    ON CONFLICT DO NOTHING`;
}

/** Rows replace rows with their key; a max lead time that isn't deleted replaces all others of its product. */
async function merge(sql: Sql): Promise<void> {
  await sql`ANALYZE incoming`;
  await sql`
    DELETE FROM stock USING incoming
    WHERE stock.market_id = incoming.market_id AND stock.product_id = incoming.product_id
      AND stock.is_max_lead_time AND incoming.is_max_lead_time AND NOT incoming.is_deleted
      AND stock.stock_date <> incoming.stock_date`;
  await sql`
    INSERT INTO stock SELECT * FROM incoming
    ON CONFLICT (market_id, product_id, is_max_lead_time, stock_date) DO UPDATE SET
      stock_quantity = excluded.stock_quantity, is_deleted = excluded.is_deleted,
      last_update_date = excluded.last_update_date`;
}

/** Deletes rows that no reader sees, including those of an import interrupted here, and updates the statistics. */
async function cleanUp(sql: Sql): Promise<void> {
  await sql`BEGIN`;
  for (const table of ['stock', 'known_product', 'market'])
    await sql`DELETE FROM ${sql(table)} WHERE market_id IN (SELECT market_id FROM market WHERE NOT is_current)`;
  await sql`COMMIT`;
  for (const table of ['stock', 'known_product', 'market', 'product', 'vocabulary']) await sql`ANALYZE ${sql(table)}`;
}

interface BeforeImport {
  contents: StoreState['contents'];
  nextMarketId: number;
}

/** Begins the transaction that holds the write lock, exempt from the server's timeouts. */
async function begin(sql: Sql): Promise<BeforeImport> {
  await sql`BEGIN`;
  await sql`SELECT set_config('lock_timeout', ${busyTimeout}, true)`;
  const [state] = await sql<Pick<StoreState, 'contents'>[]>`
    SELECT contents FROM store_state WHERE id = 1 FOR UPDATE`;
  await sql`
    SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`;
  const [highest] = await sql<{ id: number }[]>`SELECT coalesce(max(market_id), 0) AS id FROM market`;
  return { contents: state?.contents ?? 'empty', nextMarketId: (highest?.id ?? 0) + 1 };
}

function keyOf({ company, salesOrganization, territoryId }: Market): string {
  return JSON.stringify([company, salesOrganization, territoryId]);
}
