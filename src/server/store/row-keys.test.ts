import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { largestProductId } from '#contract/product-id.ts';

import { toDayNumber } from './day-number.ts';
import { RowKeys } from './row-keys.ts';

const key = fc.record({
  productId: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(largestProductId, largestProductId - 1)),
  isMaxLeadTime: fc.boolean(),
  day: fc.oneof(
    fc.integer({ min: -3, max: 30 }),
    fc.constantFrom(toDayNumber('0001-01-01'), toDayNumber('9999-12-31')),
  ),
});

test('adds each key once, like a set of strings', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 300 }), (keys) => {
      const noted = new RowKeys();
      const texts = new Set<string>();
      for (const each of keys) {
        const text = JSON.stringify([each.productId, each.isMaxLeadTime, each.day]);
        expect(noted.add(each)).toBe(!texts.has(text));
        texts.add(text);
      }
    }),
  );
});

test('keeps its keys while it grows', () => {
  const noted = new RowKeys();
  const keys = Array.from({ length: 50_000 }, (_, index) => ({
    productId: 1 + (index % 5000),
    isMaxLeadTime: index % 2 === 0,
    day: Math.floor(index / 5000),
  }));
  expect(keys.map((each) => noted.add(each))).not.toContain(false);
  expect(keys.map((each) => noted.add(each))).not.toContain(true);
});
