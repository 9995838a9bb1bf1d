import { addDays, fromMilliseconds, later, toMilliseconds, type CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { type BucketSize, type LevelBucket, levelBuckets } from '#stock/level-buckets.ts';
import { datedSteps, levelOn, type StockTimeline } from '#stock/stock-timeline.ts';

import type { TimeWindow } from './time-window.ts';

/** Corner of a stepped line: `level` is available from `at` (milliseconds UTC) on. */
export interface Corner {
  at: number;
  level: Thousandths;
}

/** The stepped line of one calendar in three segments. Segments outside the window are empty. */
export interface ChartSeries {
  /** Before today, from the first entry on: nothing is known of earlier days. */
  past: readonly Corner[];
  /** From today to the max lead time date. */
  level: readonly Corner[];
  /** After the max lead time date: stock entries that no longer limit the quantity. */
  beyond: readonly Corner[];
  /** Start of the max lead time date, today or later, also within a bucket; Infinity without one. */
  maxLeadTimeAt: number;
}

/**
 * Returns the corners of the stepped line within `window`: of every entry, or from today on of the lowest levels of
 * `buckets`. A segment starts and ends with its own corner, where the next one starts, so the line has no gaps.
 */
export function chartSeries(
  timeline: StockTimeline,
  window: TimeWindow,
  buckets: readonly LevelBucket[] | null,
): ChartSeries {
  const today = toMilliseconds(timeline.today);
  const changes = levelChanges(timeline, buckets);
  const theoretical = Math.max(today, startAfterMaxLeadTime(timeline, buckets));
  return {
    past: stretch(changes, { from: Math.max(changes[0]?.at ?? today, window.from), to: Math.min(today, window.to) }),
    level: stretch(changes, { from: Math.max(today, window.from), to: Math.min(theoretical, window.to) }),
    beyond: stretch(changes, { from: Math.max(theoretical, window.from), to: window.to }),
    maxLeadTimeAt: Math.max(today, startAfterMaxLeadTime(timeline, null)),
  };
}

/** Returns the buckets of a calendar from today to `end` (milliseconds UTC); null for `day` (every entry). */
export function bucketsUntil(timeline: StockTimeline, size: BucketSize, end: number): LevelBucket[] | null {
  return size === 'day' ? null : levelBuckets(timeline, size, later(fromMilliseconds(end), timeline.today));
}

/** A week or month as a bar, as high as its lowest level. */
export interface LevelBar extends Corner {
  /** End of the bar. */
  until: number;
  /** Whether it is after the max lead time date. */
  isAfterMaxLeadTime: boolean;
}

/** Returns the bars that are at least partly within `window`. */
export function levelBars(buckets: readonly LevelBucket[], { from, to }: TimeWindow): LevelBar[] {
  const bars = buckets.map(({ start, end, lowest, maxLeadTime }) => ({
    at: toMilliseconds(start),
    until: toMilliseconds(addDays(end, 1)),
    level: lowest,
    isAfterMaxLeadTime: maxLeadTime === 'after',
  }));
  return bars.filter(({ at, until }) => until > from && at < to);
}

/** The level at an instant. */
export interface LevelAt {
  level: Thousandths;
  /** Whether it is after the max lead time date: the level no longer limits the quantity. */
  isAfterMaxLeadTime: boolean;
}

/** Returns the level that a series shows at the instant `at`, null outside it. */
export function levelAt({ past, level, beyond, maxLeadTimeAt }: ChartSeries, at: number): LevelAt | null {
  const isUpTo = (corner: Corner) => corner.at <= at;
  const found = beyond.findLast(isUpTo) ?? level.findLast(isUpTo) ?? past.findLast(isUpTo);
  return found ? { level: found.level, isAfterMaxLeadTime: at >= maxLeadTimeAt } : null;
}

/** Returns the lowest and highest level of all segments and zero. */
export function levelRange({ past, level, beyond }: ChartSeries): { lowest: Thousandths; highest: Thousandths } {
  let [lowest, highest] = [0, 0];
  for (const stretch of [past, level, beyond]) {
    for (const corner of stretch) {
      lowest = Math.min(lowest, corner.level);
      highest = Math.max(highest, corner.level);
    }
  }
  return { lowest, highest };
}

// Memoized: charts call this for each move of the window, and parsing thousands of dates takes longer than drawing
// them.
const known = new WeakMap<StockTimeline | readonly LevelBucket[], readonly Corner[]>();

/** Returns every change of the level, ascending: of every entry, or from today on of the lowest levels of `buckets`. */
export function levelChanges(timeline: StockTimeline, buckets: readonly LevelBucket[] | null): readonly Corner[] {
  const before = known.get(buckets ?? timeline);
  if (before !== undefined) return before;
  const steps = [...timeline.history, ...timeline.steps].filter(
    ({ date }) => buckets === null || date < timeline.today,
  );
  const changes = [
    ...steps.map(({ date, level }) => ({ at: toMilliseconds(date), level })),
    ...(buckets ?? []).map(({ start, lowest }) => ({ at: toMilliseconds(start), level: lowest })),
  ];
  known.set(buckets ?? timeline, changes);
  return changes;
}

function startAfterMaxLeadTime(timeline: StockTimeline, buckets: readonly LevelBucket[] | null): number {
  const date = buckets ? buckets.find(({ maxLeadTime }) => maxLeadTime === 'after')?.start : timeline.maxLeadTimeDate;
  return date == null ? Infinity : toMilliseconds(date);
}

function stretch(changes: readonly Corner[], { from, to }: TimeWindow): readonly Corner[] {
  if (from >= to) return [];
  const inside = changes.filter(({ at }) => at > from && at < to);
  const corners = [{ at: from, level: levelOf(changes, from) }, ...inside, { at: to, level: levelOf(changes, to) }];
  // recharts deep-freezes data in its store, corner by corner, unless the array is already frozen.
  return Object.freeze(corners);
}

function levelOf(changes: readonly Corner[], at: number): Thousandths {
  return changes.findLast((change) => change.at <= at)?.level ?? 0;
}

/** A position of the crosshair, valid from `date` until the next stop. */
export type ChartStop = { date: CalendarDate } & (
  | { kind: 'past' | 'today' | 'expected' | 'theoretical'; level: Thousandths }
  | { kind: 'max-lead-time' }
  | { kind: 'bucket'; size: BucketSize; bucket: LevelBucket }
);

/**
 * Returns stops for every change of the level, today, and the max lead time date, ascending. If `buckets` of `size` are
 * given, they replace the stops from today on. On one date, max lead time is last.
 */
export function chartStops(
  timeline: StockTimeline,
  size: BucketSize,
  buckets: readonly LevelBucket[] | null,
): ChartStop[] {
  const { today, maxLeadTimeDate } = timeline;
  const past = datedSteps(timeline).filter(({ date }) => date < today);
  const stops = [
    ...past.map(({ date, level }): ChartStop => ({ kind: 'past', date, level })),
    ...(buckets?.map((bucket): ChartStop => ({ kind: 'bucket', date: bucket.start, size, bucket })) ??
      stepStops(timeline)),
  ];
  if (maxLeadTimeDate !== null) stops.push({ kind: 'max-lead-time', date: maxLeadTimeDate });
  return stops.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));
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

interface Dated {
  date: CalendarDate;
}

/** Returns the index of the stop at the instant `at`, the first if `at` is before all stops. */
export function stopIndexAt(stops: readonly Dated[], at: number): number {
  return Math.max(
    0,
    stops.findLastIndex((stop) => toMilliseconds(stop.date) <= at),
  );
}

/**
 * Returns the index of the nearest stop at least `days` after the stop at `index` (before it if negative), otherwise
 * the last (or first) stop.
 */
export function stopIndexFrom(stops: readonly Dated[], index: number, days: number): number {
  const from = stops[index];
  if (!from) return index;
  const goal = addDays(from.date, days);
  if (days < 0)
    return Math.max(
      0,
      stops.findLastIndex((stop) => stop.date <= goal),
    );
  const next = stops.findIndex((stop) => stop.date >= goal);
  return next < 0 ? stops.length - 1 : next;
}
