import { expect, it } from 'vitest';

import { quantityAfterKey, quantityAt, thresholdScale, type LevelAxis } from './threshold.tsx';

// From 0 at 220 pixels to 400 at 20.
const axis: LevelAxis = {
  highest: 400_000,
  toY: (level) => 220 - level / 2_000,
  toLevel: (y) => (220 - y) * 2_000,
};
const scale = thresholdScale(axis.highest);

it('moves in round steps up to the maximum of the axis', () => {
  expect(scale).toEqual({ step: 2_000, most: 400_000 });
  expect(thresholdScale(1_000).step).toBe(5);
});

it.each([
  ['on a step', 119.3, [], 202_000],
  ['above the axis', -50, [], 400_000],
  ['below the axis', 500, [], 2_000],
  ['near a level', 119.3, [198_500], 198_500],
  ['between levels', 119.3, [190_000, 230_000], 202_000],
  ['nearer to one of two', 119.3, [204_000, 198_500], 204_000],
])('returns the quantity %s', (_, y, levels, quantity) => {
  expect(quantityAt(y, axis, levels)).toBe(quantity);
});

it.each([
  [120_500, 'ArrowUp', 122_000],
  [120_500, 'ArrowDown', 120_000],
  [120_000, 'ArrowDown', 118_000],
  [120_000, 'PageUp', 140_000],
  [2_000, 'ArrowDown', 2_000],
  [900_000, 'ArrowUp', 400_000],
  [120_000, 'Home', 2_000],
  [120_000, 'End', 400_000],
])('moves from %d by %s to %d', (quantity, key, next) => {
  expect(quantityAfterKey(quantity, key, scale)).toBe(next);
});

it('ignores other keys', () => {
  expect(quantityAfterKey(120_000, 'Enter', scale)).toBeNull();
});
