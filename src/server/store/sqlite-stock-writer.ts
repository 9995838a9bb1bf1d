import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

import type { Market } from '#contract/envelope.ts';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';

import { toDayNumber } from './day-number.ts';
import { foldText, indexedWordsOf } from './product-query.ts';
import { checksumOf, claimingFailure, openDatabase, stockSchema } from './sqlite-database.ts';
import type { RowOutcome, StockRow, StockWriter, StoreState, WriteOptions } from './stock-store.ts';

type PreviousState = Pick<StoreState, 'generation' | 'contents'>;

/** Remembering more products than this costs more memory than it is worth. */
const mostNoted = 500_000;

/** Room for the pages that rows in no order touch again and again. */
const cacheKibibytes = 65_536;

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

/** Writes by one transaction on a connection of its own. */
export class SqliteStockWriter implements StockWriter {
  readonly #database: DatabaseSyncInstance;
  readonly #products: SqliteProductWriter;
  readonly #putStock: StatementSyncInstance;
  readonly #putKnown: StatementSyncInstance;
  readonly #otherLead: StatementSyncInstance;
  readonly #supersedeLeads: StatementSyncInstance;
  readonly #marketIds = new Map<string, number>();
  readonly #importId: number;
  readonly #contents: WriteOptions['contents'];
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

  /**
   * Claims the one writer of the database at `path`, which is created where it isn't there.
   * @throws NewerSchemaError, StoreError, or StoreBusyError where another import holds it.
   */
  static open(path: string, options: WriteOptions): SqliteStockWriter {
    const database = openDatabase(path, stockSchema);
    try {
      database.exec(`PRAGMA cache_size = ${-cacheKibibytes}`);
      database.exec('BEGIN IMMEDIATE');
      const previous = database.prepare('SELECT generation, contents FROM store_state WHERE id = 1').get();
      const writer = new SqliteStockWriter(database, previous as PreviousState, options.contents);
      const isDemo = writer.previousContents === 'demo';
      if (isDemo || options.replaceStock) database.exec(clearStock);
      if (isDemo || options.replaceProducts) writer.#products.clear();
      return writer;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      database.close();
      throw claimingFailure(error);
    }
  }

  putStock(market: Market, row: StockRow): RowOutcome {
    const marketId = this.#marketIdOf(market);
    const stockDate = toDayNumber(row.stockDate);
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
      toDayNumber(row.lastUpdateDate),
      this.#importId,
    );
    if (changes === 0) return 'repeated';
    if (isLiveLead) this.#supersedeLeads.run(...lead);
    this.#noteKnown(marketId, productId);
    return 'written';
  }

  putProduct(product: Product): Exclude<RowOutcome, 'second-max-lead-time'> {
    return this.#products.put(product);
  }

  /** Each row is in the database as soon as it was put. */
  async drain(): Promise<void> {}

  async commit(): Promise<void> {
    this.#database.exec(
      `UPDATE market SET product_count =
         (SELECT count(*) FROM known_product WHERE known_product.market_id = market.market_id) WHERE market_id > 0`,
    );
    this.#products.finish();
    this.#database
      .prepare(
        `UPDATE store_state SET generation = :importId, contents = :contents, checksum = :checksum,
         searchable = EXISTS (SELECT 1 FROM product WHERE product_id > 0) WHERE id = 1`,
      )
      .run({ importId: this.#importId, contents: this.#contents, checksum: checksumOf(this.#database) });
    this.#database.exec('COMMIT');
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  async close(): Promise<void> {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    this.#database.close();
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
}

const putSql = `
INSERT INTO product (product_id, name, sku, unit, name_key, sku_key, import_id) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET
  name = excluded.name, sku = excluded.sku, unit = excluded.unit,
  name_key = excluded.name_key, sku_key = excluded.sku_key, import_id = excluded.import_id
WHERE import_id <> excluded.import_id`;

/** Writes the catalogue and what searching it needs, inside the transaction of an import. */
export class SqliteProductWriter {
  readonly #database: DatabaseSyncInstance;
  readonly #importId: number;
  readonly #put: StatementSyncInstance;
  readonly #putText: StatementSyncInstance;
  #changed = false;

  constructor(database: DatabaseSyncInstance, importId: number) {
    this.#database = database;
    this.#importId = importId;
    this.#put = database.prepare(putSql);
    this.#putText = database.prepare('INSERT OR REPLACE INTO product_text (rowid, words) VALUES (?, ?)');
  }

  clear(): void {
    this.#database.exec("DELETE FROM product; INSERT INTO product_text (product_text) VALUES ('delete-all')");
    this.#changed = true;
  }

  put({ productId, name, sku, unit }: Product): 'written' | 'repeated' {
    const nameKey = name === null ? null : foldText(name);
    const skuKey = sku === null ? null : foldText(sku);
    const { changes } = this.#put.run(productId, name, sku, unit, nameKey, skuKey, this.#importId);
    if (changes === 0) return 'repeated';
    const words = indexedWordsOf(`${productId} ${skuKey ?? ''} ${nameKey ?? ''}`);
    this.#putText.run(productId, words.join(' '));
    this.#changed = true;
    return 'written';
  }

  /** Takes the vocabulary from the index anew, so that words of products that are gone correct nothing. */
  finish(): void {
    if (!this.#changed) return;
    this.#database.exec('DELETE FROM vocabulary; INSERT INTO vocabulary SELECT term FROM product_term');
  }
}
