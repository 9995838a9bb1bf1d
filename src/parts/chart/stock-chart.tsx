import { useLingui } from '@lingui/react/macro';
import { useElementSize } from '@mantine/hooks';
import { memo, useId, useMemo } from 'react';

import { useWording } from '#parts/result/wording.ts';
import { addDays, type CalendarDate, daysBetween, fromMilliseconds, later } from '#stock/calendar-date.ts';
import { useLocale } from '#ui/locale.tsx';
import type { Thousandths } from '#stock/thousandths.ts';
import { resultFor } from '#stock/stock-result.ts';
import type { BucketSize } from '#stock/level-buckets.ts';
import { datedSteps, type StockTimeline } from '#stock/stock-timeline.ts';

import { levelScale } from './axis-ticks.ts';
import { ChartToolbar, LevelTip } from './chart-frame.tsx';
import { ChartLegend, type LegendEntry } from './chart-legend.tsx';
import { ChartReader } from './chart-reader.tsx';
import {
  bucketsUntil,
  chartSeries,
  type ChartStop,
  chartStops,
  levelAt,
  levelBars,
  levelRange,
} from './chart-series.ts';
import {
  maxByDateWords,
  outcomeWords,
  useCalendarSummary,
  useChartText,
  useLevelWords,
  usePeriodName,
} from './chart-words.ts';
import classes from './chart.module.css';
import { Overview } from './overview.tsx';
import { StockPlot } from './stock-plot.tsx';
import { useThreshold } from './threshold.tsx';
import { useChartView, type ChartPeriodProps } from './use-chart-view.ts';

export interface StockChartProps extends ChartPeriodProps {
  timeline: StockTimeline;
  /** Drawn as a threshold line, with the date from which stock covers it. */
  quantity: Thousandths | null;
  unit: string | null;
  /** Makes the quantity draggable and adjustable by keys. Called when a move is complete. */
  onQuantityChange?: (quantity: Thousandths) => void;
  /** Marked, and movable like the quantity. */
  shipBy?: CalendarDate | null;
  onShipByChange?: (date: CalendarDate) => void;
  /** Whether the service confirms another date than the calendar. */
  isUnconfirmed?: boolean;
  /** Accessible name of the figure, by default `Stock calendar`. */
  label?: string;
  /** Height of the plot with its labels, in pixels. */
  height?: number;
  /** Levels of every entry (`day`), or the lowest of each ISO week or month. */
  bucketSize?: BucketSize;
  /** Width in pixels until measured. */
  startWidth?: number;
  /** Adds the selection of day, week and month. */
  onBucketSizeChange?: (size: BucketSize) => void;
}

/** Height of the readout above the plot and the overview below it, in pixels. Reserved while the width is measured. */
const readoutHeight = 68;
/** Space above the levels for dragging the quantity up. */
const headroom = 1.08;

/**
 * Stepped chart of the available quantity over time, with today, the requested quantity, and the max lead time date.
 * Time after the max lead time date is hatched. Zoomable by wheel, dragging, buttons and keys; readable by pointer and
 * arrow keys.
 */
export function StockChart(props: StockChartProps) {
  const { timeline, unit, height = 320, bucketSize = 'day', onBucketSizeChange, onQuantityChange } = props;
  const { t } = useLingui();
  const hatchId = useId();
  const { ref, width: measured } = useElementSize();
  const width = measured || (props.startWidth ?? 0);
  const text = useChartText(unit);
  const wording = useWording(unit);
  const summary = useCalendarSummary();
  const view = useChartView(timeline, props);
  const threshold = useThreshold(props.quantity, onQuantityChange);
  const { quantity } = threshold;
  const { window, limits } = view;
  const { today } = timeline;
  const shipByDays = props.shipBy ? daysBetween(today, props.shipBy) : null;
  const marker = useThreshold(shipByDays, (days) => props.onShipByChange?.(addDays(today, days)));

  const buckets = useMemo(() => bucketsUntil(timeline, bucketSize, limits.to), [timeline, bucketSize, limits.to]);
  const periodName = usePeriodName(bucketSize, buckets);
  const stops = useMemo(() => chartStops(timeline, bucketSize, buckets), [timeline, bucketSize, buckets]);
  const series = useMemo(() => chartSeries(timeline, window, buckets), [timeline, window, buckets]);
  const bars = useMemo(() => buckets && levelBars(buckets, window), [buckets, window]);
  // While the quantity is being moved, the axis stays scaled for the previous quantity.
  const room = onQuantityChange === undefined ? 1 : headroom;
  const reach = props.quantity === null ? null : props.quantity * room;
  const scale = useMemo(() => {
    const { lowest, highest } = levelRange(series);
    return levelScale({ lowest, highest: highest * room }, reach, Math.round(height / 70));
  }, [series, reach, room, height]);
  const coveredDate = useMemo(() => {
    const stockResult = quantity === null ? null : resultFor(timeline, quantity);
    return stockResult?.kind === 'in-stock' || stockResult?.kind === 'expected'
      ? later(stockResult.date, timeline.today)
      : null;
  }, [timeline, quantity]);
  const unconfirmed = props.isUnconfirmed ? ` (${t`By the calendar, not confirmed`})` : '';
  const outcome = quantity === null ? '' : outcomeWords(wording, timeline, quantity) + unconfirmed;
  const shipBy = marker.quantity === null ? null : addDays(today, marker.quantity);
  const byShipBy =
    shipBy === null
      ? ''
      : `${wording.formatDate(shipBy, 'long')}: ${maxByDateWords(wording, timeline, shipBy)}${unconfirmed}`;
  const isOfShipBy = (stop: ChartStop | null) => marker.isMoving || stop?.kind === 'today';
  const firstKnown = wording.formatDate(datedSteps(timeline).find(({ date }) => date < today)?.date ?? today, 'medium');
  const keys = t`Arrow keys: previous or next change. Page Up and Page Down: four weeks. Home and End: first and last. Plus and minus: zoom. 0: reset.`;

  return (
    <figure aria-label={props.label ?? t`Stock calendar`} className={classes['figure']}>
      <ChartToolbar {...{ view, bucketSize, onBucketSizeChange }} />
      <div ref={ref} data-drawing style={{ minHeight: height + readoutHeight }}>
        {width > 0 && (
          <>
            <ChartReader
              stops={stops}
              defaultDate={timeline.today}
              view={view}
              help={`${summary(timeline, unit)}. ${keys}`}
              spoken={text.stopText}
              renderAbove={(stop) => (
                <p className={classes['readout']}>
                  {threshold.isMoving ? outcome : (isOfShipBy(stop) && byShipBy) || (stop && text.stopText(stop))}
                </p>
              )}
              renderTip={(at) => {
                const level = levelAt(series, at);
                if (level === null) return t`No stock data before ${firstKnown}`;
                return (
                  <LevelTip
                    at={at}
                    period={periodName(fromMilliseconds(at))}
                    quantity={quantity}
                    levels={[{ key: 0, ...level, unit }]}
                  />
                );
              }}
            >
              <StockPlot
                {...{
                  timeline,
                  series,
                  bars,
                  bucketSize,
                  scale,
                  window,
                  quantity,
                  coveredDate,
                  unit,
                  width,
                  height,
                  hatchId,
                  outcome,
                }}
                threshold={onQuantityChange ? threshold : null}
                shipBy={
                  shipBy && {
                    date: shipBy,
                    threshold: marker,
                    most: Math.max(daysBetween(today, fromMilliseconds(limits.to)), marker.quantity ?? 0),
                    text: byShipBy,
                  }
                }
              />
            </ChartReader>
            <Overview {...{ timeline, view, width }} />
          </>
        )}
      </div>
      <StockLegend {...{ timeline, quantity, unit, bucketSize }} />
    </figure>
  );
}

type StockLegendProps = Required<Pick<StockChartProps, 'timeline' | 'quantity' | 'unit' | 'bucketSize'>>;

/** Legend of the chart, which zooming leaves as it is. */
const StockLegend = memo(function StockLegend({ timeline, quantity, unit, bucketSize }: StockLegendProps) {
  const { t } = useLingui();
  const { formatQuantity } = useLocale();
  const levels = useLevelWords(unit);
  const { maxLeadTimeDate } = timeline;
  const wanted = quantity === null ? '' : formatQuantity(quantity, unit);
  const entries: LegendEntry[] = [
    { kind: bucketSize === 'day' ? 'level' : 'bar', text: levels[bucketSize] },
    { kind: 'past', text: t`Past` },
  ];
  if (quantity !== null) entries.push({ kind: 'quantity', text: t`Quantity needed: ${wanted}` });
  if (maxLeadTimeDate !== null) {
    entries.push({
      kind: 'maxLeadTime',
      text: t`Max lead time: any quantity, not backed by stock`,
    });
    if (timeline.steps.some(({ date }) => date > maxLeadTimeDate))
      entries.push({ kind: 'beyond', text: t`Available quantity after max lead time date` });
  }
  return <ChartLegend entries={entries} />;
});
