import { describe, expect, it } from 'vitest';

import { CalendarsPage } from '#stock/contract/calendars.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { resultFor } from '#stock/stock-result.ts';
import { type DatedEntry, readTimeline } from '#stock/stock-timeline.ts';
import { type CalendarDate, toUnixSeconds } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import type { CalendarResult, StockCalendar, StockLookup, LookupResult } from '#server/lookup/stock-lookup.ts';

import type { UsableIndex } from '#server/lookup/calendar-indexes.ts';
import type { SortedPage } from '#server/store/product-queries.ts';

import { calendarsQuery } from './calendars-query.fixture.ts';
import type { CalendarsQuery } from './calendars-routes.ts';
import { findExternalCalendars } from './external-calendars.ts';
import type { IndexOptions } from './indexed-calendars.ts';

const today: CalendarDate = '2026-11-25';
const names: Product[] = [
  { productId: 2, name: 'Crêpe', sku: null, unit: 'm' },
  { productId: 3, name: 'Wool', sku: null, unit: 'kg' },
  { productId: 5, name: 'No rows', sku: null, unit: 'm' },
];

const entry = (stockDate: CalendarDate, stockQuantity: number): DatedEntry => ({
  stockDate,
  stockQuantity,
  isMaxLeadTime: false,
  isDeleted: false,
});
const lead = (stockDate: CalendarDate): DatedEntry => ({ ...entry(stockDate, 0), isMaxLeadTime: true });

function calendar(entries: DatedEntry[], changes: Partial<StockCalendar> = {}): StockCalendar {
  return { kind: 'calendar', entries, territories: ['T'], unreadable: 0, receivedAt: 1000, isStale: false, ...changes };
}

const checkedResult = (
  productId: ProductId,
  quantity: number,
  stockDate: CalendarDate,
  isMaxLeadTime = false,
): LookupResult => ({
  kind: 'result',
  stockResult: {
    kind: isMaxLeadTime ? 'max-lead-time' : stockDate <= today ? 'in-stock' : 'expected',
    date: stockDate,
  },
  item: {
    itemId: String(productId),
    id: String(productId),
    localized: [],
    productId,
    company: 'C',
    salesOrganization: 'S',
    territoryId: 'T',
    lastUpdateDate: '2026-11-20',
    stockDate,
    stockDateUnix: toUnixSeconds(stockDate),
    isMaxLeadTime,
    stockQuantity: fromThousandths(quantity),
  },
  checkedAt: 900,
  isStale: false,
});

/** A service with these calendars, whose results are those of the calendars unless they are given. */
function lookupOf(
  calendars: Record<ProductId, CalendarResult>,
  given: Record<ProductId, LookupResult | CalendarDate> = {},
): StockLookup & { requests: { productId: ProductId; quantity: number }[] } {
  const all = new Map(Object.entries(calendars).map(([id, each]) => [Number(id), each]));
  const requests: { productId: ProductId; quantity: number }[] = [];
  return {
    requests,
    isConsistent: false,
    present: async () => ({ today, dataVersion: '7' }),
    product: () => Promise.reject(new Error('Products are looked up together')),
    results: async (requested, _caller, _signal, { settle }) => {
      requests.push(...requested);
      for (const [index, { productId, quantity }] of requested.entries()) {
        const known = given[productId];
        if (typeof known === 'object') settle(index, known);
        else if (known !== undefined) settle(index, checkedResult(productId, quantity, known));
        else {
          const of = calendars[productId];
          const stockResult = of?.kind === 'calendar' ? resultFor(readTimeline(of.entries, today), quantity) : null;
          if (stockResult === null || stockResult.kind === 'not-available') settle(index, { kind: 'not-available' });
          else
            settle(index, checkedResult(productId, quantity, stockResult.date, stockResult.kind === 'max-lead-time'));
        }
      }
    },
    calendars: async (ids) => new Map(ids.map((id) => [id, all.get(id) ?? { kind: 'unknown-product' }])),
    calendarPage: async ({ page, pageSize }) => ({
      calendars: new Map([...all].slice((page - 1) * pageSize, page * pageSize)),
      totalItemCount: all.size,
      withheld: 0,
      repeated: [],
    }),
  };
}

const never = () => Promise.reject(new Error('Nothing must be looked up'));

const catalogue = {
  resolveProducts: async (keys: readonly string[]) =>
    keys.map((key) => names.find(({ productId }) => String(productId) === key) ?? null),
};

/** No index, as for credentials that the service rejects. */
const noIndex: Omit<IndexOptions, 'catalogue'> = {
  indexes: { use: async () => null },
  store: { sortedIndexPage: () => Promise.reject(new Error('There is no index')) },
};

async function find(lookup: StockLookup, changes: Partial<CalendarsQuery> = {}, index = noIndex) {
  const caller = {
    credentials: { token: 't', subscriptionKey: 'k' },
    expiresAt: null,
    market: null,
    bypassCache: false,
    requestId: 'r',
  };
  const page = await findExternalCalendars(
    { lookup, catalogue, ...index },
    Object.assign({}, calendarsQuery, changes),
    caller,
    new AbortController().signal,
  );
  return CalendarsPage.parse(page);
}

const [enough, later] = [calendar([entry('2026-11-20', 90)]), calendar([entry('2026-12-20', 90), lead('2027-03-01')])];

describe('the result of a row', () => {
  it.each([
    ['that of the service', later, undefined, { kind: 'reliable', stockResult: { date: '2026-12-20' }, earlier: null }],
    [
      'that of the service, with an earlier date of the calendar',
      calendar([entry('2026-11-20', 0), entry('2026-12-10', 90)]),
      '2026-12-14',
      { kind: 'reliable', stockResult: { date: '2026-12-14' }, earlier: { date: '2026-12-10' } },
    ],
    ['not reliable if the calendar has less on that day', later, '2026-12-01', { kind: 'not-reliable' }],
    ['not reliable if it is refused though available', enough, { kind: 'not-available' }, { kind: 'not-reliable' }],
    [
      'missing if the service gave none',
      enough,
      { kind: 'no-result', reason: 'timeout', requestId: null },
      { kind: 'no-result' },
    ],
  ] as const)('is %s', async (_, received, given, result) => {
    const { rows } = await find(lookupOf({ 2: received }, given === undefined ? {} : { 2: given as LookupResult }));
    expect(rows[0]?.result).toMatchObject(result);
  });

  it('is of the calendar alone without a quantity, whose update is that of one unit', async () => {
    const lookup = lookupOf({ 2: calendar([entry('2026-11-20', 0.3), entry('2026-12-01', 5)]) });
    const { rows } = await find(lookup, { quantity: 1, hasQuantity: false });
    expect(rows[0]).toMatchObject({
      territories: ['T'],
      result: { stockResult: { kind: 'in-stock' } },
      lastUpdateDate: '2026-11-20',
    });
    expect(lookup.requests).toMatchObject([{ productId: 2, quantity: 1000 }]);
  });
});

it('promises nothing of a calendar that is incomplete, missing or unknown', async () => {
  const lookup = lookupOf({
    1: calendar([entry('2026-11-20', 90)], { unreadable: 1 }),
    2: { kind: 'no-result', reason: 'timeout', requestId: null },
    3: enough,
  });
  const { rows, counts } = await find(lookup, { productIds: [1, 2, 3, 5, 99], unit: 'kg' });
  expect(rows.map(({ problem }) => problem)).toEqual([
    'incomplete',
    'no-result',
    null,
    'no-stock-data',
    'unknown-product',
  ]);
  expect(rows.map(({ entries, result }) => [entries === null, result === null])).toEqual(
    [true, true, false, true, true].map((isMissing) => [isMissing, isMissing]),
  );
  // Products 2 and 5 are in meters.
  expect(counts).toMatchObject({ tiles: { now: 1, 'no-result': 2 }, otherUnit: 2 });
  expect(lookup.requests.map(({ productId }) => productId)).toEqual([3]);
});

it('asks no result for a product of another unit', async () => {
  const lookup = lookupOf({ 2: enough, 3: enough });
  const { rows, unit } = await find(lookup, { unit: 'm' });
  expect(unit).toBe('m');
  expect(rows.map(({ result }) => result?.kind)).toEqual(['reliable', 'other-unit']);
});

describe('order, filters and counts', () => {
  const few = { 1: later, 2: enough, 3: calendar([]) };

  it('apply if all products are on one page', async () => {
    const sort = { by: 'wanted', isDescending: false } as const;
    const { rows, counts, isSortedAndFiltered, found } = await find(lookupOf(few), { unit: 'm', sort });
    expect(rows.map(({ product }) => product.productId)).toEqual([2, 1, 3]);
    expect([isSortedAndFiltered, found, counts?.tiles.now]).toEqual([true, 3, 1]);
    const narrowed = await find(lookupOf(few), { tile: 'within-30' });
    expect([narrowed.found, narrowed.total]).toEqual([1, 3]);
    expect((await find(lookupOf(few), { find: 'crep' })).rows.length).toBe(1);
  });

  it('apply to a list of several pages that can be looked up at once', async () => {
    const sort = { by: 'available', isDescending: true } as const;
    const page = await find(lookupOf(few), { productIds: [1, 3, 2], pageSize: 2, page: 1, sort });
    expect([page.rows.map(({ product }) => product.productId), page.found]).toEqual([[2, 1], 3]);
  });

  it('are not claimed by last update, which calendars don’t have', async () => {
    const sort = { by: 'updated', isDescending: true } as const;
    const { rows, isSortedAndFiltered } = await find(lookupOf(few), { productIds: [1, 3, 2], tile: null, sort });
    expect(rows.map(({ product }) => product.productId)).toEqual([1, 3, 2]);
    expect(isSortedAndFiltered).toBe(false);
  });

  it('are not claimed for a page of many', async () => {
    const { rows, counts, isSortedAndFiltered, total } = await find(lookupOf(few), {
      pageSize: 2,
      sort: { by: 'available', isDescending: true },
    });
    expect(rows.map(({ product }) => product.productId)).toEqual([1, 2]);
    expect([counts, isSortedAndFiltered, total]).toEqual([null, false, 3]);
    expect((await find(lookupOf(few), { pageSize: 2 })).isSortedAndFiltered).toBe(true);
  });
});

it('says how old its oldest part is', async () => {
  const lookup = lookupOf({ 2: calendar([entry('2026-11-20', 90)], { receivedAt: 500, isStale: true }) });
  expect(await find(lookup)).toMatchObject({ receivedAt: 500, isStale: true, today, dataVersion: '7' });
  expect(await find(lookupOf({ 2: enough }))).toMatchObject({ receivedAt: 900, isStale: false });
});

describe('without the max lead time', () => {
  const without = { includeMaxLeadTime: false } as const;

  it('a result at max lead time is none, and its entry is left out', async () => {
    const calendars = { 2: calendar([entry('2026-11-20', 0.03), lead('2027-03-01')]), 5: enough };
    const { rows } = await find(lookupOf(calendars), without);
    expect(rows.map(({ entries, result }) => [entries?.length, result])).toMatchObject([
      [1, { kind: 'reliable', stockResult: { kind: 'not-available' }, earlier: null }],
      [1, { kind: 'reliable', stockResult: { kind: 'in-stock' } }],
    ]);
    // It excludes no other contradiction.
    const early = await find(lookupOf({ 2: later }, { 2: '2026-12-01' }), without);
    expect(early.rows).toMatchObject([{ result: { kind: 'not-reliable' } }]);
    const complete = await find(lookupOf(calendars));
    expect(complete.rows.map(({ entries, result }) => [entries?.length, result])).toMatchObject([
      [2, { stockResult: { kind: 'max-lead-time', date: '2027-03-01' } }],
      [1, { stockResult: { kind: 'in-stock' } }],
    ]);
  });

  it('a product whose only entry that was isn’t one without stock data', async () => {
    const only = { 2: calendar([lead('2027-03-01')]), 3: { kind: 'unknown-product' as const } };
    const given = { 2: { kind: 'unknown-product' } as const };
    expect((await find(lookupOf(only, given), { ...without, unit: 'm' })).rows).toMatchObject([
      { entries: [], problem: null, result: { kind: 'reliable', stockResult: { kind: 'not-available' } } },
      { entries: null, problem: 'no-stock-data' },
    ]);
    expect((await find(lookupOf({ 2: calendar([]) }, given))).rows).toMatchObject([
      { entries: null, problem: 'no-stock-data' },
    ]);
  });
});

it('is no promise if the result contradicts itself, or none came', async () => {
  const notTrusted = { kind: 'not-trusted', reason: 'requested-quantity' } as unknown as LookupResult;
  const [untrusted] = (await find(lookupOf({ 2: enough }, { 2: notTrusted }))).rows;
  expect(untrusted).toMatchObject({ problem: null, result: { kind: 'not-reliable' }, lastUpdateDate: null });
  const [empty] = (await find(lookupOf({ 2: calendar([]) }, { 2: notTrusted }))).rows;
  expect(empty).toMatchObject({ problem: null, result: { kind: 'not-reliable' } });
  const silent = { ...lookupOf({ 2: enough }), results: async () => undefined };
  expect((await find(silent)).rows).toMatchObject([
    { problem: null, result: { kind: 'no-result' }, lastUpdateDate: null },
  ]);
});

it('asks no result without a calendar, and is as new as the response then', async () => {
  const lookup = { ...lookupOf({ 2: { kind: 'no-result', reason: 'timeout', requestId: null } }), results: never };
  const before = Date.now();
  const { receivedAt, isStale } = await find(lookup);
  expect(receivedAt).toBeGreaterThanOrEqual(before);
  expect(isStale).toBe(false);
});

it('is stale if one part is, a calendar or a result', async () => {
  const stale = calendar([entry('2026-11-20', 90)], { isStale: true });
  expect(await find(lookupOf({ 2: enough, 3: stale }))).toMatchObject({ isStale: true, receivedAt: 900 });
  const result = { ...checkedResult(2, 50_000, '2026-11-20'), isStale: true, checkedAt: 400 } as LookupResult;
  expect(await find(lookupOf({ 2: enough, 5: enough }, { 2: result }))).toMatchObject({
    isStale: true,
    receivedAt: 400,
  });
});

it('lists units by their products, then by name, and chooses the first for a quantity', async () => {
  const all = lookupOf({ 1: enough, 2: enough, 3: enough });
  expect(await find(all)).toMatchObject({
    units: [
      { unit: 'kg', count: 1 },
      { unit: 'm', count: 1 },
    ],
    unit: 'kg',
  });
  expect((await find(all, { productIds: [3, 2] })).units.map(({ unit }) => unit)).toEqual(['kg', 'm']);
  const more = lookupOf({ 2: enough, 3: enough, 5: enough });
  expect(await find(more)).toMatchObject({
    units: [
      { unit: 'm', count: 2 },
      { unit: 'kg', count: 1 },
    ],
    unit: 'm',
  });
  expect(await find(more, { hasQuantity: false, unit: 'kg' })).toMatchObject({ unit: null });
  expect(await find(lookupOf({ 1: enough }))).toMatchObject({ units: [], unit: null });
});

const updated = (productId: ProductId, lastUpdateDate: CalendarDate): LookupResult => {
  const result = checkedResult(productId, 50_000, '2026-11-20');
  if (result.kind === 'result') result.item.lastUpdateDate = lastUpdateDate;
  return result;
};

describe('the oldest last update', () => {
  const calendars = { 1: enough, 2: enough, 5: enough };
  const given = { 1: updated(1, '2026-11-12'), 2: updated(2, '2026-11-09'), 5: updated(5, '2026-11-09') };

  it('names a product, and how many others are as old', async () => {
    const { counts } = await find(lookupOf(calendars, given));
    expect(counts?.oldestUpdate).toMatchObject({ date: '2026-11-09', product: { productId: 2 }, others: 1 });
    const reversed = { ...given, 2: updated(2, '2026-11-10'), 1: updated(1, '2026-11-08') };
    const later = await find(lookupOf(calendars, reversed));
    expect(later.counts?.oldestUpdate).toMatchObject({ date: '2026-11-08', product: { productId: 1 }, others: 0 });
  });

  it('isn’t known before the results of all products are, nor without a result', async () => {
    const sort = { by: 'available', isDescending: true } as const;
    const part = await find(lookupOf(calendars, given), { productIds: [1, 2, 5], pageSize: 2, sort });
    expect(part.counts?.oldestUpdate).toBeNull();
    const none = await find({ ...lookupOf(calendars), results: async () => undefined });
    expect(none.counts?.oldestUpdate).toBeNull();
  });
});

const idsOf = ({ rows }: CalendarsPage) => rows.map(({ product }) => product.productId);

describe('pages of a list', () => {
  const list = { productIds: [1, 2, 3, 5, 9], pageSize: 2 };

  it('are looked up one at a time, in the order of the list', async () => {
    const lookup = lookupOf({ 1: enough, 2: enough, 3: enough, 5: enough, 9: enough });
    const page = await find(lookup, { ...list, page: 2 });
    expect(idsOf(page)).toEqual([3, 5]);
    expect(page).toMatchObject({ found: 5, total: 5, page: 2, pageSize: 2, counts: null, isSortedAndFiltered: true });
    expect(lookup.requests.map(({ productId }) => productId)).toEqual([3, 5]);
    expect(idsOf(await find(lookup, { ...list, page: 3 }))).toEqual([9]);
  });

  it('are looked up together to filter or sort them', async () => {
    const lookup = lookupOf({ 1: enough, 2: later, 3: enough, 5: later, 9: later });
    const tile = await find(lookup, { ...list, page: 2, tile: 'within-30', unit: 'm' });
    expect([idsOf(tile), tile.found, tile.counts?.tiles['within-30']]).toEqual([[9], 3, 3]);
    const text = await find(lookup, { ...list, find: 'wool' });
    expect([idsOf(text), text.found, text.total]).toEqual([[3], 1, 5]);
  });

  it('of all products are whole only if none is withheld and the first page has all', async () => {
    const lookup = lookupOf({ 1: enough, 2: enough });
    expect((await find(lookup, { pageSize: 2 })).counts).not.toBeNull();
    expect((await find(lookup, { pageSize: 2, page: 2 })).counts).toBeNull();
    const withholding: StockLookup = {
      ...lookup,
      calendarPage: async (...page) => ({ ...(await lookup.calendarPage(...page)), withheld: 1 }),
    };
    expect(await find(withholding, { pageSize: 2 })).toMatchObject({ counts: null, withheld: 1 });
  });
});

it('leaves out a product of which nothing was received, and shows one that the catalog lacks', async () => {
  const lookup = lookupOf({ 2: enough, 3: enough });
  const partial: StockLookup = { ...lookup, calendars: async () => new Map([[3, enough]]) };
  expect((await find(partial, { productIds: [2, 3] })).rows.map(({ product }) => product.name)).toEqual(['Wool']);
});

describe('many products', () => {
  const fill = { fillId: 4, startedAt: 700, finishedAt: 800, revision: 3, productCount: 3, total: 5 };
  const gaps = [{ after: 2, before: null }];
  const usable: UsableIndex = { source: 's', served: fill, filling: null, isFilling: false, gaps };
  const sorted: SortedPage = {
    generation: 7,
    productIds: [6, 2],
    found: 2,
    total: 3,
    productCount: 3,
    groups: [
      { tile: 'now', short: null, updated: 0, count: 2, firstId: 2 },
      { tile: 'no-result', short: null, updated: null, count: 1, firstId: 9 },
    ],
    unit: 'm',
    units: [{ unit: 'm', count: 3 }],
  };
  const by = { by: 'wanted', isDescending: false } as const;
  const all = { 1: later, 2: enough, 6: later };

  /** An index whose states are those given, one after the other. */
  function indexOf(states: (UsableIndex | null)[], page: SortedPage | null = sorted) {
    const uses: boolean[] = [];
    const queries: object[] = [];
    const index: Omit<IndexOptions, 'catalogue'> = {
      indexes: {
        use: async (_caller, { needsFirst }) => {
          uses.push(needsFirst);
          return states[Math.min(uses.length, states.length) - 1] ?? null;
        },
      },
      store: {
        sortedIndexPage: async (fillId, query) => {
          queries.push(query);
          return fillId === 4 ? page : null;
        },
      },
    };
    return { index, uses, queries };
  }

  const indexWith = async (changes: Partial<UsableIndex>) =>
    (await find(lookupOf(all), { pageSize: 2 }, indexOf([{ ...usable, ...changes }]).index)).index;

  it('are in the order of the index, and show what the service returns now', async () => {
    const { index } = indexOf([usable]);
    const page = await find(lookupOf(all), { sort: by, pageSize: 2 }, index);
    // By the index, both are in stock today.
    expect(page.rows.map(({ product, result }) => [product.productId, result])).toMatchObject([
      [6, { stockResult: { kind: 'expected', date: '2026-12-20' } }],
      [2, { stockResult: { kind: 'in-stock' } }],
    ]);
    expect(page).toMatchObject({
      found: 2,
      total: 5,
      isSortedAndFiltered: true,
      counts: { tiles: { now: 2, 'no-result': 1 } },
    });
    expect(page.counts?.oldestUpdate).toBe(null);
    expect(page.index).toEqual({
      loadedAt: 700,
      loaded: 3,
      total: 5,
      version: '4.3',
      progress: null,
      isInterrupted: false,
      gaps: [{ after: 2, before: null }],
    });
  });

  it('show that a product of the index has no result any more', async () => {
    const { index } = indexOf([usable]);
    const { rows } = await find(lookupOf({ 2: enough }), { sort: by, pageSize: 2 }, index);
    expect(rows.map(({ problem }) => problem)).toEqual(['unknown-product', null]);
    const failing = lookupOf({ 2: { kind: 'no-result', reason: 'timeout', requestId: null }, 6: enough });
    const down = await find(failing, { sort: by, pageSize: 2 }, index);
    expect(down.rows.map(({ problem, entries }) => [problem, entries === null])).toEqual([
      [null, false],
      ['no-result', true],
    ]);
  });

  it('are a page by ID before the index has any, which is then filled', async () => {
    const { index, uses } = indexOf([{ source: 's', served: null, filling: null, isFilling: true, gaps: [] }]);
    const page = await find(lookupOf(all), { sort: by, pageSize: 2 }, index);
    expect(page.rows.map(({ product }) => product.productId)).toEqual([1, 2]);
    expect(page).toMatchObject({ isSortedAndFiltered: false, counts: null, total: 3 });
    expect(page.index).toEqual({
      loadedAt: null,
      loaded: 0,
      total: 0,
      version: '',
      progress: { loaded: 0, total: 0 },
      isInterrupted: false,
      gaps: [],
    });
    expect(uses).toEqual([false, true]);
  });

  it('say how far the index is filled, or that filling it was interrupted', async () => {
    const filling = { ...fill, fillId: 5, productCount: 2, total: 9 };
    const first = { served: null, filling, gaps: [] };
    const progress = { loaded: 2, total: 9 };
    expect(await indexWith({ ...first, isFilling: true })).toMatchObject({ total: 9, progress, isInterrupted: false });
    expect(await indexWith(first)).toMatchObject({ total: 9, progress: null, isInterrupted: true });
    expect(await indexWith({ filling, isFilling: true })).toMatchObject({ loaded: 3, total: 5, progress });
  });

  it('are sorted as of today, by the quantity and its unit if there is one', async () => {
    const { index, queries } = indexOf([usable]);
    await find(lookupOf(all), { sort: by, pageSize: 2, unit: 'kg', find: 'wool' }, index);
    await find(lookupOf(all), { sort: by, pageSize: 2, unit: 'kg', hasQuantity: false }, index);
    expect(queries).toMatchObject([
      { today, sort: by, unit: 'kg', quantity: 50_000, find: 'wool', pageSize: 2 },
      { today, sort: by, unit: null },
    ]);
  });

  it('are counted by the index on a page by ID', async () => {
    const { index } = indexOf([usable]);
    const page = await find(lookupOf(all), { pageSize: 2 }, index);
    expect(page.rows.map(({ product }) => product.productId)).toEqual([1, 2]);
    expect(page).toMatchObject({ counts: { tiles: { now: 2 } }, index: { loaded: 3, total: 5 }, total: 3 });
  });

  it('are counted by the index in the most frequent unit of the page', async () => {
    const { index, queries } = indexOf([usable]);
    await find(lookupOf(all), { pageSize: 2 }, index);
    await find(lookupOf(all), { pageSize: 2, hasQuantity: false }, index);
    expect(queries).toMatchObject([{ today, quantity: 50_000, pageSize: 2, unit: 'm' }, { unit: null }]);
  });

  it('need no index if all of them are on the page', async () => {
    const { index, uses } = indexOf([null]);
    expect((await find(lookupOf(all), {}, index)).index).toBe(null);
    expect(uses).toEqual([]);
  });

  it('are read again if a newer fill replaces the index in between', async () => {
    const old = { ...usable, served: { ...fill, fillId: 3 } };
    const { index } = indexOf([old, usable]);
    expect(await find(lookupOf(all), { sort: by }, index)).toMatchObject({ isSortedAndFiltered: true, found: 2 });
    const gone = indexOf([old]);
    expect(await find(lookupOf(all), { sort: by, pageSize: 2 }, gone.index)).toMatchObject({
      isSortedAndFiltered: false,
    });
    // Three times for the order, and for the counts.
    expect(gone.uses).toHaveLength(6);
  });

  it.each([
    ['a tile', { tile: 'now' }],
    ['a text', { find: 'wool' }],
  ] as const)('are filtered by %s on the index', async (_, narrowed) => {
    const { index } = indexOf([usable]);
    const page = await find(lookupOf(all), { ...narrowed, pageSize: 2 }, index);
    expect([page.rows.map(({ product }) => product.productId), page.isSortedAndFiltered]).toEqual([[6, 2], true]);
  });

  it('of a list that can be looked up at once need no index', async () => {
    const { index, uses } = indexOf([usable]);
    const productIds = Array.from({ length: 250 }, (_, each) => each + 1);
    const page = await find(lookupOf(all), { productIds, sort: by, pageSize: 2 }, index);
    expect(page).toMatchObject({ isSortedAndFiltered: true, found: 250, index: null });
    expect(uses).toEqual([]);
  });

  it('of a list have its number', async () => {
    const { index } = indexOf([usable]);
    const productIds = Array.from({ length: 300 }, (_, each) => each + 1);
    expect(await find(lookupOf(all), { productIds, sort: by }, index)).toMatchObject({ total: 300, found: 2 });
  });
});
