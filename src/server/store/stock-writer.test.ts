import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Market } from '#stock/contract/envelope.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import type { StockRow } from './stock-store.ts';
import { openStore, openWriter } from './open-store.ts';
import { type TemporaryStore, openTemporaryStore, stockRow, testMarket } from './temporary-store.fixture.ts';

let temporary: TemporaryStore;

beforeEach(async () => {
  temporary = await openTemporaryStore();
});

afterEach(() => temporary.close());

const real = (productId: number, stockDate: CalendarDate, stockQuantity = 0, over: Partial<StockRow> = {}) =>
  stockRow({ productId, stockDate, stockQuantity, ...over });
const lead = (productId: number, stockDate: CalendarDate, over: Partial<StockRow> = {}) =>
  real(productId, stockDate, 1, { isMaxLeadTime: true, ...over });

/** All visible rows, as `product date quantity`, with `L` for a max lead time. */
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

describe('rows of a later import', () => {
  test('are added, or replace those with their key', async () => {
    await temporary.write({ rows: [real(1, '2026-11-01', 5), real(1, '2026-12-01', 6), real(2, '2026-11-01', 7)] });
    await temporary.write({ rows: [real(1, '2026-12-01', 60), real(1, '2027-01-01', 8), real(3, '2026-11-01', 9)] });
    expect(await contents()).toEqual([
      '1 2026-11-01 5',
      '1 2026-12-01 60',
      '1 2027-01-01 8',
      '2 2026-11-01 7',
      '3 2026-11-01 9',
    ]);
  });

  test('can delete and restore rows', async () => {
    await temporary.write({ rows: [real(1, '2026-11-01', 5)] });
    await temporary.write({ rows: [real(1, '2026-11-01', 5, { isDeleted: true })] });
    expect(await contents()).toEqual([]);
    await temporary.write({ rows: [real(1, '2026-11-01', 4)] });
    expect(await contents()).toEqual(['1 2026-11-01 4']);
  });

  test('replace all markets on request', async () => {
    const other = { ...testMarket, company: 'X' };
    await temporary.write({ rows: [real(1, '2026-11-01', 5)] });
    await temporary.write({ rows: [real(1, '2026-11-01', 5)], market: other });
    await temporary.write({ rows: [real(2, '2026-11-01', 6)], replaceStock: true });
    expect(await contents()).toEqual(['2 2026-11-01 6']);
    expect(await contents(other)).toEqual([]);
    expect(await temporary.store.findCalendar(testMarket, 1, { quantity: null, includeMaxLeadTime: true })).toBeNull();
    expect(await namesFor('')).toEqual([2]);
  });
});

describe('the max lead time of a later import', () => {
  test('replaces the previous one, on an earlier or later date', async () => {
    await temporary.write({ rows: [lead(1, '2027-02-01'), lead(2, '2027-02-01'), lead(3, '2027-02-01')] });
    await temporary.write({ rows: [lead(1, '2027-01-01'), lead(2, '2027-03-01')] });
    expect(await contents()).toEqual(['1 2027-01-01 L', '2 2027-03-01 L', '3 2027-02-01 L']);
  });

  test('removes only its own date if it is deleted', async () => {
    await temporary.write({ rows: [lead(1, '2027-02-01')] });
    await temporary.write({ rows: [lead(1, '2027-01-01', { isDeleted: true })] });
    expect(await contents()).toEqual(['1 2027-02-01 L']);
    await temporary.write({ rows: [lead(1, '2027-02-01', { isDeleted: true })] });
    expect(await contents()).toEqual([]);
  });
});

describe('the catalogue', () => {
  test('is added to, updated by id, or replaced', async () => {
    await temporary.write({ products: [product(1, 'Linen'), product(2, 'Velvet')] });
    await temporary.write({ products: [product(2, 'Silk'), product(3, 'Wool')] });
    expect(await namesFor('')).toEqual(['Linen', 'Silk', 'Wool']);
    expect(await namesFor('velvet')).toEqual([]);
    expect(await namesFor('velvte')).toEqual([]);
    await temporary.write({ products: [product(4, 'Hemp')], replaceProducts: true });
    expect(await namesFor('')).toEqual(['Hemp']);
    expect(await namesFor('linen')).toEqual([]);
    expect(await namesFor('hmep')).toEqual(['Hemp']);
  });

  test('is kept if only stock is replaced', async () => {
    await temporary.write({ products: [product(1, 'Linen')], rows: [real(1, '2026-11-01')] });
    await temporary.write({ rows: [real(2, '2026-11-01')], replaceStock: true });
    expect(await namesFor('')).toEqual(['Linen', 2]);
  });
});

test('real data removes the demo data, stock and names, whichever of the two is imported', async () => {
  const demo = { contents: 'demo', rows: [real(1, '2026-11-01', 5)], products: [product(1, 'Demo linen')] } as const;
  await temporary.write(demo);
  await temporary.write({ rows: [real(2, '2026-11-01', 6)] });
  expect(await contents()).toEqual(['2 2026-11-01 6']);
  expect(await namesFor('')).toEqual([2]);
  expect(await temporary.store.state()).toEqual({ generation: 2, contents: 'real', searchable: false });
});

test('an import becomes visible as a whole, to this connection and others', async () => {
  await temporary.write({ rows: [real(1, '2026-11-01', 5)], products: [product(1, 'Linen')] });
  const before = await contents();
  const others = await openStore(temporary.location);
  const everything = async () => [await contents(), await namesFor(''), await others.state()];
  const old = await everything();

  const writer = await openWriter(temporary.location, { contents: 'real', replaceStock: true, replaceProducts: true });
  for (let productId = 1; productId <= 3000; productId++) {
    writer.putStock(testMarket, real(productId, '2026-12-01', productId));
    writer.putProduct(product(productId, `Wool ${productId}`));
    if (productId % 1000 === 0) expect(await everything()).toEqual(old);
  }
  await writer.close();
  expect(await contents()).toEqual(before);

  const second = await openWriter(temporary.location, { contents: 'real', replaceStock: true, replaceProducts: true });
  second.putStock(testMarket, real(9, '2026-12-01', 9));
  expect(await everything()).toEqual(old);
  await second.commit();
  await second.close();
  expect(await contents()).toEqual(['9 2026-12-01 9']);
  expect((await others.state()).generation).toBe(2);
  await others.close();
});

test('sessions are saved while an import runs', async () => {
  const writer = await openWriter(temporary.location, {
    contents: 'real',
    replaceStock: false,
    replaceProducts: false,
  });
  const session = { idDigest: 'ab', personDigest: 'ann', sealedCredentials: new Uint8Array([1]), expiresAt: 10 };
  await temporary.store.saveSession(session);
  expect(await temporary.store.findSession('ab', 0)).toEqual(session);
  await writer.close();
});
