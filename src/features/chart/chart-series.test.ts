import { describe, expect, it } from 'vitest';

import { levelBuckets } from '#domain/level-buckets.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import { addDays, daysBetween, fromMilliseconds, toMilliseconds } from '#lib/calendar-date.ts';

import { chartSeries, levelRange, type ChartSeries } from './chart-series.ts';

const today = '2026-03-10';
const entry = (days: number, stockQuantity: number, isMaxLeadTime = false) => ({
  stockDate: addDays(today, days),
  stockQuantity,
  isMaxLeadTime,
  isDeleted: false,
});
const timeline = readTimeline(
  [entry(-20, 5), entry(-3, 80), entry(7, 40), entry(30, 99_999, true), entry(40, 60)],
  today,
);
const windowOf = (from: number, to: number) => ({
  from: toMilliseconds(addDays(today, from)),
  to: toMilliseconds(addDays(today, to)),
});

/** `past -20: 5` and so on: which stretch, days from today, level. */
function told(series: ChartSeries): string[] {
  return (['past', 'level', 'beyond'] as const).flatMap((stretch) =>
    series[stretch].map(({ at, level }) => `${stretch} ${daysBetween(today, fromMilliseconds(at))}: ${level / 1000}`),
  );
}

describe('chartSeries', () => {
  it('runs from the past over today to the max lead time and beyond, without a gap', () => {
    expect(told(chartSeries(timeline, windowOf(-25, 50), null))).toEqual([
      'past -25: 0',
      'past -20: 5',
      'past -3: 80',
      'past 0: 80',
      'level 0: 80',
      'level 7: 40',
      'level 30: 40',
      'beyond 30: 40',
      'beyond 40: 60',
      'beyond 50: 60',
    ]);
  });

  it('begins and ends at the edges of the window with the levels in force there', () => {
    expect(told(chartSeries(timeline, windowOf(3, 20), null))).toEqual(['level 3: 80', 'level 7: 40', 'level 20: 40']);
    expect(told(chartSeries(timeline, windowOf(-10, -5), null))).toEqual(['past -10: 5', 'past -5: 5']);
    expect(told(chartSeries(timeline, windowOf(35, 45), null))).toEqual([
      'beyond 35: 40',
      'beyond 40: 60',
      'beyond 45: 60',
    ]);
  });

  it('draws the lowest level of each week from today on, the week of the max lead time still as a level', () => {
    const weeks = levelBuckets(timeline, 'week', addDays(today, 50));
    expect(told(chartSeries(timeline, windowOf(-5, 45), weeks))).toEqual([
      'past -5: 5',
      'past -3: 80',
      'past 0: 80',
      'level 0: 80',
      'level 6: 40',
      'level 13: 40',
      'level 20: 40',
      'level 27: 40',
      'level 34: 40',
      'beyond 34: 40',
      'beyond 41: 60',
      'beyond 45: 60',
    ]);
  });

  it('has no level of its own where the max lead time is past', () => {
    const late = readTimeline([entry(-3, 80), entry(-1, 99_999, true)], today);
    expect(told(chartSeries(late, windowOf(-5, 5), null))).toEqual([
      'past -5: 0',
      'past -3: 80',
      'past 0: 80',
      'beyond 0: 80',
      'beyond 5: 80',
    ]);
  });

  it('never reaches the placeholder of a max lead time', () => {
    expect(levelRange(chartSeries(timeline, windowOf(-25, 50), null))).toEqual({ lowest: 0, highest: 80_000 });
  });
});
