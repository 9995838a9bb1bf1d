import { toMilliseconds } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import type { LevelBucket } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';

import type { TimeWindow } from './time-window.ts';

/** One corner of the stepped line, `at` in milliseconds UTC; it belongs to one of three stretches, the others are null. */
export interface SeriesPoint {
  at: number;
  /** Before today. */
  past: Thousandths | null;
  /** From today to the max lead time. */
  level: Thousandths | null;
  /** After the max lead time: real entries that no longer limit anything. */
  beyond: Thousandths | null;
}

interface Change {
  at: number;
  level: Thousandths;
}

/**
 * The corners of the stepped line within `window`: of every entry, or from today on of `buckets` at their lowest
 * level. A stretch ends at the level of the next one, so that the line has no gaps.
 */
export function chartSeries(
  timeline: StockTimeline,
  window: TimeWindow,
  buckets: readonly LevelBucket[] | null,
): SeriesPoint[] {
  const today = toMilliseconds(timeline.today);
  const changes = [...changesOf(timeline, buckets)];
  const theoretical = Math.max(today, theoreticalFrom(timeline, buckets));
  return [
    ...stretch('past', changes, { from: window.from, to: Math.min(today, window.to) }),
    ...stretch('level', changes, { from: Math.max(today, window.from), to: Math.min(theoretical, window.to) }),
    ...stretch('beyond', changes, { from: Math.max(theoretical, window.from), to: window.to }),
  ];
}

/** The lowest and highest level among `points`; zeros where there are none. */
export function levelRange(points: readonly SeriesPoint[]): { lowest: Thousandths; highest: Thousandths } {
  const levels = points.map(({ past, level, beyond }) => past ?? level ?? beyond ?? 0);
  return {
    lowest: levels.reduce((a, b) => Math.min(a, b), 0),
    highest: levels.reduce((a, b) => Math.max(a, b), 0),
  };
}

function* changesOf(timeline: StockTimeline, buckets: readonly LevelBucket[] | null): Generator<Change> {
  const steps = [...timeline.history, ...timeline.steps];
  for (const { date, level } of steps) {
    if (buckets === null || date < timeline.today) yield { at: toMilliseconds(date), level };
  }
  for (const { start, lowest } of buckets ?? []) {
    yield { at: toMilliseconds(start), level: lowest };
  }
}

function theoreticalFrom(timeline: StockTimeline, buckets: readonly LevelBucket[] | null): number {
  const date = buckets ? buckets.find(({ theoretical }) => theoretical === 'after')?.start : timeline.maxLeadTimeDate;
  return date == null ? Infinity : toMilliseconds(date);
}

function stretch(key: 'past' | 'level' | 'beyond', changes: readonly Change[], { from, to }: TimeWindow) {
  if (from >= to) return [];
  const point = (at: number, level: Thousandths): SeriesPoint => ({
    at,
    past: null,
    level: null,
    beyond: null,
    [key]: level,
  });
  const inside = changes.filter(({ at }) => at > from && at < to).map(({ at, level }) => point(at, level));
  return [point(from, levelAt(changes, from)), ...inside, point(to, levelAt(changes, to))];
}

function levelAt(changes: readonly Change[], at: number): Thousandths {
  return changes.findLast((change) => change.at <= at)?.level ?? 0;
}
