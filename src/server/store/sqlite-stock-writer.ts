import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Market } from '#stock/contract/envelope.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { foldText } from '#stock/fold-text.ts';

import { calendarTextSql, forgetHistorySql, historySourceSql } from './calendar-history.ts';
import { toDayNumber } from './day-number.ts';
import { indexedWordsOf } from './product-query.ts';
import { checksumOf, writeLockError, openDatabase, stockSchema, stockTable } from './sqlite-database.ts';
import type { StockWriter, StoreState, WriteOptions } from './stock-store.ts';

/** Limit of remembered products per market; more would cost more memory than they save time. */
const maxRemembered = 500_000;

/** Large enough for pages that rows in random order update repeatedly. */
const cacheKibibytes = 65_536;

/** Stock before the import: of all products, or of those that it has rows of. */
const setStockAside = `
ALTER TABLE stock RENAME TO previous_stock;
${stockTable}
DELETE FROM known_product;
UPDATE market SET product_count = 0 WHERE market_id > 0;`;

const createPreviousStock = stockTable.replace('stock', 'previous_stock');

// A product may be set aside again, when some of its rows are already written.
const setProductAside = `
INSERT INTO previous_stock SELECT * FROM stock WHERE market_id = ? AND product_id = ? AND import_id <> ?
ON CONFLICT DO NOTHING`;

const entriesSql = (table: string) => `
  SELECT market_id, product_id, is_max_lead_time, stock_date, CASE WHEN is_max_lead_time THEN 0 ELSE stock_quantity END
  FROM ${table} WHERE NOT is_deleted`;

/** SQL that keeps the calendars which the import `importId` has changed. */
function keepReplacedSql(importId: number, committedAt: number): string {
  const written = `${entriesSql('stock')} AND import_id = ${importId}`;
  return `
    INSERT INTO replaced_calendar
    SELECT ${historySourceSql('char')}, ${committedAt}, product_id, (
      SELECT CASE WHEN count(*) > 0 THEN ${calendarTextSql('stock_date')} END FROM previous_stock AS previous
      WHERE previous.market_id = changed.market_id AND previous.product_id = changed.product_id
    ) FROM (
      SELECT market_id, product_id FROM (${entriesSql('previous_stock')} EXCEPT ${entriesSql('stock')})
      UNION SELECT market_id, product_id FROM (${written} EXCEPT ${entriesSql('previous_stock')})
    ) AS changed JOIN market USING (market_id)
    WHERE TRUE ON CONFLICT DO NOTHING;`;
}

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
  const replacesStock = isDemo || options.replaceStock;
  database.exec(replacesStock ? setStockAside : createPreviousStock);
  if (isDemo || options.replaceProducts) products.clear();

  const putStock = database.prepare(putStockSql);
  const putKnown = database.prepare('INSERT INTO known_product VALUES (?, ?) ON CONFLICT DO NOTHING');
  const setAside = replacesStock || previousContents !== 'real' ? null : database.prepare(setProductAside);
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

  /** To be called before a row is written. Remembers products, since most rows are of one that was written before. */
  const rememberProduct = (marketId: number, productId: ProductId): void => {
    const known = remembered.get(marketId) ?? new Set();
    if (known.has(productId)) return;
    setAside?.run(marketId, productId, importId);
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
      rememberProduct(marketId, productId);
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
    },
    putProduct: products.put,
    // Rows are written immediately.
    drain: async () => {},
    commit: async () => {
      database.exec(
        `UPDATE market SET product_count =
           (SELECT count(*) FROM known_product WHERE known_product.market_id = market.market_id) WHERE market_id > 0`,
      );
      const committedAt = options.committedAt ?? Date.now();
      // What demo data replaces, or is replaced by, is no change.
      database.exec(
        previousContents === 'real'
          ? keepReplacedSql(importId, committedAt) + forgetHistorySql(committedAt)
          : `UPDATE store_state SET history_from = ${committedAt}`,
      );
      database.exec('DROP TABLE previous_stock');
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
