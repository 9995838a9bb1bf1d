import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
  exactThousandths,
  fromThousandths,
  maxQuantity,
  levelToThousandths,
  printThousandths,
  roundStep,
  toThousandths,
} from './thousandths.ts';

const exact = [
  [0, 0],
  [0.001, 1],
  [0.1 + 0.2, 300],
  [0.3 - 0.1, 200],
  [1.005, 1005],
  [4.35, 4350],
  [500.5, 500_500],
  [8.7 * 3, 26_100],
  [1_000_000_000, maxQuantity],
  [999_999_999.999, 999_999_999_999],
] as const;

describe('toThousandths', () => {
  it.each([...exact, [1.0001, 1001], [1.0000001, 1001], [0.0001, 1], [1e-12, 1], [999_999.0005, 999_999_001]] as const)(
    'converts %d to %i, rounding further decimals up',
    (quantity, thousandths) => {
      expect(toThousandths(quantity)).toBe(thousandths);
    },
  );

  it.each([1e300, Infinity, Number.NaN, 1e14])('rejects %d', (quantity) => {
    expect(() => toThousandths(quantity)).toThrow(new RangeError(`${quantity} cannot be held in thousandths`));
  });
});

describe('levelToThousandths', () => {
  it.each([
    ...exact,
    [1.0009, 1000],
    [0.0009, 0],
    [-0.5, -500],
    [-1.0009, -1000],
    [0.3 - (0.1 + 0.2), 0],
    [9_999_999_999, 9_999_999_999_000],
    [1e300, Number.MAX_SAFE_INTEGER],
    [-Infinity, Number.MIN_SAFE_INTEGER],
  ] as const)('converts %d to %i, truncating further decimals', (level, thousandths) => {
    expect(levelToThousandths(level)).toBe(thousandths);
  });

  it('rejects NaN', () => {
    expect(() => levelToThousandths(Number.NaN)).toThrow(new RangeError('A level must be a number'));
  });
});

test.each([...exact, [1.0005, 1000.5], [-0.0001, -0.1]] as const)(
  '%d is %d thousandths, further decimals included',
  (quantity, thousandths) => {
    expect(exactThousandths(quantity)).toBe(thousandths);
  },
);

test.each([
  [0, 1],
  [0.3, 1],
  [1, 1],
  [1.5, 2],
  [2, 2],
  [4, 5],
  [5.1, 10],
  [100, 100],
  [3999, 5000],
  [7000, 10_000],
])('the round step of at least %d is %d', (least, step) => {
  expect(roundStep(least)).toBe(step);
});

test('three decimals survive a round trip', () => {
  fc.assert(
    fc.property(fc.integer({ min: -maxQuantity, max: maxQuantity }), (thousandths) => {
      expect(toThousandths(fromThousandths(thousandths))).toBe(thousandths);
      expect(levelToThousandths(fromThousandths(thousandths))).toBe(thousandths);
    }),
  );
});

test('sums of decimals, with floating-point noise, equal the sums of their thousandths', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 }), (parts) => {
      const sum = parts.reduce((total, part) => total + part, 0);
      const noisy = parts.reduce((total, part) => total + part / 1000, 0);
      expect(toThousandths(noisy)).toBe(sum);
      expect(levelToThousandths(noisy)).toBe(sum);
    }),
  );
});

test('a level covers a quantity in thousandths exactly if it does in decimals', () => {
  const decimals = fc.integer({ min: 1, max: 50_000 }).map((tenThousandths) => tenThousandths / 10_000);
  fc.assert(
    fc.property(decimals, decimals, (level, quantity) => {
      if (levelToThousandths(level) >= toThousandths(quantity)) expect(level).toBeGreaterThanOrEqual(quantity);
    }),
  );
});

describe('printThousandths', () => {
  it.each(exact)('formats %d from %d thousandths like JSON', (_, thousandths) => {
    expect(printThousandths(thousandths)).toBe(JSON.stringify(fromThousandths(thousandths)));
  });

  it('formats text that parses as the quantity, however large or negative', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (thousandths) => {
        expect(JSON.parse(printThousandths(thousandths))).toBe(fromThousandths(thousandths));
      }),
    );
  });
});
