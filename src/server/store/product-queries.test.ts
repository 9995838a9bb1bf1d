import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { calendarSorts, shortWeeks, tileFilters } from '#stock/contract/calendar-options.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { resultFor } from '#stock/stock-result.ts';
import { sortAndFilter, figuresOf } from '#stock/calendars/sorted-products.ts';
import type { ListedProduct } from '#stock/calendars/listed-product.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';

import { fromDayNumber } from './day-number.ts';
import type { SortedPage, SortedPageQuery } from './product-queries.ts';
import type { StockRow } from './stock-store.ts';
import { openTemporaryStore, stockRow, type TemporaryStore, testMarket } from './temporary-store.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const today: CalendarDate = '2026-11-21';
const productCount = 120;
const levels = [-1, 0, 1, 999, 1000, 1001, 250_125, 99_999_000, 1_000_000_000_000] as const;

const rowsOf = (productId: ProductId): fc.Arbitrary<StockRow[]> =>
  fc
    .uniqueArray(
      fc.record({
        day: fc.oneof(fc.integer({ min: -12, max: 70 }), fc.constantFrom(-60_000, -9000, 9000, 2_900_000)),
        stockQuantity: fc.constantFrom(...levels),
        isDeleted: fc.nat(4),
        kind: fc.nat(3),
      }),
      { minLength: 1, maxLength: 9, selector: ({ day }) => day },
    )
    .map((entries) =>
      entries.map(({ day, stockQuantity, isDeleted, kind }, index) =>
        stockRow({
          productId,
          stockDate: addDays(today, day),
          stockQuantity,
          isDeleted: isDeleted === 0,
          isMaxLeadTime: kind === 0 && entries.findIndex((entry) => entry.kind === 0) === index,
          lastUpdateDate: addDays(today, -(productId % 5) - index),
        }),
      ),
    );

const [stock] = fc.sample(fc.tuple(...Array.from({ length: productCount }, (_, index) => rowsOf(index + 1))), {
  numRuns: 1,
  seed: 20_261_121,
}) as [StockRow[][]];

const names = ['Leinen', 'Crêpe 10', 'crepe 9', 'Ärmelfutter', 'Canvas', 'Tweed 100%', 'under_score'];
/** Products with a catalog row; every seventh has none, and some that have one have no stock rows. */
const catalog: Product[] = Array.from({ length: productCount + 5 }, (_, index) => index + 1)
  .filter((productId) => productId % 7 !== 0)
  .map((productId) => ({
    productId,
    name: productId % 11 === 0 ? null : `${names[productId % names.length]} ${productId % 13}`,
    sku: `SH-${productId}`,
    unit: [null, 'm', 'm', 'kg'][productId % 4] ?? null,
  }));
const productOf = new Map(catalog.map((product) => [product.productId, product]));

const question: fc.Arbitrary<SortedPageQuery> = fc.record({
  productIds: fc.option(
    fc.uniqueArray(fc.integer({ min: 1, max: productCount + 10 }), { minLength: 1, maxLength: 60 }),
    { freq: 2 },
  ),
  quantity: fc.oneof(
    fc.constantFrom(...levels).filter((level) => level > 0),
    fc.integer({ min: 1, max: 300_000 }),
  ),
  unit: fc.constantFrom(null, 'm', 'kg', 'pcs'),
  today: fc.integer({ min: -3, max: 3 }).map((days) => addDays(today, days)),
  includeMaxLeadTime: fc.boolean(),
  tile: fc.option(fc.constantFrom(...tileFilters)),
  find: fc.constantFrom('', '', '', 'crepe', 'CREPE 9', '1', 'sh-3', '%', '_', "'"),
  sort: fc.option(fc.record({ by: fc.constantFrom(...calendarSorts), isDescending: fc.boolean() }), { freq: 6 }),
  shortWeeks: fc.constantFrom(...shortWeeks),
  page: fc.constant(1),
  pageSize: fc.constant(1000),
});

function listedOf(productId: ProductId, { includeMaxLeadTime }: SortedPageQuery): ListedProduct {
  const rows = stock[productId - 1];
  if (rows === undefined) return { kind: 'no-result', productId, why: 'unknown-product' };
  const entries = rows
    .filter((row) => includeMaxLeadTime || !row.isMaxLeadTime)
    .map((row) => Object.assign({}, row, { stockQuantity: fromThousandths(row.stockQuantity) }));
  return { kind: 'calendar', productId, entries, territories: [testMarket.territoryId] };
}

/** Last update of the entry that the result is from. */
function updateOf(listed: ListedProduct, { today, quantity }: SortedPageQuery): CalendarDate | null {
  if (listed.kind !== 'calendar') return null;
  const result = resultFor(readTimeline(listed.entries, today), quantity);
  if (result.kind === 'not-available') return null;
  const isSource = (row: StockRow) =>
    row.stockDate === result.date && row.isMaxLeadTime === (result.kind === 'max-lead-time');
  return stock[listed.productId - 1]?.find(isSource)?.lastUpdateDate ?? null;
}

function expectedPage(query: SortedPageQuery) {
  const { productIds, unit = null } = query;
  const all = (productIds ?? stock.map((_, index) => index + 1)).map((productId) => {
    const listed = listedOf(productId, query);
    const product = productOf.get(productId) ?? { productId, name: null, sku: null, unit: null };
    const figures = figuresOf(listed, product, Object.assign({}, query, { unit }));
    const updated = figures.tile === 'other-unit' ? null : updateOf(listed, query);
    return Object.assign(figures, { updated, keys: { ...figures.keys, updated } });
  });
  // All products of a market have its territory.
  const found = sortAndFilter(
    all,
    Object.assign({}, query, {
      sort: query.sort?.by === 'territory' ? null : query.sort,
    }),
  );
  const counted = sortAndFilter(all, { ...query, tile: null, sort: null });
  const groups = counted.map(({ productId, tile, updated, daysToShortage: days }) => ({
    tile,
    short:
      days === 0 ? 0 : (shortWeeks.map((weeks) => 7 * weeks).find((within) => days !== null && days <= within) ?? null),
    updated,
    productId,
  }));
  return {
    productIds: found.map(({ productId }) => productId),
    found: found.length,
    total: all.length,
    groups: countedBy(groups),
  };
}

type Counted = { tile: string | null; short: number | null; updated: CalendarDate | null; productId: ProductId };

function countedBy(products: readonly Counted[]): unknown[] {
  const groups = new Map<string, ProductId[]>();
  for (const { tile, short, updated, productId } of products) {
    const key = JSON.stringify([tile, short, updated]);
    groups.set(key, [...(groups.get(key) ?? []), productId]);
  }
  return [...groups]
    .map(([key, ids]) => ({ key, count: ids.length, firstId: Math.min(...ids) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function receivedGroups({ groups }: SortedPage): unknown[] {
  return groups
    .map(({ tile, short, updated, count, firstId }) => ({
      key: JSON.stringify([tile, short, updated === null ? null : fromDayNumber(updated)]),
      count,
      firstId,
    }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
  await temporary.write({ rows: stock.flat(), products: catalog });
  // Rows of another market, which count nowhere.
  await temporary.write({
    market: { ...testMarket, territoryId: 'OTHER' },
    rows: [stockRow({ productId: 3, stockDate: today, stockQuantity: 5_000_000 })],
  });
});
afterAll(() => temporary.close());

test('order, filters and counts agree with the rules', async () => {
  const tiles = new Set<string>();
  const property = fc.asyncProperty(question, async (query) => {
    const page = await temporary.store.sortedPage(testMarket, query);
    const { productIds, found, total } = page;
    for (const { tile } of page.groups) tiles.add(tile);
    expect({ productIds, found, total, groups: receivedGroups(page) }).toEqual(expectedPage(query));
  });
  await fc.assert(property, { numRuns: 600, seed: 30 });
  expect([...tiles].toSorted()).toEqual([
    'later',
    'max-lead-time',
    'no-result',
    'nothing',
    'now',
    'other-unit',
    'within-30',
    'within-7',
  ]);
});

const plain: SortedPageQuery = {
  productIds: null,
  quantity: 1000,
  unit: undefined,
  today,
  includeMaxLeadTime: true,
  tile: null,
  find: '',
  sort: null,
  shortWeeks: 2,
  page: 1,
  pageSize: 25,
};

test('pages follow each other without a gap, and one past the end is empty', async () => {
  const query: SortedPageQuery = { ...plain, sort: { by: 'wanted', isDescending: true } };
  const pages = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((page) => temporary.store.sortedPage(testMarket, Object.assign({}, query, { page }))),
  );
  const ids = pages.flatMap(({ productIds }) => productIds);
  expect(ids.length).toBe(productCount);
  expect(new Set(ids).size).toBe(productCount);
  expect(pages.map(({ productIds }) => productIds.length)).toEqual([25, 25, 25, 25, 20, 0]);
  expect(pages.map(({ found }) => found)).toEqual(pages.map(() => productCount));
});

const found = async (find: string) => (await temporary.store.sortedPage(testMarket, { ...plain, find })).productIds;

test('a text of several IDs or SKUs finds any of these', async () => {
  const [first, second, third] = catalog;
  if (!first || !second || !third) throw new Error('no catalog');
  const all = [first, second, third].map(({ productId }) => productId);
  expect(await found(`${first.sku}, ${second.sku};${third.sku}`)).toEqual(expect.arrayContaining(all));
  expect(await found(`${first.sku}, nothing 1`)).toEqual([]);
});

test('a quantity without a unit is one of the most frequent unit', async () => {
  const page = await temporary.store.sortedPage(testMarket, plain);
  expect(page.unit).toBe('m');
  expect(page.units[0]?.unit).toBe('m');
  const ofKilograms = catalog.filter(({ productId, unit }) => productId <= productCount && unit === 'kg').length;
  const counted = page.groups.filter(({ tile }) => tile === 'other-unit');
  expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(ofKilograms);
});

test('an import changes the results and their generation', async () => {
  const own = await openTemporaryStore();
  await own.write({ rows: [stockRow({ productId: 1, stockDate: today, stockQuantity: 500 })] });
  const before = await own.store.sortedPage(testMarket, plain);
  expect(before.groups.map(({ tile }) => tile)).toEqual(['nothing']);
  await own.write({ rows: [stockRow({ productId: 1, stockDate: today, stockQuantity: 2000 })] });
  const after = await own.store.sortedPage(testMarket, plain);
  expect(after.groups.map(({ tile }) => tile)).toEqual(['now']);
  expect(after.generation).toBeGreaterThan(before.generation);
  await own.close();
});

test('an unknown market has no products', async () => {
  const market = { ...testMarket, company: 'NONE' };
  const all = await temporary.store.sortedPage(market, plain);
  expect([all.total, all.found, all.groups]).toEqual([0, 0, []]);
  const listed = await temporary.store.sortedPage(market, { ...plain, productIds: [3, 1] });
  expect(listed.productIds).toEqual([3, 1]);
  expect(listed.groups.map(({ tile, count }) => [tile, count])).toContainEqual(['no-result', expect.any(Number)]);
});
