import { expect, it } from 'vitest';

import type { Product } from '#stock/contract/gateway-responses.ts';

import { datedResult, daysLate, type LineState, ofProduct } from './line-state.ts';
import { checkedResult } from './order.sample.ts';

const today = '2026-03-24';
const expected = checkedResult({ kind: 'expected', date: '2026-03-27' });
const outdated = { kind: 'outdated', was: expected, day: '2026-03-23', checkedAt: 0 } as const;
const unknown = { kind: 'unknown-product' } as const;

it.each<[string, LineState, unknown]>([
  ['of today', expected, expected.stockResult],
  ['of another day', outdated, expected.stockResult],
  ['without a date', { kind: 'not-available' }, null],
  ['of another day without a date', { ...outdated, was: unknown }, null],
])('the date of a result %s', (_, state, date) => {
  expect(datedResult(state)).toEqual(date);
});

it.each([
  ['misses its date', '2026-03-25', expected, 2],
  ['ships on its date', '2026-03-27', expected, null],
  ['has a date of today', today, expected, 3],
  ['had a date that was past when it was checked', '2026-03-23', expected, null],
  ['had a date of the day on which it was checked', '2026-03-23', outdated, 4],
  ['has no date', null, expected, null],
] as const)('a line is late if it ships after its ship-by date: it %s', (_, shipBy, state, days) => {
  expect(daysLate(shipBy, state, today)).toBe(days);
});

const product = (name: string | null, sku: string | null): Product => ({ productId: 7, name, sku, unit: null });

it.each([
  ['with a name', product('Linen', null), 'no-stock-data'],
  ['with a SKU', product(null, 'LIN-1'), 'no-stock-data'],
  ['that the catalog has not', product(null, null), 'unknown-product'],
  ['not found', null, 'unknown-product'],
])('a product %s that the stock service does not know has no stock data if it is of the catalog', (_, of, kind) => {
  expect(ofProduct(unknown, of)).toEqual({ kind });
  expect(ofProduct(expected, of)).toBe(expected);
});
