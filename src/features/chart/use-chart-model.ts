import { useMemo } from 'react';

import { fromMilliseconds, later, toMilliseconds } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { answerFor } from '#domain/answer.ts';
import { levelBuckets, type BucketSize } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';

import { chartSeries, levelRange } from './chart-series.ts';
import { chartStops } from './chart-stops.ts';
import { levelScale } from './level-scale.ts';
import type { TimeWindow } from './time-window.ts';

interface ChartQuestion {
  timeline: StockTimeline;
  quantity: Thousandths | null;
  /** Where the quantity is being moved: the one that the level axis stays fit for until it rests. */
  settled: Thousandths | null;
  /** Whether the level axis leaves room to move the quantity above all levels. */
  hasHeadroom: boolean;
  bucketSize: BucketSize;
  window: TimeWindow;
  /** The end of everything that can be shown, in milliseconds UTC. */
  end: number;
  levelMarks: number;
}

const headroom = 1.08;

/** What a chart draws, before any pixel: corners, resting places of the crosshair, level axis, and where the quantity is met. */
export function useChartModel(question: ChartQuestion) {
  const { timeline, quantity, settled, hasHeadroom, bucketSize, window, end, levelMarks } = question;
  const buckets = useMemo(() => {
    const until = later(fromMilliseconds(end), timeline.today);
    return bucketSize === 'day' ? null : levelBuckets(timeline, bucketSize, until);
  }, [timeline, bucketSize, end]);
  const stops = useMemo(() => chartStops(timeline, bucketSize, buckets), [timeline, bucketSize, buckets]);
  const series = useMemo(() => chartSeries(timeline, window, buckets), [timeline, window, buckets]);
  const scale = useMemo(() => {
    const { lowest, highest } = levelRange(series);
    const room = hasHeadroom ? headroom : 1;
    const reach = settled === null ? null : settled * room;
    return levelScale({ lowest, highest: highest * room }, reach, levelMarks);
  }, [series, settled, hasHeadroom, levelMarks]);
  const metDate = useMemo(() => metBy(timeline, quantity), [timeline, quantity]);
  const maxLeadTime = timeline.maxLeadTimeDate === null ? null : toMilliseconds(timeline.maxLeadTimeDate);
  return { stops, series, scale, metDate, today: toMilliseconds(timeline.today), maxLeadTime };
}

/** The date of the first real level that covers the quantity, never before today; null where there is none. */
function metBy(timeline: StockTimeline, quantity: Thousandths | null) {
  const answer = quantity === null ? null : answerFor(timeline, quantity);
  return answer?.kind === 'in-stock' || answer?.kind === 'expected' ? later(answer.date, timeline.today) : null;
}
