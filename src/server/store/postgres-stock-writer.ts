import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Product } from '#contract/gateway.ts';
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
import { PostgresCopy, PostgresProductWriter } from './postgres-product-writer.ts';
import { RowKeys } from './row-keys.ts';
import {
  nameOfStore,
  type RowOutcome,
  type StockRow,
  type StockWriter,
  StoreBusyError,
  type StoreState,
  type WriteOptions,
} from './stock-store.ts';

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
 * Writes by one transaction on a connection of its own. Where nothing of before stays, rows go straight into
 * `stock` under new market ids; else they gather in a table of the transaction and are merged at its end.
 */
export class PostgresStockWriter implements StockWriter {
  readonly #sql: Sql;
  readonly #lost: Promise<never>;
  readonly #contents: WriteOptions['contents'];
  readonly #startsAnew: boolean;
  readonly #stock: PostgresCopy;
  readonly #products: PostgresProductWriter;
  readonly #markets = new Map<string, WrittenMarket>();
  readonly previousContents: StoreState['contents'];
  #nextMarketId: number;
  #lastMarket: WrittenMarket | null = null;
  #onTheWay: Promise<void> | null = null;
  #isCommitted = false;

  private constructor({ sql, lost }: SoleConnection, { contents, nextMarketId }: BeforeImport, options: WriteOptions) {
    this.#sql = sql;
    this.#lost = lost;
    this.#contents = options.contents;
    this.previousContents = contents;
    this.#nextMarketId = nextMarketId;
    this.#startsAnew = options.replaceStock || contents !== 'real';
    this.#stock = new PostgresCopy(sql, `${this.#startsAnew ? 'stock' : 'incoming'} (${stockColumns})`);
    this.#products = new PostgresProductWriter(sql, options.replaceProducts || contents === 'demo');
  }

  /**
   * Claims the right to write to the database at `url`, whose tables are made where they aren't there.
   * @throws NewerSchemaError, StoreError, or StoreBusyError where another import holds it.
   */
  static async open(url: string, options: WriteOptions): Promise<PostgresStockWriter> {
    const connection = connectOnce(url);
    const { sql } = connection;
    try {
      const name = nameOfStore({ kind: 'postgres', url });
      await migrate(sql, postgresSchema, name).catch((error: unknown) => {
        throw connectingFailure(name, error);
      });
      const writer = new PostgresStockWriter(connection, await begin(sql), options);
      await writer.#prepare();
      return writer;
    } catch (error) {
      await disconnect(sql);
      throw codeOf(error) === lockNotAvailable ? new StoreBusyError(error) : error;
    }
  }

  putStock(market: Market, row: StockRow): RowOutcome {
    const written = this.#marketOf(market);
    const { productId, isMaxLeadTime, isDeleted } = row;
    const day = toDayNumber(row.stockDate);
    const isLiveLead = isMaxLeadTime && !isDeleted;
    if (isLiveLead && (written.leads.get(productId) ?? day) !== day) return 'second-max-lead-time';
    if (!written.keys.add({ productId, isMaxLeadTime, day })) return 'repeated';
    if (isLiveLead) written.leads.set(productId, day);
    const { stockDate, stockQuantity, lastUpdateDate } = row;
    this.#stock.add(
      `${written.id}\t${productId}\t${isMaxLeadTime}\t${stockDate}\t${stockQuantity}\t${isDeleted}\t${lastUpdateDate}`,
    );
    return 'written';
  }

  putProduct(product: Product): Exclude<RowOutcome, 'second-max-lead-time'> {
    return this.#products.put(product);
  }

  async drain(): Promise<void> {
    if (this.#stock.isFull || this.#products.isFull) {
      await this.#onTheWay;
      this.#onTheWay = this.#send();
      // Whoever awaits it next is told; until then nobody is.
      this.#onTheWay.catch(() => {});
    }
    // What is on the way moves on only while this thread rests.
    if (this.#onTheWay !== null) await nextTurn();
  }

  commit(): Promise<void> {
    return Promise.race([this.#lost, this.#commit()]);
  }

  async close(): Promise<void> {
    await this.#onTheWay?.catch(() => {});
    // A connection that was lost took the transaction with it.
    if (!this.#isCommitted) await this.#rollBack().catch(() => {});
    await disconnect(this.#sql);
  }

  async #rollBack(): Promise<void> {
    await Promise.race([this.#lost, this.#sql`ROLLBACK`]);
  }

  async #commit(): Promise<void> {
    await this.#onTheWay;
    await this.#send();
    const sql = this.#sql;
    const added = [...this.#markets.values()].filter((each) => each.isNew);
    await sql`
      INSERT INTO market (market_id, company, sales_organization, territory_id)
      SELECT * FROM unnest(
        ${added.map(({ id }) => id)}::integer[],
        ${added.map(({ market }) => market.company)}::text[],
        ${added.map(({ market }) => market.salesOrganization)}::text[],
        ${added.map(({ market }) => market.territoryId)}::text[]
      )`;
    if (!this.#startsAnew) await this.#merge();
    const source = this.#startsAnew ? sql`stock` : sql`incoming`;
    await sql`
      INSERT INTO known_product SELECT DISTINCT market_id, product_id FROM ${source}
      WHERE market_id = ANY (${[...this.#markets.values()].map(({ id }) => id)}::integer[]) ON CONFLICT DO NOTHING`;
    await sql`
      UPDATE market SET product_count =
        (SELECT count(*) FROM known_product WHERE known_product.market_id = market.market_id)
      WHERE is_current`;
    await this.#products.finish();
    await sql`
      UPDATE store_state SET generation = generation + 1, contents = ${this.#contents},
        searchable = EXISTS (SELECT 1 FROM product) WHERE id = 1`;
    await sql`COMMIT`;
    this.#isCommitted = true;
    await this.#cleanUp();
  }

  async #prepare(): Promise<void> {
    const sql = this.#sql;
    if (this.#startsAnew) {
      await sql`UPDATE market SET is_current = false WHERE is_current`;
      return;
    }
    await sql`CREATE TEMPORARY TABLE incoming (LIKE stock) ON COMMIT DROP`;
    const markets = await sql<(Market & { id: number })[]>`
      SELECT market_id AS id, company, sales_organization AS "salesOrganization", territory_id AS "territoryId"
      FROM market WHERE is_current`;
    for (const { id, ...market } of markets) this.#addMarket(market, id, false);
  }

  async #send(): Promise<void> {
    await Promise.race([this.#lost, this.#stock.send().then(() => this.#products.send())]);
  }

  /** A live max lead time replaces the others of before; every row replaces the one with its key. */
  async #merge(): Promise<void> {
    const sql = this.#sql;
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
  async #cleanUp(): Promise<void> {
    const sql = this.#sql;
    await sql`BEGIN`;
    for (const table of ['stock', 'known_product', 'market'])
      await sql`DELETE FROM ${sql(table)} WHERE market_id IN (SELECT market_id FROM market WHERE NOT is_current)`;
    await sql`COMMIT`;
    for (const table of ['stock', 'known_product', 'market', 'product', 'vocabulary']) await sql`ANALYZE ${sql(table)}`;
  }

  /** Rows of one market mostly follow each other, and come with the same object. */
  #marketOf(market: Market): WrittenMarket {
    if (this.#lastMarket?.market === market) return this.#lastMarket;
    const known = this.#markets.get(keyOf(market)) ?? this.#addMarket(market, this.#nextMarketId++, true);
    this.#lastMarket = { ...known, market };
    return this.#lastMarket;
  }

  #addMarket(market: Market, id: number, isNew: boolean): WrittenMarket {
    const added = { id, market, isNew, keys: new RowKeys(), leads: new Map<ProductId, number>() };
    this.#markets.set(keyOf(market), added);
    return added;
  }
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
