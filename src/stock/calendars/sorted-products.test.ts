import { describe, expect, it } from 'vitest';

import { maxLeadTime, real } from '#stock/entries.arbitrary.ts';

import { type SortAndFilters, sortAndFilter, countProducts, figuresOf } from './sorted-products.ts';
import { listed } from './listed-product.sample.ts';

const today = '2026-03-10';
const names = new Map([
  [1, { name: 'Ärmelfutter', sku: 'X-9', unit: 'm' }],
  [2, { name: 'zephyr', sku: 'X-10', unit: 'm' }],
  [3, { name: 'Batist', sku: null, unit: 'm' }],
  [6, { name: 'Buttons', sku: null, unit: 'pcs' }],
]);

const products = [
  listed([real('2026-01-01', 5), real('2026-04-01', 900)], 1),
  listed([real('2026-02-01', 80), real('2026-03-20', 40), maxLeadTime('2026-06-12')], 2),
  listed([maxLeadTime('2026-06-12')], 3),
  { kind: 'no-result', productId: 4, why: 'unknown-product' } as const,
  listed([real('2026-03-12', 0.5)], 5),
  listed([real('2026-03-01', 1000)], 6),
].map((product) =>
  figuresOf(
    product,
    { productId: product.productId, name: null, sku: null, unit: null, ...names.get(product.productId) },
    { today, quantity: 50_000, unit: 'm' },
  ),
);

function sorted(applied: Partial<SortAndFilters>): number[] {
  const all: SortAndFilters = { tile: null, find: '', sort: null, shortWeeks: 2 };
  return sortAndFilter(products, { ...all, ...applied }).map(({ productId }) => productId);
}

describe('sorting', () => {
  it.each([
    ['product', [1, 2, 3, 4, 5, 6]],
    ['name', [1, 3, 6, 2, 4, 5]],
    ['territory', [1, 2, 3, 5, 6, 4]],
    ['available', [3, 5, 1, 2, 6, 4]],
    // A past date means today, so that 1, 2 and 6 keep their order.
    ['first', [1, 2, 6, 5, 3, 4]],
    // 6 is of another unit.
    ['wanted', [2, 1, 3, 4, 5, 6]],
    // 1, 3 and 5 are short today; 4 has no calendar, and 6 is of another unit.
    ['fallsShort', [2, 1, 3, 5, 4, 6]],
    // 5 is short without end, 3 until its max lead time date, 1 until April.
    ['gap', [5, 3, 1, 2, 4, 6]],
    ['maxLeadTime', [2, 3, 1, 4, 5, 6]],
  ] as const)('by %s puts products without a value last', (by, expected) => {
    expect(sorted({ sort: { by, isDescending: false } })).toEqual(expected);
  });

  it('puts products without a value last in descending order, too', () => {
    expect(sorted({ sort: { by: 'available', isDescending: true } })).toEqual([6, 2, 1, 3, 5, 4]);
    expect(sorted({ sort: { by: 'name', isDescending: true } })).toEqual([2, 6, 3, 1, 4, 5]);
  });
});

describe('filters', () => {
  it.each([
    [null, '', [1, 2, 3, 4, 5, 6]],
    ['within-30', '', [1]],
    ['now', '', [2]],
    ['available-30', '', [1, 2]],
    ['no-result', '', [4]],
    ['short-now', '', [1, 3, 5]],
    ['short-soon', '', [2]],
    [null, 'x-1', [2]],
    [null, 'BAT', [3]],
    [null, 'arm fut', [1]],
    [null, '4', [4]],
    [null, 'fut bat', []],
    ['now', 'bat', []],
  ] as const)('by tile %s and text %s leave %j', (tile, find, expected) => {
    expect(sorted({ tile, find })).toEqual(expected);
  });
});

it.each([
  ['2026-03-17', 'within-7', 1],
  ['2026-04-10', 'later', 0],
] as const)('stock of %s is %s', (date, tile, available) => {
  const product = { productId: 1, name: null, sku: null, unit: null };
  const figures = figuresOf(listed([real(date, 50)], 1), product, { today, quantity: 50_000, unit: null });
  expect(countProducts([figures]).tiles[tile]).toBe(1);
  const options = { find: '', sort: null, shortWeeks: 2 } as const;
  expect(sortAndFilter([figures], { ...options, tile: 'available-30' })).toHaveLength(available);
});

it.each([
  ['2026-03-24', 1],
  ['2026-03-25', 0],
] as const)('a shortage within two weeks is one on %s: %s', (date, count) => {
  const product = { productId: 1, name: null, sku: null, unit: null };
  const entries = [real(today, 90), real(date, 10)];
  const figures = figuresOf(listed(entries, 1), product, { today, quantity: 50_000, unit: null });
  expect(countProducts([figures]).shortWithin).toEqual({ 2: count, 4: 1, 8: 1 });
});

it('counts each product in one tile, except those of another unit', () => {
  const { tiles, otherUnit, shortNow, shortWithin } = countProducts(products);
  expect(tiles).toEqual({
    now: 1,
    'within-7': 0,
    'within-30': 1,
    later: 0,
    'max-lead-time': 1,
    nothing: 1,
    'no-result': 1,
  });
  expect([otherUnit, shortNow, shortWithin]).toEqual([1, 3, { 2: 1, 4: 1, 8: 1 }]);
});
