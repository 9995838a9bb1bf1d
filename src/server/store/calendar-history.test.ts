import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Market } from '#stock/contract/envelope.ts';

import { parseCalendar } from './calendar-history.ts';
import { openWriter } from './open-store.ts';
import type { CalendarRow, StockRow } from './stock-store.ts';
import { openTemporaryStore, stockRow, type TemporaryStore, testMarket } from './temporary-store.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

let temporary: TemporaryStore;

beforeEach(async () => {
  temporary = await openTemporaryStore();
});

afterEach(() => temporary.close());

const stock = (productId: number, stockDate: CalendarDate, stockQuantity: number, over: Partial<StockRow> = {}) =>
  stockRow({ productId, stockDate, stockQuantity, ...over });
const lead = (productId: number, stockDate: CalendarDate, over: Partial<StockRow> = {}) =>
  stock(productId, stockDate, 1, { isMaxLeadTime: true, ...over });

const day = 24 * 3_600_000;
/** Imports take place at these times. */
const [monday, tuesday, wednesday] = [100 * day, 101 * day, 102 * day] as const;
type Rows = readonly StockRow[];
const add = (rows: Rows, committedAt: number, market: Market = testMarket) =>
  temporary.write({ rows, committedAt, market });
const replace = (rows: Rows, committedAt: number) => temporary.write({ rows, committedAt, replaceStock: true });

const format = ({ stockDate, stockQuantity, isMaxLeadTime }: CalendarRow) =>
  `${stockDate} ${isMaxLeadTime ? 'L' : stockQuantity}`;

/** Replaced calendars, as `100: 2026-11-01 5, ...` by day, or `unknown`. */
async function historyOf(productId: number, market: Market = testMarket): Promise<string[]> {
  const { replaced } = await temporary.store.findProductHistory(market, productId);
  return replaced.map(({ replacedAt, rows }) => `${replacedAt / day}: ${rows?.map(format).join(', ') ?? 'unknown'}`);
}

const fromDay = async () => (await temporary.store.findProductHistory(testMarket, 1)).from / day;

test('the first import has nothing to keep', async () => {
  await add([stock(1, '2026-11-01', 5)], monday);
  expect(await historyOf(1)).toEqual([]);
  expect(await fromDay()).toBe(100);
});

test('the size of the history is that of what is kept', async () => {
  const { store } = temporary;
  await add([stock(1, '2026-11-01', 5)], monday);
  const empty = await store.findHistorySize('replaced');
  expect(empty).toMatchObject({ calendars: 0, from: monday });
  await add(
    Array.from({ length: 2000 }, (_, index) => stock(index + 1, '2026-11-01', 6)),
    tuesday,
  );
  const { calendars, bytes, from } = await store.findHistorySize('replaced');
  expect([calendars, from]).toEqual([2000, monday]);
  expect(bytes - empty.bytes).toBeGreaterThan(2000 * 20);
  expect(bytes).toBeLessThan(2000 * 500);

  expect(await store.findHistorySize('observed')).toMatchObject({ calendars: 0, from: null });
  const added = [{ productId: 1, isConfirmed: true, entries: '20420:5000' }];
  const observations = { confirmed: [], rolling: [], resumed: [], ended: [], added };
  await store.keepObserved('a service', observations, 100, monday);
  expect(await store.findHistorySize('observed')).toMatchObject({ calendars: 1, from: monday });
});

test('demo data is neither kept nor compared with', async () => {
  await temporary.write({ contents: 'demo', rows: [stock(1, '2026-11-01', 5)], committedAt: monday });
  await add([stock(1, '2026-11-01', 6)], tuesday);
  expect(await historyOf(1)).toEqual([]);
  expect(await fromDay()).toBe(101);
});

describe.each([
  ['that adds to the stock', add],
  ['that replaces all stock', replace],
])('an import %s', (_, next) => {
  const before = [stock(1, '2026-11-01', 5), stock(1, '2026-12-01', 7), lead(1, '2027-02-01')];

  test.each<[what: string, rows: Rows]>([
    ['the same rows', before],
    ['a later update of the same entries', before.map((row) => ({ ...row, lastUpdateDate: '2026-11-25' as const }))],
    [
      'another placeholder quantity of the max lead time',
      [...before.slice(0, 2), lead(1, '2027-02-01', { stockQuantity: 9 })],
    ],
    ['the deletion of an entry that there was not', [...before, stock(1, '2026-12-24', 0, { isDeleted: true })]],
  ])('keeps nothing for %s', async (_what, rows) => {
    await add(before, monday);
    await next(rows, tuesday);
    await next(rows, wednesday);
    expect(await historyOf(1)).toEqual([]);
  });

  test.each<[what: string, rows: Rows]>([
    ['another quantity', [stock(1, '2026-11-01', 6), ...before.slice(1)]],
    ['quantities that are swapped', [stock(1, '2026-11-01', 7), stock(1, '2026-12-01', 5), ...before.slice(2)]],
    ['an entry more', [...before, stock(1, '2026-12-24', 3)]],
    ['a deleted entry', [...before.slice(1), stock(1, '2026-11-01', 5, { isDeleted: true })]],
    ['another max lead time', [...before.slice(0, 2), lead(1, '2027-03-01')]],
  ])('keeps the calendar for %s', async (_what, rows) => {
    await add(before, monday);
    await next(rows, tuesday);
    await next(rows, wednesday);
    expect(await historyOf(1)).toEqual(['101: 2026-11-01 5, 2026-12-01 7, 2027-02-01 L']);
  });

  test('keeps each calendar that a next one replaced, also back and forth', async () => {
    await add([stock(1, '2026-11-01', 5), stock(2, '2026-11-01', 9)], monday);
    await next([stock(1, '2026-11-01', 6), stock(2, '2026-11-01', 9)], tuesday);
    await next([stock(1, '2026-11-01', 5), stock(2, '2026-11-01', 9)], wednesday);
    expect(await historyOf(1)).toEqual(['101: 2026-11-01 5', '102: 2026-11-01 6']);
    expect(await historyOf(2)).toEqual([]);
  });

  test('knows new products from those without entries', async () => {
    await add([stock(1, '2026-11-01', 5), stock(2, '2026-11-01', 0, { isDeleted: true })], monday);
    await next([stock(1, '2026-11-01', 5), stock(2, '2026-11-01', 6), stock(3, '2026-11-01', 7)], tuesday);
    expect(await historyOf(2)).toEqual(['101: ']);
    expect(await historyOf(3)).toEqual(['101: unknown']);
  });

  test('that is discarded keeps nothing', async () => {
    await add(before, monday);
    const replaceStock = next === replace;
    const writer = await openWriter(temporary.location, { contents: 'real', replaceStock, replaceProducts: false });
    writer.putStock(testMarket, stock(1, '2026-11-01', 6));
    await writer.close();
    expect(await historyOf(1)).toEqual([]);
    await next([stock(1, '2026-11-01', 6), ...before.slice(1)], tuesday);
    expect(await historyOf(1)).toHaveLength(1);
  });
});

test('an import that replaces all stock keeps the products and markets that are gone', async () => {
  const other = { ...testMarket, company: 'X' };
  await add([stock(1, '2026-11-01', 5), stock(2, '2026-11-01', 6)], monday);
  await add([stock(1, '2026-11-01', 8)], tuesday, other);
  await replace([stock(2, '2026-11-01', 6)], wednesday);
  expect(await historyOf(1)).toEqual(['102: 2026-11-01 5']);
  expect(await historyOf(2)).toEqual([]);
  expect(await historyOf(1, other)).toEqual(['101: unknown', '102: 2026-11-01 8']);
});

test('a market is not taken for another', async () => {
  await add([stock(1, '2026-11-01', 5)], monday);
  await add([stock(1, '2026-11-01', 5)], tuesday, { ...testMarket, territoryId: 'BRU_EU' });
  expect(await historyOf(1)).toEqual([]);
});

test('what is older than 400 days is forgotten', async () => {
  for (const [quantity, at] of [
    [1, 100],
    [2, 101],
    [3, 102],
    [4, 502],
  ] as const)
    await add([stock(1, '2026-11-01', quantity)], at * day);
  expect(await historyOf(1)).toEqual(['502: 2026-11-01 3']);
  expect(await fromDay()).toBe(102);
});

test('replaced calendars lead back to each earlier stock', async () => {
  const quantity = fc.constantFrom(0, 5, 7);
  const rows = fc
    .array(fc.record({ productId: fc.integer({ min: 1, max: 4 }), at: fc.nat(2), quantity, isDeleted: fc.boolean() }), {
      maxLength: 8,
    })
    .map((entries) => {
      const dates = ['2026-11-01', '2026-12-01', '2027-02-01'] as const;
      const keys = new Map(entries.map((entry) => [`${entry.productId} ${entry.at}`, entry]));
      return [...keys.values()].map(({ productId, at, quantity: stockQuantity, isDeleted }) =>
        stock(productId, dates[at] ?? '2026-11-01', stockQuantity, { isDeleted, isMaxLeadTime: at === 2 }),
      );
    });
  const imports = fc.array(fc.record({ rows, replaces: fc.boolean() }), { minLength: 2, maxLength: 6 });
  let imported = 0;
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(imports, async (some) => {
      const market = { ...testMarket, company: `C${(runs += 1)}` };
      const calendarOf = (productId: number) => currentCalendar(productId, market);
      const states: { at: number; calendars: (string[] | null)[] }[] = [];
      for (const { rows: written, replaces } of some) {
        const at = (imported += 1);
        await temporary.write({ rows: written, replaceStock: replaces, committedAt: at, market });
        states.push({ at, calendars: await Promise.all([1, 2, 3, 4].map(calendarOf)) });
      }
      for (const productId of [1, 2, 3, 4]) {
        const { replaced } = await temporary.store.findProductHistory(market, productId);
        const kept = replaced.map(({ replacedAt, rows: calendar }) => ({
          replacedAt,
          calendar: calendar?.map(format),
        }));
        const current = (await calendarOf(productId)) ?? [];
        for (const { at, calendars } of states) {
          const next = kept.find(({ replacedAt }) => replacedAt > at);
          // Whether a product without entries is known isn't kept.
          expect(next === undefined ? current : (next.calendar ?? [])).toEqual(calendars[productId - 1] ?? []);
        }
        for (const [place, { calendar = [] }] of kept.entries())
          expect(calendar).not.toEqual(place === kept.length - 1 ? current : (kept[place + 1]?.calendar ?? []));
      }
    }),
    { numRuns: 15 },
  );
});

async function currentCalendar(productId: number, market: Market): Promise<string[] | null> {
  const found = await temporary.store.findCalendar(market, productId, { quantity: null, includeMaxLeadTime: true });
  return found?.map(format) ?? null;
}

test.each([
  ['', []],
  ['-1:-5 20420:5000 20500*', ['1969-12-31 -5', '2025-11-28 5000', '2026-02-16 L']],
  ['20500*', ['2026-02-16 L']],
])('reads %j', (text, entries) => expect(parseCalendar(text).map(format)).toEqual(entries));
