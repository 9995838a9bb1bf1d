import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Market } from '#stock/contract/envelope.ts';
import type { Product } from '#stock/contract/gateway-answers.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { foldText } from '#stock/fold-text.ts';

import { toDayNumber } from './day-number.ts';
import { indexedWordsOf } from './product-query.ts';
import { checksumOf, writeLockError, openDatabase, stockSchema } from './sqlite-database.ts';
import type { StockWriter, StoreState, WriteOptions } from './stock-store.ts';

/** Limit of remembered products per market; more would cost more memory than they save time. */
const maxRemembered = 500_000;

/** Large enough for pages that rows in random order update repeatedly. */
const cacheKibibytes = 65_536;

const clearStock = `
DELETE FROM stock;
DELETE FROM known_product;
UPDATE market SET product_count = 0 WHERE market_id > 0;`;

// Parameters are bound by position; binding by name takes four times as long as the insert.

const putStockSql = `
INSERT INTO stock (
  market_id, product_id, is_max_lead_time, stock_date, stock_quantity, is_deleted, last_update_date, import_id
) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET
  stock_quantity = excluded.stock_quantity, is_deleted = excluded.is_deleted,
  last_update_date = excluded.last_update_date, import_id = excluded.import_id`;

/**
 * Takes the write lock of the database at `path`, creating the database if necessary. Writes in one transaction on a
 * separate connection.
 * @throws NewerSchemaError, StoreError, or StoreBusyError if another import holds the lock
 */
export function openSqliteWriter(path: string, options: WriteOptions): StockWriter {
  const database = openDatabase(path, stockSchema);
  try {
    database.exec(`PRAGMA cache_size = ${-cacheKibibytes}`);
    database.exec('BEGIN IMMEDIATE');
    return stockWriter(database, options);
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    database.close();
    throw writeLockError(error);
  }
}

/** Writes in the transaction that has begun. */
function stockWriter(database: DatabaseSyncInstance, options: WriteOptions): StockWriter {
  const state = database.prepare('SELECT generation, contents FROM store_state WHERE id = 1');
  const { generation, contents: previousContents } = state.get() as Pick<StoreState, 'generation' | 'contents'>;
  const importId = generation + 1;
  const products = productWriter(database, importId);
  const isDemo = previousContents === 'demo';
  if (isDemo || options.replaceStock) database.exec(clearStock);
  if (isDemo || options.replaceProducts) products.clear();

  const putStock = database.prepare(putStockSql);
  const putKnown = database.prepare('INSERT INTO known_product VALUES (?, ?) ON CONFLICT DO NOTHING');
  const supersedeLeads = database.prepare(
    `DELETE FROM stock WHERE market_id = ? AND product_id = ? AND is_max_lead_time = 1
     AND import_id <> ? AND stock_date <> ?`,
  );
  // The no-op update makes RETURNING return the ID of an existing market too.
  const addMarket = database.prepare(
    `INSERT INTO market (company, sales_organization, territory_id) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET company = excluded.company RETURNING market_id`,
  );
  const marketIds = new Map<string, number>();
  let lastMarket: [market: Market | null, marketId: number] = [null, 0];
  const remembered = new Map<number, Set<ProductId>>();

  /** Consecutive rows mostly have the same market object. */
  const marketIdOf = (market: Market): number => {
    if (lastMarket[0] === market) return lastMarket[1];
    const codes = [market.company, market.salesOrganization, market.territoryId];
    const key = JSON.stringify(codes);
    const marketId = marketIds.get(key) ?? (addMarket.get(...codes) as { market_id: number }).market_id;
    marketIds.set(key, marketId);
    lastMarket = [market, marketId];
    return marketId;
  };

  /** Remembers products, since most rows are of known products and inserting them again would be slower. */
  const rememberProduct = (marketId: number, productId: ProductId): void => {
    const known = remembered.get(marketId) ?? new Set();
    if (known.has(productId)) return;
    putKnown.run(marketId, productId);
    if (known.size === maxRemembered) known.clear();
    remembered.set(marketId, known.add(productId));
  };

  return {
    previousContents,
    putStock: (market, row) => {
      const marketId = marketIdOf(market);
      const stockDate = toDayNumber(row.stockDate);
      const { productId } = row;
      putStock.run(
        marketId,
        productId,
        Number(row.isMaxLeadTime),
        stockDate,
        row.stockQuantity,
        Number(row.isDeleted),
        toDayNumber(row.lastUpdateDate),
        importId,
      );
      if (row.isMaxLeadTime && !row.isDeleted) supersedeLeads.run(marketId, productId, importId, stockDate);
      rememberProduct(marketId, productId);
    },
    putProduct: products.put,
    // Rows are written immediately.
    drain: async () => {},
    commit: async () => {
      database.exec(
        `UPDATE market SET product_count =
           (SELECT count(*) FROM known_product WHERE known_product.market_id = market.market_id) WHERE market_id > 0`,
      );
      products.finish();
      database
        .prepare(
          `UPDATE store_state SET generation = :importId, contents = :contents, checksum = :checksum,
           searchable = EXISTS (SELECT 1 FROM product WHERE product_id > 0) WHERE id = 1`,
        )
        .run({ importId, contents: options.contents, checksum: checksumOf(database) });
      database.exec('COMMIT');
      // Until the turn of the event loop ends, a transaction of readers in this process may block the checkpoint.
      await nextTurn();
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    close: async () => {
      if (database.isTransaction) database.exec('ROLLBACK');
      database.close();
    },
  };
}

const putSql = `
INSERT INTO product (product_id, name, sku, unit, name_key, sku_key, import_id) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET
  name = excluded.name, sku = excluded.sku, unit = excluded.unit,
  name_key = excluded.name_key, sku_key = excluded.sku_key, import_id = excluded.import_id`;

/** Writes the catalog and its search data, inside the transaction of an import. */
function productWriter(database: DatabaseSyncInstance, importId: number) {
  const putProduct = database.prepare(putSql);
  const putText = database.prepare('INSERT OR REPLACE INTO product_text (rowid, words) VALUES (?, ?)');
  let isChanged = false;
  return {
    clear: (): void => {
      database.exec("DELETE FROM product; INSERT INTO product_text (product_text) VALUES ('delete-all')");
      isChanged = true;
    },
    put: ({ productId, name, sku, unit }: Product): void => {
      const nameKey = name === null ? null : foldText(name);
      const skuKey = sku === null ? null : foldText(sku);
      putProduct.run(productId, name, sku, unit, nameKey, skuKey, importId);
      const words = indexedWordsOf(`${productId} ${skuKey ?? ''} ${nameKey ?? ''}`);
      putText.run(productId, words.join(' '));
      isChanged = true;
    },
    /** Rebuilds the vocabulary from the index, so that words of deleted products aren't used as corrections. */
    finish: (): void => {
      if (isChanged) database.exec('DELETE FROM vocabulary; INSERT INTO vocabulary SELECT term FROM product_term');
    },
  };
}
