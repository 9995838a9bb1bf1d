import { levelChanges, type ChartSeries } from '#features/chart/chart-series.ts';
import { levelBuckets, type BucketSize, type LevelBucket } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { fromMilliseconds, later, toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { ComparedProduct } from './compare-chart-props.ts';

/** What one product's level is on a date. */
export interface LevelAt {
  level: Thousandths;
  /** The max lead time is over: the level limits nothing any more. */
  isTheoretical: boolean;
}

/** The buckets of a product's calendar up to `end` (milliseconds UTC); null for `day`, which shows every entry. */
export function comparedBuckets(timeline: StockTimeline, size: BucketSize, end: number): LevelBucket[] | null {
  return size === 'day' ? null : levelBuckets(timeline, size, later(fromMilliseconds(end), timeline.today));
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
 * today on the beginnings of buckets instead of changes, where there are any. One list of buckets for each product.
 */
export function comparedStops(
  products: readonly ComparedProduct[],
  buckets: readonly (readonly LevelBucket[] | null)[],
): { date: CalendarDate }[] {
  // As numbers: many products have thousands of dates, most of them in common.
  const instants = new Set<number>();
  products.forEach(({ timeline }, index) => {
    const { today, maxLeadTimeDate } = timeline;
    instants.add(toMilliseconds(today));
    for (const { at } of levelChanges(timeline, buckets[index] ?? null)) instants.add(at);
    if (maxLeadTimeDate !== null) instants.add(toMilliseconds(maxLeadTimeDate));
  });
  return Array.from(Float64Array.from(instants).toSorted(), (at) => ({ date: fromMilliseconds(at) }));
}

/** A calendar that reaches as far as all of them, and says nothing of levels: for the time axis that they share. */
export function spanningTimeline(timelines: readonly StockTimeline[], today: CalendarDate): StockTimeline {
  const dates = timelines.flatMap(({ history, steps }) => [history.at(0), steps.at(0), steps.at(-1)]);
  const steps = dates.filter((step) => step !== undefined).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const leadTimes = timelines.map(({ maxLeadTimeDate }) => maxLeadTimeDate).filter((date) => date !== null);
  const [maxLeadTimeDate = null] = leadTimes.toSorted().toReversed();
  return { today, history: [], steps, maxLeadTimeDate, findings: [] };
}
