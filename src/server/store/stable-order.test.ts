import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { stableOrder } from './stable-order.ts';

test('sorts like a stable sort by value', () => {
  const key = fc.oneof(
    fc.double({ noNaN: true }),
    fc.integer({ min: -5, max: 5 }),
    fc.constantFrom(-0, Infinity, -Infinity, 1e15, 65_536, 20_000),
  );
  fc.assert(
    fc.property(fc.array(key), (keys) => {
      const expected = keys
        .map((_, at) => at)
        .toSorted((a, b) => {
          const [one = 0, other = 0] = [keys[a], keys[b]];
          return one === other ? 0 : one < other ? -1 : 1;
        });
      expect([...stableOrder(Float64Array.from(keys))]).toEqual(expected);
    }),
  );
});
