import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { calendarSorts, tileFilters } from '#stock/contract/calendar-options.ts';
import { sortAndFilter, figuresOf } from '#stock/calendars/sorted-products.ts';
import type { ListedProduct } from '#stock/calendars/listed-product.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';

import type { ClaimedFill, IndexedCalendar, IndexedPage } from './calendar-index.ts';
import type { SortedPageQuery } from './product-queries.ts';
import { openTemporaryStore, type TemporaryStore } from './temporary-store.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const today: CalendarDate = '2026-11-21';
const now = 1_790_000_000_000;
const lease = now + 90_000;

let temporary: TemporaryStore;
let lastKey = 0;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.close());

const newKey = () => ({ credentialKey: `person ${(lastKey += 1)}`, marketKey: 'market' });

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
  pageSize: 1000,
};

const calendar = (productId: number, changes: Partial<IndexedCalendar> = {}): IndexedCalendar => ({
  productId,
  entries: [{ stockDate: today, stockQuantity: 5000, isMaxLeadTime: false }],
  territory: 'T',
  ...changes,
});

const pageOf = (page: number, calendars: readonly IndexedCalendar[], changes: Partial<IndexedPage> = {}) => ({
  page,
  pageSize: 2,
  received: calendars.length,
  missing: 0,
  claimedTotal: 4,
  calendars,
  ...changes,
});

async function begun(owner = 'a', key = newKey(), at = now) {
  const { store } = temporary;
  const { indexId } = await store.useIndex(key, at);
  const fill = (await store.claimFill(indexId, owner, at, at + 90_000)) as ClaimedFill;
  return { store, key, indexId, fill };
}

const idsIn = async (fillId: number, query: Partial<SortedPageQuery> = {}) =>
  (await temporary.store.sortedIndexPage(fillId, { ...plain, ...query }))?.productIds ?? null;

const isThere = async ({ fill }: { fill: ClaimedFill }) => (await idsIn(fill.fillId)) !== null;

const level = fc.constantFrom(-1, 0, 999, 1000, 250_125, 99_999_000, 1_000_000_000_000);
const anyCalendar = fc.record({
  entries: fc.option(
    fc.array(
      fc.record({
        stockDate: fc
          .oneof(fc.integer({ min: -12, max: 70 }), fc.constantFrom(-60_000, -9000, 9000, 2_900_000))
          .map((days) => addDays(today, days)),
        stockQuantity: level,
        isMaxLeadTime: fc.boolean(),
      }),
      { maxLength: 7 },
    ),
    { freq: 8 },
  ),
  territory: fc.constantFrom('', 'North', 'South'),
});

test('order and filters agree with the rules, for calendars as services send them', async () => {
  const calendars = fc
    .sample(anyCalendar, { numRuns: 90, seed: 16 })
    .map((each, index) => Object.assign(each, { productId: index + 1 }));
  const { store, fill } = await begun();
  await store.writePage(fill, pageOf(1, calendars, { claimedTotal: 90 }), lease);
  const query = fc.record({
    productIds: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 95 }), { minLength: 1, maxLength: 40 }), {
      freq: 2,
    }),
    quantity: level.filter((each) => each > 0),
    today: fc.integer({ min: -3, max: 3 }).map((days) => addDays(today, days)),
    includeMaxLeadTime: fc.boolean(),
    tile: fc.option(fc.constantFrom(...tileFilters)),
    sort: fc.option(
      fc.record({ by: fc.constantFrom(...calendarSorts.filter((by) => by !== 'updated')), isDescending: fc.boolean() }),
      { freq: 6 },
    ),
  });
  const property = fc.asyncProperty(query, async (changes) => {
    const requested = { ...plain, ...changes, unit: null };
    const expected = (requested.productIds ?? calendars.map(({ productId }) => productId)).map((productId) => {
      const { entries = null, territory } = calendars[productId - 1] ?? { territory: '' };
      const listed: ListedProduct =
        entries === null
          ? { kind: 'no-result', productId, why: 'incomplete' }
          : {
              kind: 'calendar',
              productId,
              entries: entries
                .filter(({ isMaxLeadTime }) => requested.includeMaxLeadTime || !isMaxLeadTime)
                .map((entry) =>
                  Object.assign({}, entry, {
                    stockQuantity: fromThousandths(entry.stockQuantity),
                    isDeleted: false,
                  }),
                ),
              territories: territory === '' ? [] : [territory],
            };
      return figuresOf(listed, { productId, name: null, sku: null, unit: null }, requested);
    });
    const found = await idsIn(fill.fillId, requested);
    expect(found).toEqual(sortAndFilter(expected, requested).map(({ productId }) => productId));
  });
  await fc.assert(property, { numRuns: 400, seed: 30 });
});

test('a fill is visible page by page, and counts what it has and what there is', async () => {
  const { store, key, indexId, fill } = await begun();
  expect(await store.useIndex(key, now)).toMatchObject({ indexId, served: null, filling: { productCount: 0 } });
  expect(await store.writePage(fill, pageOf(1, [calendar(1), calendar(2)]), lease)).toBe(true);
  await store.writePage(fill, pageOf(2, [], { claimedTotal: null, missing: 2 }), lease);
  expect(await store.useIndex(key, now)).toMatchObject({
    filling: { startedAt: now, finishedAt: null, productCount: 2, total: 4 },
  });
  expect(await idsIn(fill.fillId)).toEqual([1, 2]);
  expect(await store.findGaps(fill.fillId)).toEqual([{ after: 2, before: null }]);
  expect(await store.finishFill(fill, 4, now + 5)).toBe(true);
  expect(await store.useIndex(key, now)).toMatchObject({
    leasedUntil: 0,
    filling: null,
    served: { finishedAt: now + 5, productCount: 2, total: 4 },
  });
});

test('products are added to a large fill now and then, and are all there once it is finished', async () => {
  const { store, fill } = await begun();
  // More entries than are loaded again with every page.
  const entries = Array.from({ length: 1001 }, (_, index) => ({
    stockDate: addDays(today, index),
    stockQuantity: 5000,
    isMaxLeadTime: false,
  }));
  const large = Array.from({ length: 100 }, (_, index) => calendar(index + 1, { entries }));
  await store.writePage(fill, pageOf(1, large, { pageSize: 100, claimedTotal: 102 }), lease);
  const found = async () => (await idsIn(fill.fillId))?.length;
  expect(await found()).toBe(100);
  await store.writePage(fill, pageOf(2, [calendar(101)], { pageSize: 100, claimedTotal: 102 }), lease);
  await vi.waitFor(async () => expect(await found()).toBe(101), { timeout: 60_000, interval: 100 });
  await store.writePage(fill, pageOf(3, [calendar(102)], { pageSize: 100, claimedTotal: 102 }), lease);
  await store.finishFill(fill, 102, now);
  expect(await found()).toBe(102);
});

test('a page loaded again replaces its products, and counts none twice', async () => {
  const { store, key, fill } = await begun();
  await store.writePage(fill, pageOf(1, [calendar(1), calendar(2)]), lease);
  await store.writePage(fill, pageOf(2, [calendar(2, { entries: [] }), calendar(3)], { claimedTotal: 3 }), lease);
  const { filling } = await store.useIndex(key, now);
  // Two pages disagree on the total: the larger counts.
  expect(filling).toMatchObject({ productCount: 3, total: 4 });
  expect(await idsIn(fill.fillId, { tile: 'now' })).toEqual([1, 3]);
  expect(await idsIn(fill.fillId, { tile: 'nothing' })).toEqual([2]);
});

test('one server fills at a time; another continues after its lease', async () => {
  const { store, indexId, fill } = await begun('a');
  await store.writePage(fill, pageOf(1, [calendar(1), calendar(2)]), lease);
  expect(await store.claimFill(indexId, 'b', now + 60_000, now + 150_000)).toBe(null);
  const taken = await store.claimFill(indexId, 'b', now + 95_000, now + 185_000);
  expect(taken).toEqual({
    indexId,
    fillId: fill.fillId,
    owner: 'b',
    pageSize: 2,
    pages: [{ page: 1, received: 2, claimedTotal: 4 }],
  });
  expect(await store.writePage(fill, pageOf(2, [calendar(3)]), lease)).toBe(false);
  expect(await store.finishFill(fill, 4, now)).toBe(false);
  await store.releaseFill(fill);
  expect(await store.claimFill(indexId, 'c', now + 96_000, now + 200_000)).toBe(null);
  await store.releaseFill(taken as ClaimedFill);
  expect(await store.claimFill(indexId, 'c', now + 96_000, now + 200_000)).toMatchObject({ fillId: fill.fillId });
});

test('a finished fill replaces the previous one, whose rows are deleted', async () => {
  const { store, key, indexId, fill } = await begun();
  const many = Array.from({ length: 1200 }, (_, index) => calendar(index + 1));
  await store.writePage(fill, pageOf(1, many), lease);
  await store.finishFill(fill, 1200, now);
  const next = (await store.claimFill(indexId, 'a', now + 1, lease)) as ClaimedFill;
  expect(next.fillId).not.toBe(fill.fillId);
  await store.writePage(next, pageOf(1, [calendar(7)]), lease);
  expect(await idsIn(fill.fillId, { pageSize: 2000 })).toHaveLength(1200);
  await store.finishFill(next, 1, now);
  expect(await idsIn(fill.fillId)).toBe(null);
  expect(await idsIn(next.fillId)).toEqual([7]);
  let steps = 0;
  while (await store.purge()) steps += 1;
  expect(steps).toBeGreaterThanOrEqual(3);
  expect(await idsIn(next.fillId)).toEqual([7]);
  expect((await store.useIndex(key, now)).served?.fillId).toBe(next.fillId);
});

test('rejected credentials mark all their indexes', async () => {
  const { store, key } = await begun();
  const other = { ...key, marketKey: 'another market' };
  await store.useIndex(other, now);
  await store.setRejected(key.credentialKey, true);
  expect((await store.useIndex(other, now)).isRejected).toBe(true);
  await store.setRejected(key.credentialKey, false);
  expect((await store.useIndex(key, now)).isRejected).toBe(false);
});

test('indexes that nobody uses are dropped, and the least recently used if there are too many entries', async () => {
  const week = 7 * 24 * 3_600_000;
  const old = await begun('a', newKey(), now + week);
  const used = await begun('a', newKey(), now + week + 1);
  const latest = await begun('a', newKey(), now + week + 2);
  for (const { store, fill } of [old, used, latest])
    await store.writePage(fill, pageOf(1, [calendar(1), calendar(2)]), lease);
  const { store } = latest;
  await store.dropIndexes({ unusedSince: now + week, maxEntries: 5, keptId: old.indexId });
  expect([await isThere(old), await isThere(used), await isThere(latest)]).toEqual([true, true, true]);
  await store.dropIndexes({ unusedSince: now + week, maxEntries: 5, keptId: null });
  expect([await isThere(old), await isThere(used), await isThere(latest)]).toEqual([false, true, true]);
  await store.dropIndexes({ unusedSince: now + week + 2, maxEntries: 100, keptId: null });
  expect([await isThere(used), await isThere(latest)]).toEqual([false, true]);
});
