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
  const buckets: LevelBucket[] = [];
  let start = timeline.today;
  while (start <= until) {
    const bucket = levelBucket(timeline, start, endOfBucket[size](start));
    buckets.push(bucket);
    if (bucket.end >= until) break;
    start = addDays(bucket.end, 1);
  }
  return buckets;
}

function levelBucket(timeline: StockTimeline, start: CalendarDate, end: CalendarDate): LevelBucket {
  const within = timeline.steps.filter((step) => step.date > start && step.date <= end);
  return {
    start,
    end,
    lowest: Math.min(levelOn(timeline, start), ...within.map((step) => step.level)),
    endLevel: levelOn(timeline, end),
    theoretical: theoretical(timeline.maxLeadTimeDate, start, end),
  };
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
