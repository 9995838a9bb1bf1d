import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import type { BucketSize, LevelBucket } from '#domain/level-buckets.ts';
import { levelOn, type StockTimeline } from '#domain/stock-timeline.ts';

/** A place where the crosshair can rest, from `date` on until the next one. */
export type ChartStop = { date: CalendarDate } & (
  | { kind: 'past' | 'today' | 'expected' | 'theoretical'; level: Thousandths }
  | { kind: 'max-lead-time' }
  | { kind: 'bucket'; size: BucketSize; bucket: LevelBucket }
);

/**
 * Every change of the level, today, and the max lead time, ascending; from today on one for each of `buckets` of
 * `size` instead where they are given. On one date the max lead time comes last.
 */
export function chartStops(
  timeline: StockTimeline,
  size: BucketSize,
  buckets: readonly LevelBucket[] | null,
): ChartStop[] {
  const ahead = buckets ? bucketStops(size, buckets) : stepStops(timeline);
  const stops = [...pastStops(timeline), ...ahead, ...maxLeadTimeStop(timeline)];
  return stops.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));
}

/** The level that a stop stands on; null for the max lead time, which is none. */
export function stopLevel(stop: ChartStop): Thousandths | null {
  if (stop.kind === 'max-lead-time') return null;
  return stop.kind === 'bucket' ? stop.bucket.lowest : stop.level;
}

function pastStops(timeline: StockTimeline): ChartStop[] {
  const steps = [...timeline.history, ...timeline.steps].filter(({ date }) => date < timeline.today);
  return steps.map(({ date, level }) => ({ kind: 'past', date, level }));
}

function stepStops(timeline: StockTimeline): ChartStop[] {
  const { today, maxLeadTimeDate } = timeline;
  const coming = timeline.steps.filter(({ date }) => date > today);
  return [
    { kind: 'today', date: today, level: levelOn(timeline, today) },
    ...coming.map(({ date, level }): ChartStop => {
      const theoretical = maxLeadTimeDate !== null && date > maxLeadTimeDate;
      return { kind: theoretical ? 'theoretical' : 'expected', date, level };
    }),
  ];
}

function bucketStops(size: BucketSize, buckets: readonly LevelBucket[]): ChartStop[] {
  return buckets.map((bucket) => ({ kind: 'bucket', date: bucket.start, size, bucket }));
}

function maxLeadTimeStop({ maxLeadTimeDate }: StockTimeline): ChartStop[] {
  return maxLeadTimeDate === null ? [] : [{ kind: 'max-lead-time', date: maxLeadTimeDate }];
}
