import { Trans, useLingui } from '@lingui/react/macro';
import { useElementSize } from '@mantine/hooks';
import { useId, useMemo, useState } from 'react';

import { chartSeries } from '#features/chart/chart-series.ts';
import { ChartToolbar } from '#features/chart/chart-toolbar.tsx';
import { ChoiceGroup } from '#features/chart/choice-group.tsx';
import { useChartView } from '#features/chart/use-chart-view.ts';
import { useThreshold } from '#features/chart/use-threshold.ts';
import { useLocale } from '#ui/locale.tsx';

import { mostCompared, type CompareChartProps } from './compare-chart-props.ts';
import classes from './compare-chart.module.css';
import { ComparePlot } from './compare-plot.tsx';
import { CompareReader } from './compare-reader.tsx';
import { comparedBuckets, comparedStops, spanningTimeline } from './compared-series.ts';
import { seriesStyle } from './series-style.ts';
import { useCompareKeyHelp } from './use-compare-key-help.ts';
import { useCompareLayout } from './use-compare-layout.ts';

/** Room above the quantity, to drag it up. */
const headroom = 1.08;

/**
 * Up to ten products in one stepped chart over one time, told apart by colour, dashes, marks and names at their
 * ends; on one scale, or each in a band with a scale of its own. One quantity is a threshold for all.
 */
export function CompareChart(props: CompareChartProps) {
  const { bucketSize = 'day', scale, onScaleChange, onQuantityChange } = props;
  const { t } = useLingui();
  const { today } = useLocale();
  useCompareKeyHelp();
  const hatchId = useId();
  const { ref, width } = useElementSize();
  const threshold = useThreshold(props.quantity, onQuantityChange);
  const { quantity } = threshold;
  const [emphasis, setEmphasis] = useState<number | null>(null);
  const products = useMemo(() => props.products.slice(0, mostCompared), [props.products]);
  const span = useMemo(() => {
    const timelines = products.map(({ timeline }) => timeline);
    return spanningTimeline(timelines, today);
  }, [products, today]);
  const view = useChartView(span, props);
  const { window, limits } = view;
  const buckets = useMemo(
    () => products.map(({ timeline }) => comparedBuckets(timeline, bucketSize, limits.to)),
    [products, bucketSize, limits],
  );
  const series = useMemo(
    () => products.map(({ timeline }, index) => chartSeries(timeline, window, buckets[index] ?? null)),
    [products, window, buckets],
  );
  const stops = useMemo(() => comparedStops(products, buckets), [products, buckets]);
  const styles = useMemo(() => products.map((_, index) => seriesStyle(index)), [products]);
  const { layout, names, formatLevel, timeTicks } = useCompareLayout({
    products,
    series,
    scale,
    reach: props.quantity === null ? null : props.quantity * headroom,
    window,
    width,
  });
  const hasSeveralUnits = new Set(products.map(({ unit }) => unit)).size > 1;
  return (
    <figure aria-label={t`Product comparison`} className={classes.figure}>
      <div className={classes.tools}>
        <ChoiceGroup
          label={t`Scales`}
          value={scale}
          onChange={onScaleChange}
          choices={[
            { value: 'common', label: t`One scale` },
            { value: 'separate', label: t`One each` },
          ]}
        />
        <ChartToolbar view={view} bucketSize={bucketSize} onBucketSizeChange={props.onBucketSizeChange} />
      </div>
      {hasSeveralUnits && scale === 'common' && (
        <p className={classes.note}>
          <Trans>
            These products are counted in different units: on one scale, compare their dates, not their heights.
          </Trans>
        </p>
      )}
      <div ref={ref} className={classes.charts}>
        {width > 0 && (
          <CompareReader
            {...{ products, series, styles, quantity, stops, view, layout, width, emphasis }}
            threshold={onQuantityChange ? threshold : null}
            onEmphasis={setEmphasis}
          >
            <ComparePlot
              {...{ products, series, styles, names, scale, layout, timeTicks, formatLevel, quantity, emphasis, width }}
              hatchId={hatchId}
            />
          </CompareReader>
        )}
      </div>
    </figure>
  );
}
