import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { freshBatch, halves, WaitingBatches, withoutRepeats } from './batch-runner.ts';

const arbitraryItems = fc.array(fc.record({ productId: fc.integer({ min: 1, max: 6 }), place: fc.integer() }));

it('halves splits a batch into two non-empty parts', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 2 }), (items) => {
      const [first, second] = halves(freshBatch(items));
      expect([...first.items, ...second.items]).toEqual(items);
      expect(Math.abs(first.items.length - second.items.length)).toBeLessThanOrEqual(1);
    }),
  );
});

it('withoutRepeats splits items into as few lists as possible without repeating a product', () => {
  fc.assert(
    fc.property(arbitraryItems, (items) => {
      const lists = withoutRepeats(items);
      for (const list of lists) expect(new Set(list.map(({ productId }) => productId)).size).toBe(list.length);
      expect(new Set(lists.flat())).toEqual(new Set(items));
      const times = items.map((item) => items.filter(({ productId }) => productId === item.productId).length);
      expect(lists).toHaveLength(Math.max(0, ...times));
    }),
  );
});

it('WaitingBatches takes retries before new items and loses none', () => {
  const queue = new WaitingBatches([1, 2, 3, 4, 5]);
  const first = queue.take(2);
  expect(first?.items).toEqual([1, 2]);
  queue.put([freshBatch([1]), freshBatch([]), freshBatch([2])]);
  expect(queue.take(2)?.items).toEqual([1]);
  expect(queue.take(2)?.items).toEqual([2]);
  expect(queue.take(2)?.items).toEqual([3, 4]);
  queue.put([freshBatch([3])]);
  expect(queue.clear()).toEqual([3, 5]);
  expect(queue.take(2)).toBeUndefined();
});
