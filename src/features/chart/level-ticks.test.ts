import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { levelScale } from './level-scale.ts';
import { levelTicks } from './level-ticks.ts';

describe('levelTicks', () => {
  it.each([
    [0, 410_000, 4, [0, 200_000, 400_000, 600_000]],
    [0, 0, 4, [0, 500, 1000]],
    [0, 125, 4, [0, 50, 100, 150]],
    [-20_000, 90_000, 4, [-50_000, 0, 50_000, 100_000]],
    [-7, 0, 4, [-8, -6, -4, -2, 0]],
  ])('from %i to %i in about %i steps: %j', (lowest, highest, count, ticks) => {
    expect(levelTicks(lowest, highest, count)).toEqual(ticks);
  });

  it('holds zero and all levels, in whole thousandths', () => {
    const level = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
    fc.assert(
      fc.property(level, level, (a, b) => {
        const ticks = levelTicks(Math.min(a, b), Math.max(a, b), 5);
        expect(ticks).toContain(0);
        expect(ticks[0]).toBeLessThanOrEqual(Math.min(a, b));
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(a, b));
        expect(ticks.length).toBeLessThanOrEqual(9);
        expect(ticks.every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });
});

describe('levelScale', () => {
  const levels = { lowest: 0, highest: 400_000 };

  it('stretches to a quantity that leaves the levels readable', () => {
    expect(levelScale(levels, 900_000, 4)).toMatchObject({ showsQuantity: true, highest: 1_000_000 });
  });

  it('leaves out a quantity that would flatten them', () => {
    expect(levelScale(levels, 90_000_000, 4)).toMatchObject({ showsQuantity: false, highest: 400_000 });
  });

  it('shows any quantity where there are no levels', () => {
    expect(levelScale({ lowest: 0, highest: 0 }, 90_000_000, 4).showsQuantity).toBe(true);
  });
});
