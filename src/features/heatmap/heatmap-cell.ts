import { levelBuckets, type BucketSize, type LevelBucket } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { daysBetween } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { HeatmapColumn } from './heatmap-columns.ts';

/** What a product's level in one column means for the quantity wanted. */
export interface HeatmapCell {
  bucket: LevelBucket;
  /** `theoretical`: after the max lead time any quantity can be had, in theory, whatever the level. */
  state: 'enough' | 'partly' | 'none' | 'theoretical';
  /** How much of the quantity the lowest level covers, 0 to 1. */
  share: number;
  /** Where in the column the max lead time lies, 0 to 1; null where it lies in another. */
  maxLeadTimeAt: number | null;
}

/** The cells of a product's row, one for each of `columns`. */
export function heatmapCells(
  timeline: StockTimeline,
  size: BucketSize,
  columns: readonly HeatmapColumn[],
  wanted: Thousandths,
): HeatmapCell[] {
  const last = columns.at(-1);
  if (!last) return [];
  return levelBuckets(timeline, size, last.end).map((bucket) => cellOf(bucket, timeline, wanted));
}

function cellOf(bucket: LevelBucket, { maxLeadTimeDate }: StockTimeline, wanted: Thousandths): HeatmapCell {
  const { start, end, lowest, theoretical } = bucket;
  const holds = maxLeadTimeDate !== null && theoretical === 'holds';
  return {
    bucket,
    state: theoretical === 'after' ? 'theoretical' : stateOf(lowest, wanted),
    share: Math.min(1, Math.max(0, lowest / wanted)),
    maxLeadTimeAt: holds ? daysBetween(start, maxLeadTimeDate) / (daysBetween(start, end) + 1) : null,
  };
}

function stateOf(lowest: Thousandths, wanted: Thousandths): HeatmapCell['state'] {
  if (lowest >= wanted) return 'enough';
  return lowest > 0 ? 'partly' : 'none';
}
