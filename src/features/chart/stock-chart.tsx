import { useLingui } from '@lingui/react/macro';
import { useElementSize } from '@mantine/hooks';
import { useId } from 'react';

import type { Thousandths } from '#lib/thousandths.ts';
import type { BucketSize } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';

import { ChartLegend } from './chart-legend.tsx';
import { ChartSurface } from './chart-surface.tsx';
import { ChartToolbar } from './chart-toolbar.tsx';
import { OverviewStrip } from './overview-strip.tsx';
import classes from './stock-chart.module.css';
import { useChartModel } from './use-chart-model.ts';
import { useChartView, type ChartPeriodProps } from './use-chart-view.ts';
import { useThreshold } from './use-threshold.ts';

export interface StockChartProps extends ChartPeriodProps {
  timeline: StockTimeline;
  /** Drawn as a threshold; the date from which real stock covers it is marked. */
  quantity: Thousandths | null;
  unit: string | null;
  /** Where given, the quantity can be dragged and keyed; told when it comes to rest. */
  onQuantityChange?: (quantity: Thousandths) => void;
  /** How the accessible name of the figure reads; `Stock calendar` where none is given. */
  label?: string;
  /** The height of the plot with its labels, in pixels. */
  height?: number;
  /** Levels of every entry (`day`), or the lowest of each ISO week or month. */
  bucketSize?: BucketSize;
  /** Where given, the chart offers the choice of day, week and month. */
  onBucketSizeChange?: (size: BucketSize) => void;
}

/** What is read out above the plot and the overview beneath it, in pixels: their place is kept while the width is measured. */
const besidePlot = 70;

/**
 * The available level over time as a stepped chart, with today, the quantity asked for, and the max lead time as a
 * marker beyond which the time is hatched. Zoomed by wheel, dragging, buttons and keys; read by pointer and arrow keys.
 */
export function StockChart(props: StockChartProps) {
  const { timeline, unit, height = 320, bucketSize = 'day', onBucketSizeChange, onQuantityChange } = props;
  const { t } = useLingui();
  const hatchId = useId();
  const { ref, width } = useElementSize();
  const view = useChartView(timeline, props);
  const threshold = useThreshold(props.quantity, onQuantityChange);
  const { quantity } = threshold;
  const { window, limits } = view;
  const model = useChartModel({
    timeline,
    quantity,
    settled: props.quantity,
    hasHeadroom: onQuantityChange !== undefined,
    bucketSize,
    window,
    end: limits.to,
    levelMarks: Math.round(height / 70),
  });
  return (
    <figure aria-label={props.label ?? t`Stock calendar`} className={classes.figure}>
      <ChartToolbar {...{ view, bucketSize, onBucketSizeChange }} />
      <div ref={ref} className={classes.charts} style={{ minHeight: height + besidePlot }}>
        {width > 0 && (
          <>
            <ChartSurface
              {...{ timeline, quantity, unit, model, view, width, height, hatchId }}
              threshold={onQuantityChange ? threshold : null}
            />
            <OverviewStrip {...{ timeline, view, width, hatchId }} />
          </>
        )}
      </div>
      <ChartLegend {...{ timeline, quantity, unit, bucketSize }} />
    </figure>
  );
}
