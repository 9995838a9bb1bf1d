import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';

import { sortInPieces } from './sort-in-pieces.ts';

interface Item {
  key: number;
  place: number;
}

const byKey = (a: Item, b: Item) => a.key - b.key;
const itemsOf = (keys: readonly number[]) => keys.map((key, place): Item => ({ key, place }));

it('gives what sorting at once gives, equal items in their order', async () => {
  const keys = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 900 });
  await fc.assert(
    fc.asyncProperty(keys, async (some) => {
      const items = itemsOf(some);
      expect(await sortInPieces(items, byKey, () => undefined)).toEqual(items.toSorted(byKey));
    }),
  );
});

it('lets others have their turn after a few hundred comparisons', async () => {
  const items = itemsOf(Array.from({ length: 5000 }, (_, place) => (place * 7919) % 5000));
  let compared = 0;
  let most = 0;
  const rest = vi.fn(() => {
    most = Math.max(most, compared);
    compared = 0;
    return Promise.resolve();
  });
  await sortInPieces(
    items,
    (a, b) => {
      compared += 1;
      return byKey(a, b);
    },
    rest,
  );
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(1000);
});
