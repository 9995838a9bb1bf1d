import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openDatabase } from '#server/store/sqlite-database.ts';
import { stockSchema } from '#server/store/sqlite-schema.ts';
import { openSqliteStore, storePath } from '#server/store/sqlite-store.ts';
import { testMarket as market } from '#server/store/temporary-store.ts';

import { fillWithDemoData } from './fill-with-demo-data.ts';

const today = '2026-11-21';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'demo-data-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const locationIn = (dataDir: string) => ({ kind: 'sqlite', path: storePath(dataDir) }) as const;

test('fills an empty store in a thread of its own, and no other', async () => {
  const location = locationIn(folder);
  expect(await fillWithDemoData({ location, market, today })).toBe(true);
  const store = openSqliteStore(location.path);
  expect(await store.state()).toEqual({ generation: 1, contents: 'demo', searchable: true });
  const [finding] = await store.findStock(market, [{ productId: 12_345, quantity: 250_000 }], today);
  expect(finding).toMatchObject({ kind: 'found', isMaxLeadTime: false, stockDate: '2026-12-30' });
  const { products } = await store.searchProducts('linen twill sea green', 1, 1);
  expect(products).toMatchObject([{ productId: 12_345, unit: 'm' }]);
  expect(await fillWithDemoData({ location, market, today })).toBe(false);
  expect((await store.state()).generation).toBe(1);
  await store.close();
});

test('leaves a store alone that an import is writing to', async () => {
  const location = locationIn(folder);
  const importing = openDatabase(location.path, stockSchema);
  importing.exec('BEGIN IMMEDIATE');
  expect(await fillWithDemoData({ location, market, today })).toBe(false);
  importing.exec('ROLLBACK');
  importing.close();
}, 20_000);

test('says what is wrong with a store that it cannot write', async () => {
  const location = locationIn(folder);
  mkdirSync(location.path);
  await expect(fillWithDemoData({ location, market, today })).rejects.toThrow(
    /^The store .*stock\.sqlite cannot be opened: .* Nothing was imported\.$/,
  );
});
