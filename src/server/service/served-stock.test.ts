import { expect, test } from 'vitest';

import type { StockStore } from '#server/store/stock-store.ts';

import { servedStock } from './served-stock.ts';

const methods = ['findStock', 'findCalendar', 'findCalendarPage', 'sortedPage'] as const;
const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };

/** A store with these contents, which returns the call instead of a result, and counts how often its state is read. */
function storeWith(contents: 'empty' | 'demo' | 'real') {
  const names = [...methods, 'searchProducts', 'resolveProducts', 'suggestProducts'];
  const calls = names.map((name) => [name, async (...args: unknown[]) => [name, ...args]]);
  let reads = 0;
  const state = async () => {
    reads += 1;
    return { contents, searchable: true };
  };
  return { store: { ...Object.fromEntries(calls), state } as unknown as StockStore, reads: () => reads };
}

/** Calls each method that requires stock data. */
const lookUp = (served: StockStore) =>
  methods.map((name) => (served[name] as (...args: unknown[]) => Promise<unknown>)(market, 'query'));

const search = (served: StockStore) =>
  Promise.all([
    served.searchProducts('linen', 1, 20),
    served.resolveProducts(['10001', '10002'], market),
    served.suggestProducts(['linen', 'wool'], market),
  ]);

test.each([
  ['real', false],
  ['real', true],
  ['demo', true],
] as const)('serves %s data, with demo data allowed: %s', async (contents, servesDemo) => {
  const served = servedStock(storeWith(contents).store, servesDemo);
  expect(await Promise.all(lookUp(served))).toEqual(methods.map((name) => [name, market, 'query']));
  expect(await search(served)).toEqual([
    ['searchProducts', 'linen', 1, 20],
    ['resolveProducts', ['10001', '10002'], market],
    ['suggestProducts', ['linen', 'wool'], market],
  ]);
  expect(await served.state()).toEqual({ contents, searchable: true });
});

test.each([
  ['empty', true, true],
  ['demo', false, false],
] as const)('has no data in an %s store, with demo data allowed: %s', async (contents, servesDemo, searchable) => {
  const served = servedStock(storeWith(contents).store, servesDemo);
  for (const lookup of await Promise.allSettled(lookUp(served)))
    expect(lookup).toMatchObject({
      status: 'rejected',
      reason: { code: 'no-stock-data', message: 'No stock data imported. Import a stock file.' },
    });
  expect(await search(served)).toEqual([{ products: [], hasMore: false }, [null, null], [[], []]]);
  expect(await served.state()).toEqual({ contents: 'empty', searchable });
});

test.each([
  ['real', 1],
  ['demo', 2],
] as const)('reads the state of %s data before two lookups %d times', async (contents, times) => {
  const { store, reads } = storeWith(contents);
  const served = servedStock(store, true);
  for (let count = 0; count < 2; count += 1)
    await served.findCalendar(market, 10_001, { quantity: null, includeMaxLeadTime: true });
  expect(reads()).toBe(times);
});
