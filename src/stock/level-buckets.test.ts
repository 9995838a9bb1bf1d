import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { addDays, isoWeekday } from './calendar-date.ts';

import { dayByDay } from './day-by-day.oracle.ts';
import { arbitraryDayAhead, arbitraryEntries, lastDay, maxLeadTime, real, today } from './entries.arbitrary.ts';
import { type BucketSize, levelBuckets } from './level-buckets.ts';
import { readTimeline } from './stock-timeline.ts';

const timeline = readTimeline(
  [
    real('2026-03-20', 40),
    real('2026-03-27', 5),
    real('2026-03-28', 60),
    real('2026-04-06', 50),
    maxLeadTime('2026-04-02'),
  ],
  today,
);

describe('levelBuckets', () => {
  it('starts weeks today, then on Mondays, and ends them on Sundays', () => {
    expect(levelBuckets(timeline, 'week', '2026-04-06')).toEqual([
      { start: today, end: '2026-03-29', lowest: 5000, endLevel: 60_000, maxLeadTime: 'before' },
      { start: '2026-03-30', end: '2026-04-05', lowest: 60_000, endLevel: 60_000, maxLeadTime: 'holds' },
      { start: '2026-04-06', end: '2026-04-12', lowest: 50_000, endLevel: 50_000, maxLeadTime: 'after' },
    ]);
  });

  it('returns one bucket per day', () => {
    const days = levelBuckets(timeline, 'day', '2026-03-28');
    expect(days.map((day) => [day.start, day.lowest])).toEqual([
      [today, 40_000],
      ['2026-03-25', 40_000],
      ['2026-03-26', 40_000],
      ['2026-03-27', 5000],
      ['2026-03-28', 60_000],
    ]);
  });

  it('ends months on their last day, including leap years', () => {
    const from = readTimeline([], '2028-01-31');
    expect(levelBuckets(from, 'month', '2028-03-01').map(({ start, end }) => [start, end])).toEqual([
      ['2028-01-31', '2028-01-31'],
      ['2028-02-01', '2028-02-29'],
      ['2028-03-01', '2028-03-31'],
    ]);
  });

  it('counts the level before the first entry as 0', () => {
    const [week] = levelBuckets(readTimeline([real('2026-03-26', 7)], today), 'week', today);
    expect(week).toMatchObject({ lowest: 0, endLevel: 7000 });
  });

  it('marks all buckets as after a past max lead time date', () => {
    const past = readTimeline([maxLeadTime('2026-03-23')], today);
    expect(levelBuckets(past, 'month', '2026-04-01').map((bucket) => bucket.maxLeadTime)).toEqual(['after', 'after']);
  });

  it('returns no buckets up to a past day', () => {
    expect(levelBuckets(timeline, 'week', '2026-03-23')).toEqual([]);
  });

  it('ends at the last representable date', () => {
    const late = readTimeline([], '9999-12-26');
    expect(levelBuckets(late, 'week', '9999-12-31').map((bucket) => bucket.end)).toEqual(['9999-12-26', '9999-12-31']);
  });

  test('match the lowest and last level of the day-by-day oracle, without gaps', () => {
    const sizes = fc.constantFrom<BucketSize>('day', 'week', 'month');
    fc.assert(
      fc.property(arbitraryEntries, sizes, arbitraryDayAhead, (entries, size, until) => {
        const { days, level, maxLeadTime } = dayByDay(entries, today);
        const buckets = levelBuckets(readTimeline(entries, today), size, until);
        let start = today;
        for (const bucket of buckets) {
          expect(bucket.start).toBe(start);
          const within = days.filter((day) => day >= bucket.start && day <= bucket.end);
          expect(bucket.lowest).toBe(Math.min(...within.map(level)));
          expect(bucket.endLevel).toBe(level(bucket.end < lastDay ? bucket.end : lastDay));
          const place =
            maxLeadTime === null || maxLeadTime > bucket.end ? 'before' : maxLeadTime < start ? 'after' : 'holds';
          expect(bucket.maxLeadTime).toBe(place);
          if (size === 'week') expect(isoWeekday(bucket.end)).toBe(7);
          start = addDays(bucket.end, 1);
        }
        const last = buckets.at(-1);
        expect(last !== undefined && last.start <= until && until <= last.end).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
