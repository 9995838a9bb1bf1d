import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { maxProductId } from '#stock/contract/limits.ts';

import { fromDayNumber, toDayNumber } from '#server/store/day-number.ts';
import { stockRow } from '#server/store/temporary-store.fixture.ts';
import { RowKeys } from './row-keys.ts';

interface Key {
  productId: number;
  isMaxLeadTime: boolean;
  day: number;
}

const rowOf = ({ productId, isMaxLeadTime, day }: Key, stockQuantity = 1) =>
  stockRow({ productId, isMaxLeadTime, stockDate: fromDayNumber(day), stockQuantity });

const key: fc.Arbitrary<Key> = fc.record({
  productId: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(maxProductId, maxProductId - 1)),
  isMaxLeadTime: fc.boolean(),
  day: fc.oneof(
    fc.integer({ min: -3, max: 30 }),
    fc.constantFrom(toDayNumber('0001-01-01'), toDayNumber('9999-12-31')),
  ),
});

test('finds the first row of each key, like a map of strings', () => {
  const row = fc.tuple(key, fc.integer({ min: -2, max: 2 }));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 300 }), (rows) => {
      const added = new RowKeys();
      const first = new Map<string, { line: number; quantity: number }>();
      for (const [index, [each, quantity]] of rows.entries()) {
        const text = JSON.stringify([each.productId, each.isMaxLeadTime, each.day]);
        const known = first.get(text);
        const earlier = known && { line: known.line, isSame: known.quantity === quantity };
        expect(added.add(rowOf(each, quantity), index + 2)).toEqual(earlier ?? null);
        if (known === undefined) first.set(text, { line: index + 2, quantity });
      }
    }),
  );
});

test('keeps its rows while it grows', () => {
  const added = new RowKeys();
  const rows = Array.from({ length: 50_000 }, (_, index) =>
    rowOf({ productId: 1 + (index % 5000), isMaxLeadTime: index % 2 === 0, day: Math.floor(index / 5000) }, index),
  );
  expect(rows.map((row, index) => added.add(row, index))).toEqual(rows.map(() => null));
  expect(rows.map((row) => added.add(row, 0))).toEqual(rows.map((_, line) => ({ line, isSame: true })));
});

const deleted = (stockQuantity: number) =>
  stockRow({ productId: 1, stockDate: '2026-12-01', isDeleted: true, stockQuantity });

test('deleted rows are the same, whatever their quantity', () => {
  const added = new RowKeys();
  expect(added.add(deleted(1), 2)).toBeNull();
  expect(added.add(deleted(2), 3)).toEqual({ line: 2, isSame: true });
  expect(added.add({ ...deleted(1), isDeleted: false }, 4)).toEqual({ line: 2, isSame: false });
});
