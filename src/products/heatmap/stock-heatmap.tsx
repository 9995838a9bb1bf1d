import { useLingui } from '@lingui/react/macro';
import { Group, Loader } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useDeferredValue, useMemo } from 'react';

import { BucketChoice } from '#parts/chart/bucket-choice.tsx';
import { ChartLegend, type LegendEntry } from '#parts/chart/chart-legend.tsx';
import { commonUnit } from '#parts/chart/chart-words.ts';
import { textWidth } from '#parts/chart/label-places.ts';
import type { BucketSize } from '#stock/level-buckets.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { useKeyHelp } from '#ui/keys.ts';
import { useLocale } from '#ui/locale.tsx';
import { useIsNarrow } from '#ui/use-is-narrow.ts';

import {
  heatmapColumns,
  heatmapLayout,
  heatmapMeasure,
  shadeOf,
  type HeatmapMeasure,
  type HeatmapProduct,
} from './heatmap-cells.ts';
import { HeatmapTable, type HeatmapTableProps } from './heatmap-table.tsx';
import classes from './stock-heatmap.module.css';

/** Size of the names, in pixels. */
const nameSize = 14;

/** Props of the figure labeled `Stock heatmap`. */
export interface StockHeatmapProps {
  /** In row order. Memoize the array: a new one renders all rows again. */
  products: readonly HeatmapProduct[];
  /** Quantity that cells are compared with; null shades each by its available quantity. */
  quantity: Thousandths | null;
  bucketSize: BucketSize;
  onBucketSizeChange: (size: BucketSize) => void;
  gapColumn: HeatmapTableProps['gapColumn'];
  onOpen: HeatmapTableProps['onOpen'];
}

/**
 * Products by day, week or month. Each cell shows the lowest available quantity, compared with the quantity needed if
 * there is one. Time after the max lead time date is hatched, since it isn't backed by stock. Arrow keys move between
 * cells; a tooltip describes the focused or hovered cell.
 */
export function StockHeatmap(props: StockHeatmapProps) {
  const { quantity, onBucketSizeChange, gapColumn, onOpen } = props;
  const { t } = useLingui();
  useHeatmapKeyHelp();
  const { ref, width } = useElementSize();
  const isSmall = useIsNarrow();
  const current = useMemo(
    () => ({ products: props.products, bucketSize: props.bucketSize }),
    [props.products, props.bucketSize],
  );
  // Without this, a click on a size shows it 100 ms later, after hundreds of rows are rendered.
  const shown = useDeferredValue(current);
  const { products, bucketSize } = shown;
  const isBusy = shown !== current;
  const { columns, measure } = useMemo(() => {
    const timelines = products.map(({ timeline }) => timeline);
    const columns = heatmapColumns(timelines, bucketSize);
    return { columns, measure: heatmapMeasure(products, bucketSize, columns, quantity) };
  }, [products, bucketSize, quantity]);
  // Of the marked row, whose name is bold.
  const longestName = useMemo(
    () => Math.max(0, ...products.map(({ name, productId }) => textWidth(`${name ?? ''} ${productId}`, nameSize, 600))),
    [products],
  );
  const layout = useMemo(
    () => (width === 0 ? null : heatmapLayout(width, columns.length, bucketSize, { isSmall, longestName })),
    [width, columns.length, bucketSize, isSmall, longestName],
  );
  return (
    <figure aria-label={t`Stock heatmap`} aria-busy={isBusy} className={classes.figure}>
      <Group gap="8px 24px">
        <BucketChoice value={props.bucketSize} onChange={onBucketSizeChange} />
        <HeatmapLegend {...{ measure, products }} />
        {isBusy && <Loader size={18} aria-label={t`Loading…`} />}
      </Group>
      <div ref={ref} data-drawing>
        {layout && <HeatmapTable {...{ products, columns, bucketSize, measure, layout, gapColumn, onOpen }} />}
      </div>
    </figure>
  );
}

interface HeatmapLegendProps {
  measure: HeatmapMeasure;
  products: readonly HeatmapProduct[];
}

/** Legend of the cells. Quantities have a unit if the products that it is about share one. */
function HeatmapLegend({ measure, products }: HeatmapLegendProps) {
  const { t } = useLingui();
  const { formatQuantity } = useLocale();
  const hasOtherUnit = products.some(({ isOtherUnit }) => isOtherUnit);
  const unit = commonUnit(products.filter(({ isOtherUnit }) => !isOtherUnit));
  const amount = (quantity: Thousandths) => formatQuantity(quantity, unit);
  const wanted = 'wanted' in measure ? amount(measure.wanted) : '';
  const ofQuantity: LegendEntry[] = [
    { kind: 'enough', text: t`${wanted} available` },
    { kind: 'partly', text: t`Partly available` },
  ];
  const bounds = 'bounds' in measure ? measure.bounds : [];
  const most = amount(bounds.at(-1) ?? 0);
  const ofAmounts: LegendEntry[] = [
    ...bounds.map((bound) => ({
      kind: 'shade' as const,
      share: shadeOf(bound, bounds),
      text: t`Up to ${amount(bound)}`,
    })),
    { kind: 'shade', share: 1, text: bounds.length === 0 ? t`Available` : t`Over ${most}` },
  ];
  return (
    <ChartLegend
      entries={[
        ...('wanted' in measure ? ofQuantity : ofAmounts),
        ...(hasOtherUnit ? [{ kind: 'shade' as const, share: 1, text: t`Other unit` }] : []),
        { kind: 'none', text: t`Not available` },
        { kind: 'flag', text: t`Max lead time date` },
        { kind: 'maxLeadTime', text: t`After it: any quantity, not backed by stock` },
      ]}
    />
  );
}

/** Adds the heatmap's keys to the list of keyboard shortcuts. */
function useHeatmapKeyHelp() {
  const { t } = useLingui();
  useKeyHelp(t`Heatmap`, [
    { keys: ['←'], description: t`Earlier period` },
    { keys: ['→'], description: t`Later period` },
    { keys: ['↑'], description: t`Row above` },
    { keys: ['↓'], description: t`Row below` },
    { keys: ['Home'], description: t`First cell in row` },
    { keys: ['End'], description: t`Last cell in row` },
    { keys: ['Page Up'], description: t`Page up` },
    { keys: ['Page Down'], description: t`Page down` },
    { keys: ['Ctrl', 'Home'], description: t`First cell` },
    { keys: ['Ctrl', 'End'], description: t`Last cell` },
    { keys: ['Enter'], description: t`View product` },
  ]);
}
