import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { fromThousandths } from '#stock/thousandths.ts';
import { tooManyRequests, unauthorized } from '#server/service/service-problem.ts';
import { StoreError, type StockRow } from '#server/store/stock-store.ts';
import { openTemporaryStore, type TemporaryStore, testMarket } from '#server/store/temporary-store.fixture.ts';

import { embeddedLookup, type EmbeddedLookupOptions } from './embedded-lookup.ts';
import { caller, upTo } from './faulty-backend.fake.ts';
import { resultsOf } from './faulty-lookup.fixture.ts';

const today = '2026-11-21';
const now = 1_795_000_000_000;
const { signal } = new AbortController();
const productCount = 2500;

function row(productId: number, stockDate: StockRow['stockDate'], stockQuantity: number, more: Partial<StockRow> = {}) {
  const rest = { isMaxLeadTime: false, isDeleted: false, lastUpdateDate: '2026-11-20' } as const;
  return { productId, stockDate, stockQuantity, ...rest, ...more };
}

/** Products 1 to `productCount` with as many units as their ID; 3001 has 10 and a max lead time, 3002 nothing left. */
const rows = [
  ...upTo(productCount).map((productId) => row(productId, '2026-11-01', productId * 1000)),
  row(3001, '2026-12-01', 10_000),
  row(3001, '2027-03-01', 99_999_000, { isMaxLeadTime: true }),
  row(3002, '2026-12-01', 10_000, { isDeleted: true }),
];

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
  await temporary.write({ rows });
});
afterAll(() => temporary.close());

function lookupOf(changes: Partial<EmbeddedLookupOptions> = {}) {
  const { store } = temporary;
  return embeddedLookup({
    store,
    service: { admit: async () => testMarket },
    today: () => today,
    now: () => now,
    ...changes,
  });
}

describe('results', () => {
  it('returns the dates of the store', async () => {
    const requests = [
      { productId: 1, quantity: 1000 },
      { productId: 1, quantity: 1001 },
      { productId: 3001, quantity: 10_000 },
      { productId: 3001, quantity: 10_001 },
      { productId: 3002, quantity: 1 },
      { productId: 9999, quantity: 1 },
    ];
    expect(await resultsOf(lookupOf(), requests)).toMatchObject([
      { kind: 'result', stockResult: { kind: 'in-stock', date: '2026-11-01' }, checkedAt: now, isStale: false },
      { kind: 'not-available' },
      {
        kind: 'result',
        stockResult: { kind: 'expected', date: '2026-12-01' },
        item: { lastUpdateDate: '2026-11-20' },
      },
      { kind: 'result', stockResult: { kind: 'max-lead-time', date: '2027-03-01' } },
      { kind: 'not-available' },
      { kind: 'unknown-product' },
    ]);
  });

  it('returns any number, in statements between which other requests are served', async () => {
    const { store } = temporary;
    const findStock = vi.fn<typeof store.findStock>((...given) => store.findStock(...given));
    const requests = upTo(productCount).map((productId) => ({ productId, quantity: productId * 1000 }));
    const results = await resultsOf(lookupOf({ store: { ...unbound(store), findStock } }), requests);
    expect(findStock).toHaveBeenCalledTimes(3);
    expect(results.every(({ kind }) => kind === 'result')).toBe(true);
    expect(results.map((result) => result.kind === 'result' && result.item.productId)).toEqual(upTo(productCount));
  });

  it('starts one statement a turn of the event loop, however many lookups run', async () => {
    const { store } = temporary;
    const starts: number[] = [];
    let turn = 0;
    const count = () => {
      turn += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const findStock: typeof store.findStock = async (_market, lines) => {
      starts.push(turn);
      return lines.map(() => ({ kind: 'unknown-product' }));
    };
    const lookup = lookupOf({ store: { ...unbound(store), findStock } });
    const requests = upTo(productCount).map((productId) => ({ productId, quantity: 1000 }));
    await Promise.all(upTo(10).map(() => resultsOf(lookup, requests)));
    clearImmediate(next);
    expect(starts).toHaveLength(30);
    expect(new Set(starts).size).toBe(30);
  });

  it('rejects when aborted', async () => {
    const controller = new AbortController();
    const settle = () => controller.abort();
    const requests = upTo(productCount).map((productId) => ({ productId, quantity: 1000 }));
    const lookup = lookupOf().results(requests, caller, controller.signal, { settle });
    await expect(lookup).rejects.toThrow('aborted');
  });

  it('rejects if the caller must sign in', async () => {
    const lookup = lookupOf({ service: { admit: () => Promise.reject(unauthorized('Sign in first.')) } });
    await expect(resultsOf(lookup, [{ productId: 1, quantity: 1 }])).rejects.toThrow('Sign in first.');
  });

  it.each([
    ['the limit of the key', tooManyRequests('Too many.', 3), { reason: 'busy', sentence: 'Too many.' }],
    ['the store', new StoreError('closed'), { reason: 'service-error' }],
  ])('settles all with a reason if it fails: %s', async (_, error, reason) => {
    const lookup = lookupOf({ service: { admit: () => Promise.reject(error) } });
    const requests = [1, 2].map((productId) => ({ productId, quantity: 1 }));
    const result = { kind: 'no-result', requestId: 'request-1', ...reason };
    expect(await resultsOf(lookup, requests)).toEqual([result, result]);
    const calendars = await lookup.calendars([1, 2], caller, signal);
    expect([...calendars]).toEqual([1, 2].map((productId) => [productId, result]));
  });

  it('rejects other errors', async () => {
    const lookup = lookupOf({ service: { admit: () => Promise.reject(new RangeError('oh')) } });
    await expect(resultsOf(lookup, [{ productId: 1, quantity: 1 }])).rejects.toThrow('oh');
  });
});

describe('calendars', () => {
  it.each([[[3001]], [[3001, 3002, 9999]]])('returns whole calendars: %j', async (productIds) => {
    const found = await lookupOf().calendars(productIds, caller, signal);
    expect([...found.keys()]).toEqual(productIds);
    const state = { receivedAt: now, isStale: false, unreadable: 0 };
    expect(found.get(3001)).toEqual({
      kind: 'calendar',
      entries: [
        { stockDate: '2026-12-01', stockQuantity: 10, isMaxLeadTime: false, isDeleted: false },
        { stockDate: '2027-03-01', stockQuantity: 99_999, isMaxLeadTime: true, isDeleted: false },
      ],
      territories: [testMarket.territoryId],
      ...state,
    });
    if (productIds.length === 1) return;
    expect(found.get(3002)).toEqual({ kind: 'calendar', entries: [], territories: [], ...state });
    expect(found.get(9999)).toEqual({ kind: 'unknown-product' });
  });

  it('returns any number', async () => {
    const settle = vi.fn();
    const found = await lookupOf().calendars(upTo(productCount), caller, signal, settle);
    expect(settle).toHaveBeenCalledTimes(productCount);
    expect(found.get(productCount)).toMatchObject({ entries: [{ stockQuantity: fromThousandths(2_500_000) }] });
  });
});

describe('a product', () => {
  it('has its calendar and its result from one import, and the version of that', async () => {
    const own = await openTemporaryStore();
    await own.write({ rows: [row(1, '2026-11-01', 40_000)] });
    const { store } = own;
    let imports = 0;
    const findStock: typeof store.findStock = async (...given) => {
      // The second statement waits until the import after the first is in.
      if (imports === 0) await own.write({ rows: [row(1, '2026-11-01', 0), row(1, '2026-12-05', 40_000)] });
      imports += 1;
      return store.findStock(...given);
    };
    const lookup = lookupOf({ store: { ...unbound(store), findStock } });
    const found = await lookup.product({ productId: 1, quantity: 10_000 }, caller, signal);
    await own.close();
    expect(found).toMatchObject({
      dataVersion: '2',
      calendar: { entries: [{ stockQuantity: 0 }, { stockDate: '2026-12-05', stockQuantity: 40 }] },
      result: { stockResult: { kind: 'expected', date: '2026-12-05' } },
    });
  });
});

it('returns pages of all products', async () => {
  const page = await lookupOf().calendarPage({ page: 6, pageSize: 500 }, caller, signal);
  expect([...page.calendars.keys()]).toEqual([3001, 3002]);
  expect(page).toMatchObject({ totalItemCount: productCount + 2, withheld: 0, repeated: [] });
});

it("is of the service's day and the generation of the store", async () => {
  expect(await lookupOf().present()).toEqual({ today, dataVersion: '1' });
});

/** The store's methods, to replace one of them. */
function unbound(store: EmbeddedLookupOptions['store']): EmbeddedLookupOptions['store'] {
  return {
    findStock: (...given) => store.findStock(...given),
    findCalendar: (...given) => store.findCalendar(...given),
    findCalendarPage: (...given) => store.findCalendarPage(...given),
    state: () => store.state(),
  };
}
