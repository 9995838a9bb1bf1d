import { chartSeries, type ChartSeries } from '#components/chart/chart-series.ts';
import type { TimeWindow } from '#components/chart/time-window.ts';
import { levelBuckets, type BucketSize } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { fromMilliseconds, later, type CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { ComparedProduct } from './compare-chart-props.ts';

/** What one product's level is on a date. */
export interface LevelAt {
  level: Thousandths;
  /** The max lead time is over: the level limits nothing any more. */
  isTheoretical: boolean;
}

/** The stepped line of a product within `window`: of every entry, or of buckets at their lowest level. */
export function comparedSeries(timeline: StockTimeline, window: TimeWindow, size: BucketSize): ChartSeries {
  const until = later(fromMilliseconds(window.to), timeline.today);
  return chartSeries(timeline, window, size === 'day' ? null : levelBuckets(timeline, size, until));
}

/** The level that a series shows at the instant `at`; null outside of it. */
export function levelAt({ past, level, beyond }: ChartSeries, at: number): LevelAt | null {
  const found = [...past, ...level].findLast((corner) => corner.at <= at);
  const after = beyond.findLast((corner) => corner.at <= at);
  if (after) return { level: after.level, isTheoretical: true };
  return found ? { level: found.level, isTheoretical: false } : null;
}

/**
 * The dates at which a crosshair can rest, ascending: today, each change of any level and each max lead time; from
 * today on the beginnings of buckets instead of changes, where `size` is one.
 */
export function comparedStops(
  products: readonly ComparedProduct[],
  size: BucketSize,
  window: TimeWindow,
): { date: CalendarDate }[] {
  const dates = new Set<CalendarDate>();
  for (const { timeline } of products) {
    const { today, history, steps, maxLeadTimeDate } = timeline;
    dates.add(today);
    for (const { date } of [...history, ...steps]) if (size === 'day' || date < today) dates.add(date);
    if (maxLeadTimeDate !== null) dates.add(maxLeadTimeDate);
    if (size === 'day') continue;
    for (const { start } of levelBuckets(timeline, size, fromMilliseconds(window.to))) dates.add(start);
  }
  return [...dates].toSorted().map((date) => ({ date }));
}

/** A calendar that reaches as far as all of them, and says nothing of levels: for the time axis that they share. */
export function spanningTimeline(timelines: readonly StockTimeline[], today: CalendarDate): StockTimeline {
  const steps = timelines.flatMap((timeline) => [...timeline.history, ...timeline.steps]);
  const ordered = steps.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const leadTimes = timelines.map(({ maxLeadTimeDate }) => maxLeadTimeDate).filter((date) => date !== null);
  const [maxLeadTimeDate = null] = leadTimes.toSorted().toReversed();
  return { today, history: [], steps: ordered, maxLeadTimeDate, findings: [] };
}
