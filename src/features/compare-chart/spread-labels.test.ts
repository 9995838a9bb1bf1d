import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { spreadLabels } from './spread-labels.ts';

const room = { top: 0, bottom: 100, pitch: 10 };
const spread = (...heights: number[]) => [
  ...spreadLabels(
    heights.map((y, key) => ({ key, y })),
    room,
  ).entries(),
];

it('leaves labels where they wish to be, if they have room', () => {
  expect(spread(80, 5, 40)).toEqual([
    [1, 5],
    [2, 40],
    [0, 80],
  ]);
});

it('moves those that would overlap apart by the same each', () => {
  expect(spread(50, 50, 50)).toEqual([
    [0, 40],
    [1, 50],
    [2, 60],
  ]);
});

it('keeps them inside', () => {
  expect(spread(99, 100, -5).map(([, y]) => y)).toEqual([0, 90, 100]);
});

it('never overlaps, leaves or reorders', () => {
  const heights = fc.array(fc.integer({ min: -20, max: 120 }), { minLength: 1, maxLength: 11 });
  fc.assert(
    fc.property(heights, (ys) => {
      const placed = spread(...ys);
      expect(placed).toHaveLength(ys.length);
      placed.forEach(([key, y], index) => {
        const before = placed[index - 1];
        expect(y).toBeGreaterThanOrEqual(-0.1);
        expect(y).toBeLessThanOrEqual(100.1);
        if (!before) return;
        expect(y - before[1]).toBeGreaterThanOrEqual(9.9);
        expect(ys[key]).toBeGreaterThanOrEqual(ys[before[0]] ?? 0);
      });
    }),
  );
});
