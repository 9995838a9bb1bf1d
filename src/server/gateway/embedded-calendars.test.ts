import { describe, expect, it } from 'vitest';

import { toDayNumber } from '#server/store/day-number.ts';
import type { CountedGroup } from '#server/store/product-figures.ts';
import type { SortedPage } from '#server/store/product-queries.ts';

import { calendarsQuery } from './calendars-query.fixture.ts';
import type { CalendarsQuery } from './calendars-routes.ts';
import { countsOf, findStoredCalendars } from './embedded-calendars.ts';

const group = (changes: Partial<CountedGroup>): CountedGroup =>
  Object.assign({ tile: 'now', short: null, updated: null, count: 1, firstId: 1 } as const, changes);
const catalogue = {
  resolveProducts: async (keys: readonly string[]) =>
    keys.map((key) =>
      key === '7' ? null : { productId: Number(key), name: 'Poplin', sku: null, unit: key === '8' ? 'kg' : 'm' },
    ),
};

describe('the counts of groups of products', () => {
  it('sum up each tile', async () => {
    const tiles = [
      'now',
      'within-7',
      'within-30',
      'later',
      'max-lead-time',
      'nothing',
      'no-result',
      'other-unit',
    ] as const;
    const groups = tiles.flatMap((tile, index) => [group({ tile, count: index + 1 }), group({ tile, count: 10 })]);
    expect(await countsOf(groups, catalogue)).toMatchObject({
      tiles: { now: 11, 'within-7': 12, 'within-30': 13, later: 14, 'max-lead-time': 15, nothing: 16, 'no-result': 17 },
      otherUnit: 18,
    });
  });

  it('count what is short now, and what runs short within some weeks, the last day included', async () => {
    const days = [null, 0, 1, 14, 15, 28, 29, 56, 57];
    const groups = days.map((short, index) => group({ short, count: 10 ** index }));
    expect(await countsOf(groups, catalogue)).toMatchObject({
      shortNow: 10,
      shortWithin: { 2: 1100, 4: 111_100, 8: 11_111_100 },
    });
  });

  it('name the product of the oldest update with the lowest ID, and how many others are as old', async () => {
    const groups = [
      group({ updated: toDayNumber('2026-11-20'), count: 5, firstId: 2 }),
      group({ updated: toDayNumber('2026-11-09'), count: 3, firstId: 9 }),
      group({ updated: null, count: 8, firstId: 1 }),
      group({ updated: toDayNumber('2026-11-09'), count: 2, firstId: 4 }),
    ];
    expect((await countsOf(groups, catalogue)).oldestUpdate).toEqual({
      date: '2026-11-09',
      product: { productId: 4, name: 'Poplin', sku: null, unit: 'm' },
      others: 4,
    });
    const unnamed = await countsOf([group({ updated: toDayNumber('2026-11-09'), firstId: 7 })], catalogue);
    expect(unnamed.oldestUpdate).toMatchObject({ product: { productId: 7, name: null }, others: 0 });
    expect((await countsOf([group({})], catalogue)).oldestUpdate).toBeNull();
  });
});

const never = () => Promise.reject(new Error('Nothing must be looked up'));

/** A store whose page has these products; an import takes place before each of its first states. */
function storeOf(productIds: number[], imports = 0) {
  let generation = 1;
  const sorted = (): SortedPage => ({
    generation,
    productIds,
    found: productIds.length,
    total: productIds.length,
    productCount: productIds.length,
    groups: [],
    unit: 'm',
    units: [],
  });
  const requested: object[] = [];
  const row = { stockQuantity: 90_000, isMaxLeadTime: false, isDeleted: false };
  return {
    requested,
    ...catalogue,
    sortedPage: async (_market: object, page: object) => {
      requested.push(page);
      return sorted();
    },
    state: async () => ({ generation: generation <= imports ? (generation += 1) : generation }),
    findCalendarPage: async () => ({
      calendars: productIds.map((productId) => ({
        productId,
        rows: productId === 3 ? [] : [{ ...row, stockDate: productId === 2 ? '2027-01-05' : '2026-11-20' }],
      })),
    }),
    findStock: async () =>
      productIds.map((productId) =>
        productId === 3 ? undefined : { kind: 'found', lastUpdateDate: '2026-11-19', stockDate: '2026-11-20' },
      ),
  };
}

describe('a page of the store', () => {
  const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
  const at = { today: '2026-11-25', now: 5 } as const;

  const find = (store: object, changes: Partial<CalendarsQuery> = {}) =>
    findStoredCalendars(store as never, market, Object.assign({}, calendarsQuery, changes), at);

  it('has nothing to look up without products', async () => {
    expect((await find({ ...storeOf([]), findCalendarPage: never, findStock: never })).rows).toEqual([]);
  });

  it('has the last update of a product that has a ship date, and a territory where there are entries', async () => {
    const { rows } = await find(storeOf([1, 2, 3]));
    expect(rows.map(({ lastUpdateDate, territories }) => [lastUpdateDate, territories])).toEqual([
      ['2026-11-19', ['BRU_GLO']],
      ['2026-11-19', ['BRU_GLO']],
      [null, []],
    ]);
    const tooMuch = await find(storeOf([1]), { quantity: 90_001 });
    expect(tooMuch.rows).toMatchObject([{ lastUpdateDate: null, result: { stockResult: { kind: 'not-available' } } }]);
  });

  it('has neither result nor last update of a product of another unit', async () => {
    expect((await find(storeOf([8]))).rows).toMatchObject([{ result: { kind: 'other-unit' }, lastUpdateDate: null }]);
  });

  it('tells why a product has no entries', async () => {
    const page = await find({ ...storeOf([1, 7]), findCalendarPage: async () => ({ calendars: [] }) });
    const none = { entries: null, territories: [], result: null, lastUpdateDate: null };
    expect(page.rows).toMatchObject([
      { ...none, problem: 'no-stock-data' },
      { ...none, product: { productId: 7, name: null }, problem: 'unknown-product' },
    ]);
  });

  it('is read again while imports replace it, as often as is allowed', async () => {
    expect((await find(storeOf([1], 1))).dataVersion).toBe('2');
    const busy = storeOf([1], 1000);
    const { dataVersion } = await find(busy);
    expect(dataVersion).toBe(String(busy.requested.length));
    expect(busy.requested).toHaveLength(5);
    const quiet = storeOf([1]);
    await find(quiet);
    expect(quiet.requested).toHaveLength(1);
  });
});
