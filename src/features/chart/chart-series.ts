import { toMilliseconds } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import type { LevelBucket } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';

import type { TimeWindow } from './time-window.ts';

/** One corner of a stepped line: from `at` (milliseconds UTC) on the level holds. */
export interface Corner {
  at: number;
  level: Thousandths;
}

/** The stepped line of one calendar in its three stretches; one that lies outside the window is empty. */
export interface ChartSeries {
  /** Before today. */
  past: readonly Corner[];
  /** From today to the max lead time. */
  level: readonly Corner[];
  /** After the max lead time: real entries that no longer limit anything. */
  beyond: readonly Corner[];
}

/**
 * The corners of the stepped line within `window`: of every entry, or from today on of `buckets` at their lowest
 * level. A stretch begins and ends with a corner of its own, where the next one begins, so that the line has no gaps.
 */
export function chartSeries(
  timeline: StockTimeline,
  window: TimeWindow,
  buckets: readonly LevelBucket[] | null,
): ChartSeries {
  const today = toMilliseconds(timeline.today);
  const changes = levelChanges(timeline, buckets);
  const theoretical = Math.max(today, theoreticalFrom(timeline, buckets));
  return {
    past: stretch(changes, { from: window.from, to: Math.min(today, window.to) }),
    level: stretch(changes, { from: Math.max(today, window.from), to: Math.min(theoretical, window.to) }),
    beyond: stretch(changes, { from: Math.max(theoretical, window.from), to: window.to }),
  };
}

/** The lowest and highest level of all stretches, zero among them. */
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

// A chart asks again with each move of its window, and reading thousands of dates takes longer than drawing them.
const known = new WeakMap<StockTimeline | readonly LevelBucket[], readonly Corner[]>();

/** Every change of the level, ascending: of every entry, or from today on of `buckets` at their lowest level. */
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

function theoreticalFrom(timeline: StockTimeline, buckets: readonly LevelBucket[] | null): number {
  const date = buckets ? buckets.find(({ theoretical }) => theoretical === 'after')?.start : timeline.maxLeadTimeDate;
  return date == null ? Infinity : toMilliseconds(date);
}

function stretch(changes: readonly Corner[], { from, to }: TimeWindow): Corner[] {
  if (from >= to) return [];
  const inside = changes.filter(({ at }) => at > from && at < to);
  return [{ at: from, level: levelAt(changes, from) }, ...inside, { at: to, level: levelAt(changes, to) }];
}

function levelAt(changes: readonly Corner[], at: number): Thousandths {
  return changes.findLast((change) => change.at <= at)?.level ?? 0;
}
