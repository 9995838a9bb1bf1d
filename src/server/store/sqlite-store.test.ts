import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openSqliteWriter } from './sqlite-stock-writer.ts';
import { openSqliteStore, storePath } from './sqlite-store.ts';
import { stockRow, testMarket, writeTo } from './temporary-store.fixture.ts';

const today = '2026-11-21';
const productIds = Array.from({ length: 500 }, (_, index) => index + 1);
const lines = productIds.map((productId) => ({ productId, quantity: 1 }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Replaces all stock by all products in stock from that date on. */
function importAll(stockDate: `${number}-${number}-${number}`) {
  const rows = productIds.map((productId) => stockRow({ productId, stockDate, stockQuantity: 1000 }));
  return writeTo({ kind: 'sqlite', path: storePath(folder) }, { rows, replaceStock: true, market: testMarket });
}

test('finds many lines in one state, even if an import is committed meanwhile', async () => {
  await importAll('2026-12-01');
  const store = openSqliteStore(storePath(folder));
  const finding = store.findStock(testMarket, lines, today);
  await importAll('2027-01-01');
  const dates = (await finding).map((each) => each.kind === 'found' && each.stockDate);
  expect(new Set(dates).size).toBe(1);
  await store.close();
});

test('reads one state within a turn of the event loop, and imports from the next one on', async () => {
  await importAll('2026-12-01');
  const store = openSqliteStore(storePath(folder));
  const date = async () => {
    const [found] = await store.findStock(testMarket, lines.slice(0, 1), today);
    return found?.kind === 'found' && found.stockDate;
  };
  expect(await date()).toBe('2026-12-01');
  const writer = openSqliteWriter(storePath(folder), { contents: 'real', replaceStock: true, replaceProducts: false });
  writer.putStock(testMarket, stockRow({ productId: 1, stockDate: '2027-01-01', stockQuantity: 1000 }));
  const committing = writer.commit();
  expect(await date()).toBe('2026-12-01');
  await committing;
  expect(await date()).toBe('2027-01-01');
  expect(await store.findDamage()).toBe(null);
  expect(await date()).toBe('2027-01-01');
  await writer.close();
  await store.close();
});

test('yields to other requests while it finds many lines', async () => {
  await importAll('2026-12-01');
  const store = openSqliteStore(storePath(folder));
  const order: string[] = [];
  await Promise.all([
    store.findStock(testMarket, lines, today).then(() => order.push('many')),
    new Promise((resolve) => setImmediate(resolve)).then(() => order.push('another')),
  ]);
  expect(order).toEqual(['another', 'many']);
  await store.close();
});
