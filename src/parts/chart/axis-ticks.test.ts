import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toMilliseconds, type CalendarDate } from '#stock/calendar-date.ts';

import { levelScale, levelTicks, opensYear, timeTicks } from './axis-ticks.ts';

const windowOf = (from: CalendarDate, to: CalendarDate) => ({ from: toMilliseconds(from), to: toMilliseconds(to) });

describe('timeTicks', () => {
  it.each([
    ['2026-03-01', '2026-03-05', 6, 'day', ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']],
    ['2026-03-01', '2026-03-29', 6, 'day', ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23']],
    ['2026-11-15', '2027-03-02', 6, 'month', ['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01']],
    ['2026-11-15', '2027-09-02', 5, 'month', ['2027-01-01', '2027-03-01', '2027-05-01', '2027-07-01', '2027-09-01']],
    [
      '2020-06-01',
      '2026-06-01',
      8,
      'year',
      ['2021-01-01', '2022-01-01', '2023-01-01', '2024-01-01', '2025-01-01', '2026-01-01'],
    ],
  ] as const)('returns ticks from %s to %s, at most %i, by %s', (from, to, most, unit, dates) => {
    expect(timeTicks(windowOf(from, to), most)).toEqual({ unit, dates });
  });

  it.each([
    ['week', '2026-03-01', '2026-03-29', 6, ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23']],
    ['week', '2026-03-01', '2026-06-01', 4, ['2026-03-16', '2026-04-13', '2026-05-11']],
    ['month', '2026-03-02', '2026-05-20', 20, ['2026-04-01', '2026-05-01']],
  ] as const)('returns ticks only at starts of a %s from %s to %s', (size, from, to, most, dates) => {
    expect(timeTicks(windowOf(from, to), most, size).dates).toEqual(dates);
  });

  it('stays within the window and approximately within the maximum number', () => {
    const offset = fc.integer({ min: -100_000, max: 500_000 });
    fc.assert(
      fc.property(
        offset,
        fc.integer({ min: 1, max: 200_000 }),
        fc.integer({ min: 2, max: 20 }),
        (start, length, most) => {
          const window = { from: start * 86_400_000, to: (start + length) * 86_400_000 };
          const { dates } = timeTicks(window, most);
          expect(dates.length).toBeLessThanOrEqual(most + 2);
          for (const date of dates) {
            expect(toMilliseconds(date)).toBeGreaterThanOrEqual(window.from);
            expect(toMilliseconds(date)).toBeLessThanOrEqual(window.to);
          }
        },
      ),
    );
  });
});

describe('opensYear', () => {
  it('is true for the first tick and for the first of each year', () => {
    const dates = ['2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01'] as const;
    expect(dates.map((_, index) => opensYear(dates, index))).toEqual([true, false, true, false]);
  });
});

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

  it('includes zero and all levels, in whole thousandths', () => {
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

  it('extends to a quantity that keeps the levels readable', () => {
    expect(levelScale(levels, 900_000, 4)).toMatchObject({ showsQuantity: true, highest: 1_000_000 });
  });

  it('excludes a quantity that would flatten them', () => {
    expect(levelScale(levels, 90_000_000, 4)).toMatchObject({ showsQuantity: false, highest: 400_000 });
  });

  it('includes any quantity without levels', () => {
    expect(levelScale({ lowest: 0, highest: 0 }, 90_000_000, 4).showsQuantity).toBe(true);
  });

  it('uses less than a step for slightly negative levels', () => {
    expect(levelScale({ lowest: -9_000, highest: 400_000 }, null, 4)).toMatchObject({
      ticks: [0, 200_000, 400_000],
      lowest: -100_000,
    });
    expect(levelScale({ lowest: -150_000, highest: 400_000 }, null, 4).lowest).toBe(-200_000);
  });
});
