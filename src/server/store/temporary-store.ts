import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Product } from '#contract/gateway.ts';
import type { Market } from '#contract/envelope.ts';

import { storePath } from './sqlite-store.ts';
import type { StockRow } from './stock-store.ts';
import type { RowOutcome, WriteOptions } from './stock-writer.ts';
import { type Store, openStore, openWriter } from './open-store.ts';
import type { StoreLocation } from './store-location.ts';
import { createTemporaryDatabase } from './temporary-database.ts';

/** The market of the tests. */
export const testMarket: Market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };

export interface WrittenContent extends Partial<WriteOptions> {
  rows?: readonly StockRow[];
  products?: readonly Product[];
  market?: Market;
}

/** A place for a store of a test's own. */
export interface TemporaryLocation {
  location: StoreLocation;
  remove: () => Promise<void>;
}

/** A store in a place of its own, for tests. */
export interface TemporaryStore {
  location: StoreLocation;
  store: Store;
  /** Imports rows and products in one transaction and gives what became of each row. */
  write: (content: WrittenContent) => Promise<RowOutcome[]>;
  close: () => Promise<void>;
}

/** In the database that the tests run on: SQLite, or PostgreSQL where `STORE_UNDER_TEST` says so. */
export async function makeTemporaryLocation(): Promise<TemporaryLocation> {
  if (process.env.STORE_UNDER_TEST === 'postgres') {
    const { url, drop } = await createTemporaryDatabase();
    return { location: { kind: 'postgres', url }, remove: drop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'stock-store-'));
  return {
    location: { kind: 'sqlite', path: storePath(folder) },
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

/** The setting by which a program uses the store there. */
export function settingsFor(location: StoreLocation): Record<string, string> {
  return location.kind === 'sqlite' ? { DATA_DIR: dirname(location.path) } : { DATABASE_URL: location.url };
}

export async function openTemporaryStore(): Promise<TemporaryStore> {
  const { location, remove } = await makeTemporaryLocation();
  const store = await openStore(location);
  return {
    location,
    store,
    write: (content) => writeTo(location, content),
    close: async () => {
      await store.close();
      await remove();
    },
  };
}

/** Imports rows and products in one transaction and gives what became of each row. */
export async function writeTo(
  location: StoreLocation,
  { rows = [], products = [], market = testMarket, ...options }: WrittenContent,
): Promise<RowOutcome[]> {
  const writer = await openWriter(location, {
    contents: 'real',
    replaceStock: false,
    replaceProducts: false,
    ...options,
  });
  try {
    const outcomes = rows.map((row) => writer.putStock(market, row));
    for (const product of products) writer.putProduct(product);
    await writer.commit();
    return outcomes;
  } finally {
    await writer.close();
  }
}

/** A live real row; `over` changes any of it. */
export function stockRow(over: Partial<StockRow> & Pick<StockRow, 'productId' | 'stockDate'>): StockRow {
  return { stockQuantity: 0, isMaxLeadTime: false, isDeleted: false, lastUpdateDate: '2026-11-20', ...over };
}
