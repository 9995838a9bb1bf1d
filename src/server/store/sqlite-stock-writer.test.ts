import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Market } from '#contract/market.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { openDatabase } from './sqlite-database.ts';
import { stockSchema } from './sqlite-schema.ts';
import { SqliteStockWriter } from './sqlite-stock-writer.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { StockRow } from './stock-store.ts';
import { type TemporaryStore, openTemporaryStore, stockRow, testMarket } from './temporary-store.ts';

let temporary: TemporaryStore;

beforeEach(() => {
  temporary = openTemporaryStore();
});

afterEach(() => temporary.close());

const real = (productId: number, stockDate: CalendarDate, stockQuantity = 0, over: Partial<StockRow> = {}) =>
  stockRow({ productId, stockDate, stockQuantity, ...over });
const lead = (productId: number, stockDate: CalendarDate, over: Partial<StockRow> = {}) =>
  real(productId, stockDate, 1, { isMaxLeadTime: true, ...over });

/** Every row that can be seen, as `product date quantity`, `L` for a max lead time. */
async function contents(market: Market = testMarket): Promise<string[]> {
  const query = { productIds: null, page: 1, pageSize: 500, includeMaxLeadTime: true };
  const { calendars } = await temporary.store.findCalendarPage(market, query);
  return calendars.flatMap(({ productId, rows }) =>
    rows.map((row) => `${productId} ${row.stockDate} ${row.isMaxLeadTime ? 'L' : row.stockQuantity}`),
  );
}

const product = (productId: number, name: string) => ({ productId, name, sku: null, unit: 'm' });
const namesFor = async (query: string) =>
  (await temporary.store.searchProducts(query, 1, 50)).products.map(({ productId, name }) => name ?? productId);

describe('rows of a further import', () => {
  test('are added, or replace those of their key', async () => {
    temporary.write({ rows: [real(1, '2026-11-01', 5), real(1, '2026-12-01', 6), real(2, '2026-11-01', 7)] });
    temporary.write({ rows: [real(1, '2026-12-01', 60), real(1, '2027-01-01', 8), real(3, '2026-11-01', 9)] });
    expect(await contents()).toEqual([
      '1 2026-11-01 5',
      '1 2026-12-01 60',
      '1 2027-01-01 8',
      '2 2026-11-01 7',
      '3 2026-11-01 9',
    ]);
  });

  test('can delete, and bring back', async () => {
    temporary.write({ rows: [real(1, '2026-11-01', 5)] });
    temporary.write({ rows: [real(1, '2026-11-01', 5, { isDeleted: true })] });
    expect(await contents()).toEqual([]);
    temporary.write({ rows: [real(1, '2026-11-01', 4)] });
    expect(await contents()).toEqual(['1 2026-11-01 4']);
  });

  test('replace everything where asked to, of all markets', async () => {
    const other = { ...testMarket, company: 'X' };
    temporary.write({ rows: [real(1, '2026-11-01', 5)] });
    temporary.write({ rows: [real(1, '2026-11-01', 5)], market: other });
    temporary.write({ rows: [real(2, '2026-11-01', 6)], replaceStock: true });
    expect(await contents()).toEqual(['2 2026-11-01 6']);
    expect(await contents(other)).toEqual([]);
    expect(await temporary.store.findCalendar(testMarket, 1, { quantity: null, includeMaxLeadTime: true })).toBeNull();
    expect(await namesFor('')).toEqual([2]);
  });
});

describe('rows of the same import', () => {
  test('with the same key: the second is refused, and the first stands', async () => {
    const rows = [real(1, '2026-11-01', 5), real(1, '2026-11-01', 6), lead(1, '2026-11-01'), real(2, '2026-11-01', 7)];
    expect(temporary.write({ rows })).toEqual(['written', 'repeated', 'written', 'written']);
    expect(await contents()).toEqual(['1 2026-11-01 5', '1 2026-11-01 L', '2 2026-11-01 7']);
  });

  test('with a second max lead time: it is refused, unless it is deleted', async () => {
    const rows = [
      lead(1, '2027-01-01'),
      lead(1, '2027-02-01'),
      lead(1, '2027-03-01', { isDeleted: true }),
      lead(2, '2027-04-01', { isDeleted: true }),
      lead(2, '2027-02-01'),
    ];
    const outcomes = ['written', 'second-max-lead-time', 'written', 'written', 'written'];
    expect(temporary.write({ rows })).toEqual(outcomes);
    expect(await contents()).toEqual(['1 2027-01-01 L', '2 2027-02-01 L']);
  });
});

describe('the max lead time of a further import', () => {
  test('moves the one of before, to an earlier or a later date', async () => {
    temporary.write({ rows: [lead(1, '2027-02-01'), lead(2, '2027-02-01'), lead(3, '2027-02-01')] });
    temporary.write({ rows: [lead(1, '2027-01-01'), lead(2, '2027-03-01')] });
    expect(await contents()).toEqual(['1 2027-01-01 L', '2 2027-03-01 L', '3 2027-02-01 L']);
  });

  test('that is deleted removes only its own date', async () => {
    temporary.write({ rows: [lead(1, '2027-02-01')] });
    temporary.write({ rows: [lead(1, '2027-01-01', { isDeleted: true })] });
    expect(await contents()).toEqual(['1 2027-02-01 L']);
    temporary.write({ rows: [lead(1, '2027-02-01', { isDeleted: true })] });
    expect(await contents()).toEqual([]);
  });
});

describe('the catalogue', () => {
  test('is added to, updated by id, or replaced', async () => {
    temporary.write({ products: [product(1, 'Linen'), product(2, 'Velvet')] });
    temporary.write({ products: [product(2, 'Silk'), product(3, 'Wool')] });
    expect(await namesFor('')).toEqual(['Linen', 'Silk', 'Wool']);
    expect(await namesFor('velvet')).toEqual([]);
    expect(await namesFor('velvte')).toEqual([]);
    temporary.write({ products: [product(4, 'Hemp')], replaceProducts: true });
    expect(await namesFor('')).toEqual(['Hemp']);
    expect(await namesFor('linen')).toEqual([]);
    expect(await namesFor('hmep')).toEqual(['Hemp']);
  });

  test('stays where only stock is replaced', async () => {
    temporary.write({ products: [product(1, 'Linen')], rows: [real(1, '2026-11-01')] });
    temporary.write({ rows: [real(2, '2026-11-01')], replaceStock: true });
    expect(await namesFor('')).toEqual(['Linen', 2]);
  });
});

test('real data removes the demo data, stock and names, whichever of the two is imported', async () => {
  const demo = { contents: 'demo', rows: [real(1, '2026-11-01', 5)], products: [product(1, 'Demo linen')] } as const;
  temporary.write(demo);
  temporary.write({ rows: [real(2, '2026-11-01', 6)] });
  expect(await contents()).toEqual(['2 2026-11-01 6']);
  expect(await namesFor('')).toEqual([2]);
  expect(await temporary.store.state()).toEqual({ generation: 2, contents: 'real', searchable: false });
});

test('an import shows as a whole or not at all, to this connection and others', async () => {
  temporary.write({ rows: [real(1, '2026-11-01', 5)], products: [product(1, 'Linen')] });
  const before = await contents();
  const others = openSqliteStore(temporary.path);
  const database = openDatabase(temporary.path, stockSchema);
  const everything = async () => [await contents(), await namesFor(''), await others.state()];
  const old = await everything();

  const writer = SqliteStockWriter.begin(database, { contents: 'real', replaceStock: true, replaceProducts: true });
  for (let productId = 1; productId <= 3000; productId++) {
    writer.putStock(testMarket, real(productId, '2026-12-01', productId));
    writer.putProduct(product(productId, `Wool ${productId}`));
    if (productId % 1000 === 0) expect(await everything()).toEqual(old);
  }
  writer.abort();
  expect(await contents()).toEqual(before);

  const second = SqliteStockWriter.begin(database, { contents: 'real', replaceStock: true, replaceProducts: true });
  second.putStock(testMarket, real(9, '2026-12-01', 9));
  expect(await everything()).toEqual(old);
  second.commit();
  expect(await contents()).toEqual(['9 2026-12-01 9']);
  expect((await others.state()).generation).toBe(2);
  database.close();
  await others.close();
});

test('sessions are saved while an import runs', async () => {
  const database = openDatabase(temporary.path, stockSchema);
  const writer = SqliteStockWriter.begin(database, { contents: 'real', replaceStock: false, replaceProducts: false });
  const session = { idDigest: 'ab', personDigest: 'ann', sealedCredentials: new Uint8Array([1]), expiresAt: 10 };
  await temporary.store.saveSession(session);
  expect(await temporary.store.findSession('ab', 0)).toEqual(session);
  writer.abort();
  database.close();
});
