import { addDays, type CalendarDate, isoWeekday, lastDayOfMonth } from './calendar-date.ts';
import type { Thousandths } from './thousandths.ts';

import { levelOn, type StockTimeline } from './stock-timeline.ts';

/** A day, an ISO week (Monday to Sunday) or a calendar month. */
export type BucketSize = 'day' | 'week' | 'month';

/** Levels over a span of days, for charts and heatmaps. */
export interface LevelBucket {
  start: CalendarDate;
  /** Inclusive. */
  end: CalendarDate;
  /** Lowest level in force on any day of the bucket. */
  lowest: Thousandths;
  /** Level in force on the last day. */
  endLevel: Thousandths;
  /** Position relative to the max lead time date: before it (or there is none), containing it, or after it. */
  maxLeadTime: 'before' | 'holds' | 'after';
}

/**
 * Returns contiguous buckets from today to the one that contains `until`. The first starts today, even mid-week or
 * mid-month; the last is complete. Empty if `until` is in the past.
 */
export function levelBuckets(timeline: StockTimeline, size: BucketSize, until: CalendarDate): LevelBucket[] {
  const { today, steps, maxLeadTimeDate } = timeline;
  const buckets: LevelBucket[] = [];
  let level = levelOn(timeline, today);
  // Steps and buckets both ascend, so one pass visits each step once.
  let next = 0;
  for (let start = today; start <= until;) {
    const end = endOfBucket[size](start);
    let lowest = steps[next]?.date === start ? Infinity : level;
    for (let step = steps[next]; step !== undefined && step.date <= end; step = steps[(next += 1)]) {
      level = step.level;
      lowest = Math.min(lowest, level);
    }
    buckets.push({ start, end, lowest, endLevel: level, maxLeadTime: positionOf(maxLeadTimeDate, start, end) });
    if (end >= until) break;
    start = addDays(end, 1);
  }
  return buckets;
}

function positionOf(date: CalendarDate | null, start: CalendarDate, end: CalendarDate): LevelBucket['maxLeadTime'] {
  if (date === null || date > end) return 'before';
  return date < start ? 'after' : 'holds';
}

const endOfBucket: Record<BucketSize, (date: CalendarDate) => CalendarDate> = {
  day: (date) => date,
  week: (date) => addDays(date, 7 - isoWeekday(date)),
  month: lastDayOfMonth,
};
