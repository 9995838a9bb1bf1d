import { addDays, type CalendarDate, isoWeekday, lastDayOfMonth } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { levelOn, type StockTimeline } from './stock-timeline.ts';

/** A day, an ISO week (Monday to Sunday) or a calendar month. */
export type BucketSize = 'day' | 'week' | 'month';

/** The level over a span of days, for charts and heatmaps. */
export interface LevelBucket {
  start: CalendarDate;
  /** Inclusive. */
  end: CalendarDate;
  /** The lowest level in force on any of its days. */
  lowest: Thousandths;
  /** The level in force on its last day. */
  endLevel: Thousandths;
  /** Where it lies by the max lead time: before it (or there is none), holding it, or after it. */
  theoretical: 'before' | 'holds' | 'after';
}

/**
 * Buckets without gaps from the one that begins today to the one that holds `until`. The first is cut short to
 * begin today; the last is whole. None where `until` is past.
 */
export function levelBuckets(timeline: StockTimeline, size: BucketSize, until: CalendarDate): LevelBucket[] {
  const { today, steps, maxLeadTimeDate } = timeline;
  const buckets: LevelBucket[] = [];
  let level = levelOn(timeline, today);
  // Steps and buckets ascend side by side, so each step is looked at once.
  let next = 0;
  for (let start = today; start <= until;) {
    const end = endOfBucket[size](start);
    let lowest = steps[next]?.date === start ? Infinity : level;
    for (let step = steps[next]; step !== undefined && step.date <= end; step = steps[(next += 1)]) {
      level = step.level;
      lowest = Math.min(lowest, level);
    }
    buckets.push({ start, end, lowest, endLevel: level, theoretical: theoretical(maxLeadTimeDate, start, end) });
    if (end >= until) break;
    start = addDays(end, 1);
  }
  return buckets;
}

function theoretical(date: CalendarDate | null, start: CalendarDate, end: CalendarDate): LevelBucket['theoretical'] {
  if (date === null || date > end) return 'before';
  return date < start ? 'after' : 'holds';
}

const endOfBucket: Record<BucketSize, (date: CalendarDate) => CalendarDate> = {
  day: (date) => date,
  week: (date) => addDays(date, 7 - isoWeekday(date)),
  month: lastDayOfMonth,
};
