import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

import type { Product } from '#contract/gateway.ts';
import type { Market } from '#contract/market.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { type DayNumber, toDayNumber } from './day-number.ts';
import { SqliteProductWriter } from './sqlite-product-writer.ts';
import type { StockRow, StoreState } from './stock-store.ts';

/** What became of a row: written, or refused because the same import already wrote what it would contradict. */
export type RowOutcome = 'written' | 'repeated' | 'second-max-lead-time';

export interface WriteOptions {
  contents: 'demo' | 'real';
  /** Whether all stock rows of before go. */
  replaceStock: boolean;
  /** Whether the whole catalogue of before goes. */
  replaceProducts: boolean;
}

type PreviousState = Pick<StoreState, 'generation' | 'contents'>;

/** Remembering more products than this costs more memory than it is worth. */
const mostNoted = 500_000;

const clearStock = `
DELETE FROM stock;
DELETE FROM known_product;
UPDATE market SET product_count = 0 WHERE market_id > 0;`;

// Parameters are bound by place: by name, binding them takes four times as long as the insert.

/** A row that the same import wrote stays as it is, and `changes` says 0. */
const putStockSql = `
INSERT INTO stock (
  market_id, product_id, is_max_lead_time, stock_date, stock_quantity, is_deleted, last_update_date, import_id
) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET
  stock_quantity = excluded.stock_quantity, is_deleted = excluded.is_deleted,
  last_update_date = excluded.last_update_date, import_id = excluded.import_id
WHERE import_id <> excluded.import_id`;

/**
 * One import: everything between {@link begin} and {@link commit} shows as a whole or not at all.
 * Readers in this and other processes go on with what was there before.
 */
export class SqliteStockWriter {
  readonly #database: DatabaseSyncInstance;
  readonly #products: SqliteProductWriter;
  readonly #putStock: StatementSyncInstance;
  readonly #putKnown: StatementSyncInstance;
  readonly #otherLead: StatementSyncInstance;
  readonly #supersedeLeads: StatementSyncInstance;
  readonly #marketIds = new Map<string, number>();
  readonly #days = new Map<CalendarDate, DayNumber>();
  readonly #importId: number;
  readonly #contents: WriteOptions['contents'];
  /** What the store held before. */
  readonly previousContents: StoreState['contents'];
  readonly #noted = new Map<number, Set<ProductId>>();
  #lastMarket: [market: Market | null, marketId: number] = [null, 0];

  private constructor(database: DatabaseSyncInstance, previous: PreviousState, contents: WriteOptions['contents']) {
    const importId = previous.generation + 1;
    this.#database = database;
    this.#importId = importId;
    this.#contents = contents;
    this.previousContents = previous.contents;
    this.#products = new SqliteProductWriter(database, importId);
    this.#putStock = database.prepare(putStockSql);
    this.#putKnown = database.prepare('INSERT INTO known_product VALUES (?, ?) ON CONFLICT DO NOTHING');
    this.#otherLead = database.prepare(
      `SELECT 1 FROM stock WHERE market_id = ? AND product_id = ? AND is_max_lead_time = 1
       AND import_id = ? AND stock_date <> ? AND is_deleted = 0`,
    );
    this.#supersedeLeads = database.prepare(
      `DELETE FROM stock WHERE market_id = ? AND product_id = ? AND is_max_lead_time = 1
       AND import_id <> ? AND stock_date <> ?`,
    );
  }

  /** Claims the database's one writer. Demo data goes in any case: it never lies beside real data. */
  static begin(database: DatabaseSyncInstance, options: WriteOptions): SqliteStockWriter {
    database.exec('BEGIN IMMEDIATE');
    try {
      const previous = database.prepare('SELECT generation, contents FROM store_state WHERE id = 1').get();
      const writer = new SqliteStockWriter(database, previous as PreviousState, options.contents);
      const isDemo = writer.previousContents === 'demo';
      if (isDemo || options.replaceStock) database.exec(clearStock);
      if (isDemo || options.replaceProducts) writer.#products.clear();
      return writer;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Inserts the row or replaces the one with its key that an earlier import left. A live max lead time replaces
   * every other one that earlier imports left for the product, whatever their dates.
   */
  putStock(market: Market, row: StockRow): RowOutcome {
    const marketId = this.#marketIdOf(market);
    const stockDate = this.#dayOf(row.stockDate);
    const { productId } = row;
    const lead = [marketId, productId, this.#importId, stockDate];
    const isLiveLead = row.isMaxLeadTime && !row.isDeleted;
    if (isLiveLead && this.#otherLead.get(...lead) !== undefined) return 'second-max-lead-time';
    const { changes } = this.#putStock.run(
      marketId,
      productId,
      Number(row.isMaxLeadTime),
      stockDate,
      row.stockQuantity,
      Number(row.isDeleted),
      this.#dayOf(row.lastUpdateDate),
      this.#importId,
    );
    if (changes === 0) return 'repeated';
    if (isLiveLead) this.#supersedeLeads.run(...lead);
    this.#noteKnown(marketId, productId);
    return 'written';
  }

  /** Inserts the product or replaces what an earlier import said of it. */
  putProduct(product: Product): Exclude<RowOutcome, 'second-max-lead-time'> {
    return this.#products.put(product);
  }

  /** Makes everything written the truth for every reader at once. */
  commit(): void {
    this.#database.exec(
      `UPDATE market SET product_count =
         (SELECT count(*) FROM known_product WHERE known_product.market_id = market.market_id) WHERE market_id > 0`,
    );
    this.#products.finish();
    this.#database
      .prepare(
        `UPDATE store_state SET generation = :importId, contents = :contents,
         searchable = EXISTS (SELECT 1 FROM product WHERE product_id > 0) WHERE id = 1`,
      )
      .run({ importId: this.#importId, contents: this.#contents });
    this.#database.exec('COMMIT');
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** Leaves everything as it was before {@link begin}. */
  abort(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }

  /** Most rows are of a product that was noted already; to remember that is cheaper than to insert it again. */
  #noteKnown(marketId: number, productId: ProductId): void {
    const noted = this.#noted.get(marketId) ?? new Set();
    if (noted.has(productId)) return;
    this.#putKnown.run(marketId, productId);
    if (noted.size === mostNoted) noted.clear();
    this.#noted.set(marketId, noted.add(productId));
  }

  /** Rows of one market mostly follow each other, and come with the same object. */
  #marketIdOf(market: Market): number {
    if (this.#lastMarket[0] === market) return this.#lastMarket[1];
    const codes = [market.company, market.salesOrganization, market.territoryId];
    const key = JSON.stringify(codes);
    const marketId = this.#marketIds.get(key) ?? this.#addMarket(codes);
    this.#marketIds.set(key, marketId);
    this.#lastMarket = [market, marketId];
    return marketId;
  }

  /** The update that changes nothing makes RETURNING give the id of a market that is there already. */
  #addMarket(codes: readonly string[]): number {
    const added = this.#database
      .prepare(
        `INSERT INTO market (company, sales_organization, territory_id) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET company = excluded.company RETURNING market_id`,
      )
      .get(...codes) as { market_id: number };
    return added.market_id;
  }

  #dayOf(date: CalendarDate): DayNumber {
    const known = this.#days.get(date);
    if (known !== undefined) return known;
    const day = toDayNumber(date);
    this.#days.set(date, day);
    return day;
  }
}
