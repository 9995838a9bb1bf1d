import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Product } from '#contract/gateway.ts';
import type { Market } from '#contract/market.ts';

import { openDatabase } from './sqlite-database.ts';
import { stockSchema } from './sqlite-schema.ts';
import { type RowOutcome, SqliteStockWriter, type WriteOptions } from './sqlite-stock-writer.ts';
import { type SqliteStore, openSqliteStore, storePath } from './sqlite-store.ts';
import type { StockRow } from './stock-store.ts';

/** The market of the tests. */
export const testMarket: Market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };

/** A store in a folder of its own, for tests. */
export interface TemporaryStore {
  path: string;
  store: SqliteStore;
  /** Imports rows and products in one transaction and gives what became of each row. */
  write(content: WrittenContent): RowOutcome[];
  close(): Promise<void>;
}

export interface WrittenContent extends Partial<WriteOptions> {
  rows?: readonly StockRow[];
  products?: readonly Product[];
  market?: Market;
}

export function openTemporaryStore(): TemporaryStore {
  const folder = mkdtempSync(join(tmpdir(), 'stock-store-'));
  const path = storePath(folder);
  const store = openSqliteStore(path);
  const write = ({ rows = [], products = [], market = testMarket, ...options }: WrittenContent) => {
    const database = openDatabase(path, stockSchema);
    try {
      const writer = SqliteStockWriter.begin(database, {
        contents: 'real',
        replaceStock: false,
        replaceProducts: false,
        ...options,
      });
      const outcomes = rows.map((row) => writer.putStock(market, row));
      for (const product of products) writer.putProduct(product);
      writer.commit();
      return outcomes;
    } finally {
      database.close();
    }
  };
  const close = async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  };
  return { path, store, write, close };
}

/** A live real row; `over` changes any of it. */
export function stockRow(over: Partial<StockRow> & Pick<StockRow, 'productId' | 'stockDate'>): StockRow {
  return { stockQuantity: 0, isMaxLeadTime: false, isDeleted: false, lastUpdateDate: '2026-11-20', ...over };
}
