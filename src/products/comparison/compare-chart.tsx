import { useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useElementSize, useViewportSize } from '@mantine/hooks';
import { useCallback, useId, useMemo, useState } from 'react';

import { ChartToolbar, LevelTip } from '#parts/chart/chart-frame.tsx';
import { ChartLegend, type LegendEntry } from '#parts/chart/chart-legend.tsx';
import { ChartReader } from '#parts/chart/chart-reader.tsx';
import { bucketsUntil, chartSeries, levelAt, type ChartSeries } from '#parts/chart/chart-series.ts';
import {
  commonUnit,
  useCalendarSummary,
  useSharedKeys,
  useLevelWords,
  usePeriodName,
} from '#parts/chart/chart-words.ts';
import classes from '#parts/chart/chart.module.css';
import { textWidth, wrapText } from '#parts/chart/label-places.ts';
import { fontSize, useTimeAxis } from '#parts/chart/stock-plot.tsx';
import { useThreshold } from '#parts/chart/threshold.tsx';
import { useChartView, type ChartPeriodProps } from '#parts/chart/use-chart-view.ts';
import { useKeyHelp } from '#ui/keys.ts';
import { useLocale } from '#ui/locale.tsx';
import type { BucketSize } from '#stock/level-buckets.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { fromMilliseconds, isCalendarDate, toMilliseconds, type CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { ComparePlot, nameSize, roomForMark } from './compare-plot.tsx';
import { CompareValues } from './compare-values.tsx';
import ownClasses from './comparison.module.css';
import {
  comparedStockDate,
  comparedStops,
  comparePanels,
  keyedPanel,
  seriesStyle,
  spanningTimeline,
  type ComparedProduct,
} from './compared-series.ts';
import { maxCompared } from '#products/views.ts';

/** Props of the figure labeled `Product comparison`, with up to {@link maxCompared} products on one time axis. */
export interface CompareChartProps extends ChartPeriodProps {
  /** Memoize the array. */
  products: readonly ComparedProduct[];
  onRemove: (productId: ProductId) => void;
  /** Threshold for all products; null draws none. */
  quantity: Thousandths | null;
  /** Called once the threshold stops moving. */
  onQuantityChange: (quantity: Thousandths) => void;
  bucketSize: BucketSize;
  onBucketSizeChange: (size: BucketSize) => void;
}

/** Factor for the space above the quantity, so that it can be dragged up. */
const headroom = 1.08;
const maxNameWidth = 250;
const roomForGrip = 24;
/** Height of a window that the chart fits with a few products, and how much higher it gets in a taller one, in pixels. */
const usualWindow = 900;
const mostSpare = 240;
const narrow = 640;

/**
 * Up to ten products as stepped lines on one time axis, distinguished by color, dashes, marks and names at their ends.
 * They share one scale if they have one unit, otherwise each has its own. One quantity is the threshold for all.
 */
export function CompareChart(props: CompareChartProps) {
  const { bucketSize, onQuantityChange, onRemove } = props;
  const { t } = useLingui();
  const { today, formatQuantity } = useLocale();
  useKeyHelp(t`Comparison`, [
    { keys: ['←'], description: t`Previous change (any product)` },
    { keys: ['→'], description: t`Next change (any product)` },
    { keys: ['↑'], description: t`Highlight previous product` },
    { keys: ['↓'], description: t`Highlight next product` },
    { keys: ['Home'], description: t`First change` },
    { keys: ['End'], description: t`Last change` },
    ...useSharedKeys(),
  ]);
  const hatchId = useId();
  const { ref, width } = useElementSize();
  const threshold = useThreshold(props.quantity, onQuantityChange);
  const { quantity } = threshold;
  const [emphasis, setEmphasis] = useState<number | null>(null);
  const products = useMemo(() => props.products.slice(0, maxCompared), [props.products]);
  const span = useMemo(() => {
    const timelines = products.map(({ timeline }) => timeline);
    return spanningTimeline(timelines, today);
  }, [products, today]);
  const view = useChartView(span, props);
  const { window, limits } = view;
  const buckets = useMemo(
    () => products.map(({ timeline }) => bucketsUntil(timeline, bucketSize, limits.to)),
    [products, bucketSize, limits],
  );
  const series = useMemo(
    () => products.map(({ timeline }, index) => chartSeries(timeline, window, buckets[index] ?? null)),
    [products, window, buckets],
  );
  // The buckets of all products cover the same time range.
  const periodName = usePeriodName(bucketSize, buckets[0] ?? null);
  const stops = useMemo(() => comparedStops(products, buckets), [products, buckets]);
  const styles = useMemo(() => products.map((_, index) => seriesStyle(index)), [products]);
  const reach = props.quantity === null ? null : props.quantity * headroom;
  const { height: windowHeight } = useViewportSize();
  const spare = Math.min(Math.max(windowHeight - usualWindow, 0), mostSpare);
  const roomForName = width < narrow ? 0 : Math.round(Math.min(maxNameWidth, width * 0.2));
  const panels = useMemo(() => {
    const plain = comparePanels({ products, series, reach, spare });
    return plain.map((panel) => ({
      panel,
      drawn: panel.indexes.flatMap((index) => {
        const [product, one, style] = [products[index], series[index], styles[index]];
        if (!product || !one || !style) return [];
        const full = product.name ?? t`Product ${product.productId}`;
        const { unit } = product;
        const name = panel.isSeparate && unit !== null ? t`${full}, in ${unit}` : full;
        const lines = roomForName === 0 ? [] : wrapText(full, roomForName, nameSize);
        return [{ index, product, name, lines, series: one, style }];
      }),
    }));
  }, [t, products, series, styles, reach, spare, roomForName]);
  const margins = useMemo(() => {
    const marks = panels.flatMap(({ panel }) =>
      panel.scale.ticks.map((tick) => textWidth(formatQuantity(tick), fontSize)),
    );
    const isSeparate = panels[0]?.panel.isSeparate === true;
    return { left: Math.max(0, ...marks) + 14, right: isSeparate ? roomForGrip : roomForMark + roomForName };
  }, [panels, roomForName, formatQuantity]);
  const timeAxis = useTimeAxis(window, Math.max(1, width - margins.left - margins.right), bucketSize);
  // recharts also passes the tick's index, which must not become the unit.
  const formatLevel = useCallback((level: Thousandths) => formatQuantity(level), [formatQuantity]);
  const text = useCompareText(products, series, periodName);
  const keyed = keyedPanel(panels.map(({ panel }) => panel));
  const outcome = quantity === null ? '' : text.coverage(quantity);
  const keys = t`Left and right arrows: previous or next change. Up and down arrows: previous or next product. Page Up and Page Down: four weeks. Home and End: first and last. Plus and minus: zoom. 0: reset.`;
  const count = products.length;
  const remove = useCallback(
    (productId: ProductId) => {
      // Another row is under the pointer after the removal.
      setEmphasis(null);
      onRemove(productId);
    },
    [onRemove],
  );

  return (
    <figure aria-label={t`Product comparison`} className={classes['figure']}>
      <Group gap={8} className={ownClasses.controls}>
        <ChartToolbar view={view} bucketSize={bucketSize} onBucketSizeChange={props.onBucketSizeChange} />
      </Group>
      <div ref={ref} data-drawing onBlur={() => setEmphasis(null)}>
        {width > 0 && (
          <ChartReader
            stops={stops}
            defaultDate={today}
            view={view}
            onVertical={(by) => setEmphasis(((emphasis ?? (by > 0 ? -1 : 0)) + by + count) % count)}
            help={`${text.summary} ${keys}`}
            spoken={({ date }) => text.values(date, emphasis)}
            renderBeneath={(at) => (
              <CompareValues
                {...{ products, series, styles, quantity, emphasis, at }}
                onRemove={remove}
                period={periodName(fromMilliseconds(at))}
                onEmphasis={setEmphasis}
              />
            )}
            renderTip={(at) => (
              <LevelTip
                at={at}
                period={periodName(fromMilliseconds(at))}
                quantity={quantity}
                levels={panels.flatMap(({ drawn }) =>
                  drawn.flatMap(({ index, product, name, series, style }) => {
                    const level = levelAt(series, at);
                    const { unit } = product;
                    return level === null ? [] : [{ key: index, ...level, unit, name, color: style.color }];
                  }),
                )}
              />
            )}
          >
            {panels.map(({ panel, drawn }, index) => (
              <ComparePlot
                key={panel.indexes.join()}
                {...{ panel, drawn, timeAxis, quantity, emphasis, width, margins, hatchId }}
                formatLevel={formatLevel}
                today={toMilliseconds(today)}
                isFirst={index === 0}
                isLast={index === panels.length - 1}
                threshold={threshold}
                outcome={panel === keyed ? outcome : null}
              />
            ))}
          </ChartReader>
        )}
      </div>
      <CompareLegend {...{ products, quantity, bucketSize }} />
    </figure>
  );
}

/** Legend of what all lines share; the table of values identifies the single lines. */
function CompareLegend({
  products,
  quantity,
  bucketSize,
}: Pick<CompareChartProps, 'products' | 'quantity' | 'bucketSize'>) {
  const { t } = useLingui();
  const { formatQuantity } = useLocale();
  const unit = commonUnit(products);
  const levels = useLevelWords(unit);
  const wanted = quantity === null ? '' : formatQuantity(quantity, unit);
  const entries: LegendEntry[] = [
    { kind: 'level', text: levels[bucketSize] },
    { kind: 'past', text: t`Past` },
  ];
  if (quantity !== null) entries.push({ kind: 'quantity', text: t`Quantity needed: ${wanted}` });
  if (products.some(({ timeline }) => timeline.maxLeadTimeDate !== null)) {
    entries.push(
      { kind: 'flag', text: t`Max lead time date` },
      { kind: 'maxLeadTime', text: t`After max lead time date: any quantity, not backed by stock` },
      { kind: 'beyond', text: t`Available quantity after max lead time date` },
    );
  }
  return <ChartLegend entries={entries} />;
}

/** Texts of a comparison for screen readers. */
function useCompareText(
  products: readonly ComparedProduct[],
  series: readonly ChartSeries[],
  periodName: (date: CalendarDate) => string | null,
) {
  const { t } = useLingui();
  const { formatDate, formatQuantity, today, namedToday } = useLocale();
  const calendarSummary = useCalendarSummary();
  const nameOf = ({ productId, name }: ComparedProduct) => name ?? t`Product ${productId}`;

  function valueOf(product: ComparedProduct, index: number, date: CalendarDate): string {
    const one = series[index];
    const level = one ? levelAt(one, toMilliseconds(date)) : null;
    const name = nameOf(product);
    if (product.timeline.maxLeadTimeDate === date) return t`${name}: max lead time date, any quantity from then`;
    if (level === null) return t`${name}: no stock data`;
    const amount = formatQuantity(level.level, product.unit);
    return level.isAfterMaxLeadTime ? t`${name}: ${amount}, after max lead time date` : `${name}: ${amount}`;
  }

  return {
    /** Number of products whose stock covers the quantity, now or later. */
    coverage: (quantity: Thousandths): string => {
      const amount = formatQuantity(quantity);
      const dates = products.map((product) => comparedStockDate(product, quantity)).filter(isCalendarDate);
      const now = dates.filter((date) => date <= today).length;
      const later = dates.length - now;
      const total = products.length;
      return namedToday === null
        ? t`${amount}: ${now} of ${total} products from stock on ${formatDate(today, 'short')}, ${later} later`
        : t`${amount}: ${now} of ${total} products from stock today, ${later} later`;
    },
    /** Values of all products on a date, the highlighted product first. */
    values: (date: CalendarDate, emphasis: number | null): string => {
      const all = products.map((product, index) => ({ index, text: valueOf(product, index, date) }));
      const ordered = all.toSorted((a, b) => Number(b.index === emphasis) - Number(a.index === emphasis));
      return `${periodName(date) ?? formatDate(date, 'long')}. ${ordered.map(({ text }) => text).join('; ')}.`;
    },
    /** One sentence for each stock calendar. */
    summary: products
      .map((product) => `${nameOf(product)}: ${calendarSummary(product.timeline, product.unit)}.`)
      .join(' '),
  };
}
