import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';

import { opensYear, timeTicks } from './time-ticks.ts';

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
  ] as const)('marks %s to %s, at most %i, by %s', (from, to, most, unit, dates) => {
    expect(timeTicks(windowOf(from, to), most)).toEqual({ unit, dates });
  });

  it('stays within the window and about within the number asked for', () => {
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
  it('is true for the first mark and where the year changes', () => {
    const dates = ['2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01'] as const;
    expect(dates.map((_, index) => opensYear(dates, index))).toEqual([true, false, true, false]);
  });
});
