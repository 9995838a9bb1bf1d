import { useLingui } from '@lingui/react/macro';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useDeferredValue, useId, useMemo } from 'react';

import { ChoiceGroup } from '#features/chart/choice-group.tsx';
import { HatchPattern } from '#features/chart/hatch-pattern.tsx';
import { useLocale } from '#ui/locale.tsx';

import { heatmapColumns } from './heatmap-columns.ts';
import { HeatmapGrid } from './heatmap-grid.tsx';
import { heatmapLayout } from './heatmap-layout.ts';
import { HeatmapLegend } from './heatmap-legend.tsx';
import type { StockHeatmapProps } from './heatmap-props.ts';
import { HeatmapTable } from './heatmap-table.tsx';
import classes from './stock-heatmap.module.css';
import { useHeatmapKeyHelp } from './use-heatmap-key-help.ts';

const oneUnit = 1000;

/**
 * Products by day, week or month, each cell the lowest level in force against the quantity wanted. Time after the
 * max lead time is hatched and no stock. Moved over by arrow keys, read on focus and under the pointer.
 */
export function StockHeatmap(props: StockHeatmapProps) {
  const { products, quantity, bucketSize, onBucketSizeChange, onOpen } = props;
  const { t } = useLingui();
  const { formatQuantity } = useLocale();
  useHeatmapKeyHelp();
  const hatchId = useId();
  const { ref, width } = useElementSize();
  const isSmall = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const wanted = quantity ?? oneUnit;
  const columns = useMemo(() => {
    const timelines = products.map(({ timeline }) => timeline);
    return heatmapColumns(timelines, bucketSize);
  }, [products, bucketSize]);
  const layout = useMemo(
    () => (width === 0 ? null : heatmapLayout(width, columns.length, bucketSize, isSmall)),
    [width, columns.length, bucketSize, isSmall],
  );
  // A hundred lines drawn at once would hold up the screen.
  const drawn = useDeferredValue({ layout, content: { products, columns, bucketSize, wanted } }, null);
  return (
    <figure aria-label={t`Stock heatmap`} className={classes.figure}>
      <div className={classes.head}>
        <ChoiceGroup
          label={t`Levels by`}
          value={bucketSize}
          onChange={onBucketSizeChange}
          choices={[
            { value: 'day', label: t`Day` },
            { value: 'week', label: t`Week` },
            { value: 'month', label: t`Month` },
          ]}
        />
        <HeatmapLegend wanted={formatQuantity(wanted)} />
      </div>
      <svg width={0} height={0} aria-hidden className={classes.patterns}>
        <defs>
          <HatchPattern id={hatchId} />
        </defs>
      </svg>
      <div ref={ref} className={classes.frame}>
        {drawn?.layout && <HeatmapGrid {...drawn.content} {...{ hatchId, onOpen }} layout={drawn.layout} />}
      </div>
      {drawn && <HeatmapTable {...drawn.content} />}
    </figure>
  );
}
