import { describe, expect, it } from 'vitest';

import { levelBuckets } from '#stock/level-buckets.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { addDays, daysBetween, fromMilliseconds, toMilliseconds } from '#stock/calendar-date.ts';

import {
  chartSeries,
  chartStops,
  levelAt,
  levelBars,
  levelRange,
  stopIndexAt,
  stopIndexFrom,
  type ChartSeries,
  type ChartStop,
} from './chart-series.ts';

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

/** Formats as `past -20: 5`: segment, days from today, level. */
function told(series: ChartSeries): string[] {
  return (['past', 'level', 'beyond'] as const).flatMap((stretch) =>
    series[stretch].map(({ at, level }) => `${stretch} ${daysBetween(today, fromMilliseconds(at))}: ${level / 1000}`),
  );
}

describe('chartSeries', () => {
  it('covers past, future and the time after the max lead time date without gaps', () => {
    expect(told(chartSeries(timeline, windowOf(-25, 50), null))).toEqual([
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

  it('starts and ends at the edges of the window with their levels', () => {
    expect(told(chartSeries(timeline, windowOf(3, 20), null))).toEqual(['level 3: 80', 'level 7: 40', 'level 20: 40']);
    expect(told(chartSeries(timeline, windowOf(-10, -5), null))).toEqual(['past -10: 5', 'past -5: 5']);
    expect(told(chartSeries(timeline, windowOf(35, 45), null))).toEqual([
      'beyond 35: 40',
      'beyond 40: 60',
      'beyond 45: 60',
    ]);
  });

  it('uses the lowest level of each week from today on, including the week of the max lead time date', () => {
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

  it('has no past before the first entry, which is unknown, but a level of 0 from today on', () => {
    expect(told(chartSeries(timeline, windowOf(-40, -30), null))).toEqual([]);
    const future = readTimeline([entry(3, 80)], today);
    expect(told(chartSeries(future, windowOf(-5, 5), null))).toEqual(['level 0: 0', 'level 3: 80', 'level 5: 80']);
  });

  it('has no future segment if the max lead time date is past', () => {
    const late = readTimeline([entry(-3, 80), entry(-1, 99_999, true)], today);
    expect(told(chartSeries(late, windowOf(-5, 5), null))).toEqual([
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

describe('levelAt', () => {
  const series = chartSeries(timeline, windowOf(-10, 60), null);
  it.each([
    [-30, null],
    [-5, { level: 5_000, isAfterMaxLeadTime: false }],
    [0, { level: 80_000, isAfterMaxLeadTime: false }],
    [7, { level: 40_000, isAfterMaxLeadTime: false }],
    [30, { level: 40_000, isAfterMaxLeadTime: true }],
    [45, { level: 60_000, isAfterMaxLeadTime: true }],
  ])('returns the level %d days from today', (days, level) => {
    expect(levelAt(series, toMilliseconds(addDays(today, days)))).toEqual(level);
  });

  it('returns the lowest level of a week with weekly buckets', () => {
    const weeks = chartSeries(timeline, windowOf(-10, 60), levelBuckets(timeline, 'week', addDays(today, 60)));
    expect(levelAt(weeks, toMilliseconds(addDays(today, 6)))).toEqual({ level: 40_000, isAfterMaxLeadTime: false });
  });

  it('is after the max lead time date from that day of its week on', () => {
    const weeks = chartSeries(timeline, windowOf(-10, 60), levelBuckets(timeline, 'week', addDays(today, 60)));
    const isAfter = (days: number) => levelAt(weeks, toMilliseconds(addDays(today, days)))?.isAfterMaxLeadTime;
    expect([29, 30].map(isAfter)).toEqual([false, true]);
  });
});

describe('levelBars', () => {
  const months = levelBuckets(timeline, 'month', addDays(today, 60));
  const barsIn = (from: number, to: number) =>
    levelBars(months, windowOf(from, to)).map(({ at, until, level, isAfterMaxLeadTime }) => {
      return [fromMilliseconds(at), fromMilliseconds(until), level, isAfterMaxLeadTime];
    });

  it('span their months and are as high as the lowest level', () => {
    expect(barsIn(-5, 60)).toEqual([
      [today, '2026-04-01', 40_000, false],
      ['2026-04-01', '2026-05-01', 40_000, false],
      ['2026-05-01', '2026-06-01', 60_000, true],
    ]);
  });

  it('are those at least partly within the window', () => {
    expect(barsIn(30, 40)).toEqual([['2026-04-01', '2026-05-01', 40_000, false]]);
  });
});

describe('chartStops', () => {
  const entries = [entry(-20, 5), entry(-3, 80), entry(7, 40), entry(30, 50), entry(30, 99_999, true), entry(40, 60)];
  const calendar = readTimeline(entries, today);
  const stopsTold = (stops: readonly ChartStop[]) =>
    stops.map((stop) => {
      const level = 'level' in stop ? stop.level : 'bucket' in stop ? stop.bucket.lowest : 'none';
      return `${stop.kind} ${daysBetween(today, stop.date)}: ${level}`;
    });

  it('returns stops at each change, today, and the max lead time date after stock of the same date', () => {
    expect(stopsTold(chartStops(calendar, 'day', null))).toEqual([
      'past -20: 5000',
      'past -3: 80000',
      'today 0: 80000',
      'expected 7: 40000',
      'expected 30: 50000',
      'max-lead-time 30: none',
      'theoretical 40: 60000',
    ]);
  });

  it('returns one stop for today, also with an entry of today, and level 0 before the first entry', () => {
    expect(stopsTold(chartStops(readTimeline([entry(0, 3)], today), 'day', null))).toEqual(['today 0: 3000']);
    expect(stopsTold(chartStops(readTimeline([entry(2, 3)], today), 'day', null))).toEqual([
      'today 0: 0',
      'expected 2: 3000',
    ]);
  });

  it('returns stops at buckets from today on', () => {
    const months = levelBuckets(calendar, 'month', addDays(today, 40));
    expect(stopsTold(chartStops(calendar, 'month', months))).toEqual([
      'past -20: 5000',
      'past -3: 80000',
      'bucket 0: 40000',
      'bucket 22: 40000',
      'max-lead-time 30: none',
    ]);
  });
});

const stops = [
  { date: '2026-03-01' },
  { date: '2026-03-10' },
  { date: '2026-04-02' },
  { date: '2026-04-20' },
  { date: '2026-09-01' },
] as const;

it.each([
  ['2026-02-01', 0],
  ['2026-03-09', 0],
  ['2026-03-10', 1],
  ['2027-01-01', 4],
] as const)('on %s the current stop is %d', (date, index) => {
  expect(stopIndexAt(stops, toMilliseconds(date))).toBe(index);
});

it.each([
  [0, 28, 2],
  [3, 28, 4],
  [4, 28, 4],
  [4, -28, 3],
  [2, -28, 0],
  [0, -28, 0],
])('from %d, the stop %d days later is %d', (from, days, index) => {
  expect(stopIndexFrom(stops, from, days)).toBe(index);
});
