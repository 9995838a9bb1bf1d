import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Market } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';

import { toDayNumber } from './day-number.ts';
import {
  codeOf,
  connectingFailure,
  connectOnce,
  disconnect,
  migrate,
  postgresSchema,
  type SoleConnection,
  type Sql,
} from './postgres-client.ts';
import { PostgresCopy, productWriter } from './postgres-product-writer.ts';
import { RowKeys } from './row-keys.ts';
import { nameOfStore, type StockWriter, StoreBusyError, type StoreState, type WriteOptions } from './stock-store.ts';

const stockColumns =
  'market_id, product_id, is_max_lead_time, stock_date, stock_quantity, is_deleted, last_update_date';

/** How long an import waits for another one. */
const busyTimeout = '5s';
const lockNotAvailable = '55P03';

/** A market as this import sees it. */
interface WrittenMarket {
  id: number;
  market: Market;
  isNew: boolean;
  keys: RowKeys;
  /** The day of the live max lead time that this import wrote for a product. */
  leads: Map<ProductId, number>;
}

/**
 * Claims the right to write to the database at `url`, whose tables are made where they aren't there.
 * @throws NewerSchemaError, StoreError, or StoreBusyError where another import holds it.
 */
export async function openPostgresWriter(url: string, options: WriteOptions): Promise<StockWriter> {
  const connection = connectOnce(url);
  const { sql } = connection;
  try {
    const name = nameOfStore({ kind: 'postgres', url });
    await migrate(sql, postgresSchema, name).catch((error: unknown) => {
      throw connectingFailure(name, error);
    });
    return await stockWriter(connection, await begin(sql), options);
  } catch (error) {
    await disconnect(sql);
    throw codeOf(error) === lockNotAvailable ? new StoreBusyError(error) : error;
  }
}

/**
 * Writes by one transaction on a connection of its own. Where nothing of before stays, rows go straight into
 * `stock` under new market ids; else they gather in a table of the transaction and are merged at its end.
 */
async function stockWriter(
  { sql, lost }: SoleConnection,
  before: BeforeImport,
  options: WriteOptions,
): Promise<StockWriter> {
  const startsAnew = options.replaceStock || before.contents !== 'real';
  const stock = new PostgresCopy(sql, `${startsAnew ? 'stock' : 'incoming'} (${stockColumns})`);
  const products = productWriter(sql, options.replaceProducts || before.contents === 'demo');
  const markets = new Map<string, WrittenMarket>();
  let { nextMarketId } = before;
  let lastMarket: WrittenMarket | null = null;
  let onTheWay: Promise<void> | null = null;
  let isCommitted = false;

  const addMarket = (market: Market, id: number, isNew: boolean): WrittenMarket => {
    const added = { id, market, isNew, keys: new RowKeys(), leads: new Map<ProductId, number>() };
    markets.set(keyOf(market), added);
    return added;
  };

  /** Rows of one market mostly follow each other, and come with the same object. */
  const marketOf = (market: Market): WrittenMarket => {
    if (lastMarket?.market === market) return lastMarket;
    const known = markets.get(keyOf(market)) ?? addMarket(market, nextMarketId++, true);
    lastMarket = { ...known, market };
    return lastMarket;
  };

  const send = () => Promise.race([lost, stock.send().then(() => products.send())]);

  const rollBack = async () => Promise.race([lost, sql`ROLLBACK`]);

  const commit = async (): Promise<void> => {
    await onTheWay;
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
    if (!startsAnew) await merge(sql);
    const source = startsAnew ? sql`stock` : sql`incoming`;
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

  if (startsAnew) await sql`UPDATE market SET is_current = false WHERE is_current`;
  else {
    await sql`CREATE TEMPORARY TABLE incoming (LIKE stock) ON COMMIT DROP`;
    const known = await sql<(Market & { id: number })[]>`
      SELECT market_id AS id, company, sales_organization AS "salesOrganization", territory_id AS "territoryId"
      FROM market WHERE is_current`;
    for (const { id, ...market } of known) addMarket(market, id, false);
  }

  return {
    previousContents: before.contents,
    putStock: (market, row) => {
      const written = marketOf(market);
      const { productId, isMaxLeadTime, isDeleted } = row;
      const day = toDayNumber(row.stockDate);
      const isLiveLead = isMaxLeadTime && !isDeleted;
      if (isLiveLead && (written.leads.get(productId) ?? day) !== day) return 'second-max-lead-time';
      if (!written.keys.add({ productId, isMaxLeadTime, day })) return 'repeated';
      if (isLiveLead) written.leads.set(productId, day);
      const { stockDate, stockQuantity, lastUpdateDate } = row;
      stock.add(
        `${written.id}\t${productId}\t${isMaxLeadTime}\t${stockDate}\t${stockQuantity}\t${isDeleted}\t${lastUpdateDate}`,
      );
      return 'written';
    },
    putProduct: products.put,
    drain: async () => {
      if (stock.isFull || products.isFull()) {
        await onTheWay;
        onTheWay = send();
        // Whoever awaits it next is told; until then nobody is.
        onTheWay.catch(() => {});
      }
      // What is on the way moves on only while this thread rests.
      if (onTheWay !== null) await nextTurn();
    },
    commit: () => Promise.race([lost, commit()]),
    close: async () => {
      await onTheWay?.catch(() => {});
      // A connection that was lost took the transaction with it.
      if (!isCommitted) await rollBack().catch(() => {});
      await disconnect(sql);
    },
  };
}

/** A live max lead time replaces the others of before; every row replaces the one with its key. */
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

/** Removes what no reader sees any more, also after an import that was cut off here, and counts rows anew. */
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

/** Begins the transaction that holds the one right to write, and that no time limit of the server cuts off. */
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
