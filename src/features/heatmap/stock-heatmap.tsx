import { Trans, useLingui } from '@lingui/react/macro';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';

import { ChoiceGroup } from '#features/chart/choice-group.tsx';
import type { ProductId } from '#contract/product-id.ts';
import type { BucketSize } from '#domain/level-buckets.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { useKeyHelp } from '#ui/keys.ts';
import { useLocale } from '#ui/locale.tsx';

import { heatmapColumns, heatmapLayout, type HeatmapProduct } from './heatmap-cells.ts';
import { HeatmapTable } from './heatmap-table.tsx';
import classes from './stock-heatmap.module.css';

/** `<LazyStockHeatmap>`, a figure named `Stock heatmap`: products by day, week or month against a wanted quantity. */
export interface StockHeatmapProps {
  /** In the order of the lines; keep the array between renders, it is what decides whether lines are drawn anew. */
  products: readonly HeatmapProduct[];
  /** What every cell is held against; one unit where none is given. */
  quantity: Thousandths | null;
  bucketSize: BucketSize;
  onBucketSizeChange: (size: BucketSize) => void;
  /** Enter on a cell, or a click on a product's name. */
  onOpen: (productId: ProductId) => void;
}

const oneUnit = 1000;

/**
 * Products by day, week or month, each cell the lowest available quantity against the quantity wanted. Time after the
 * max lead time date is hatched and no stock. Moved over by arrow keys, read on focus and under the pointer.
 */
export function StockHeatmap(props: StockHeatmapProps) {
  const { products, quantity, bucketSize, onBucketSizeChange, onOpen } = props;
  const { t } = useLingui();
  const { formatQuantity } = useLocale();
  useHeatmapKeyHelp();
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
      <div ref={ref} className={classes.frame}>
        {layout && <HeatmapTable {...{ products, columns, bucketSize, wanted, layout, onOpen }} />}
      </div>
    </figure>
  );
}

/** What the cells stand for; `wanted` is the quantity as written, without a unit. */
function HeatmapLegend({ wanted }: { wanted: string }) {
  return (
    <figcaption>
      <ul className={classes.legend}>
        <li>
          <Swatch kind="enough" />
          <Trans>Enough for {wanted}</Trans>
        </li>
        <li>
          <Swatch kind="partly" />
          <Trans>Part of it, as high as it is filled</Trans>
        </li>
        <li>
          <Swatch kind="none" />
          <Trans>Nothing</Trans>
        </li>
        <li>
          <Swatch kind="marker" />
          <Trans>Max lead time</Trans>
        </li>
        <li>
          <Swatch kind="theory" />
          <Trans>After it: any quantity, in theory</Trans>
        </li>
      </ul>
    </figcaption>
  );
}

type Kind = 'enough' | 'partly' | 'none' | 'marker' | 'theory';

/** Drawn, not styled: a picture of the heatmap takes it along. */
function Swatch({ kind }: { kind: Kind }) {
  const [have, lack] = [{ fill: 'var(--sheet-have)' }, { fill: 'var(--sheet-lack)' }];
  const hatch = { stroke: 'var(--sh-mlt)', strokeOpacity: 0.45, strokeWidth: 2 };
  return (
    <svg aria-hidden className={classes.swatch} width={20} height={16} viewBox="0 0 20 16">
      {kind === 'enough' && <rect width={20} height={16} style={have} />}
      {(kind === 'partly' || kind === 'none') && <rect width={20} height={16} style={lack} />}
      {kind === 'partly' && <rect y={9} width={20} height={7} style={have} />}
      {kind === 'none' && <rect x={6} y={7} width={8} height={2} style={{ fill: 'var(--sh-late)' }} />}
      {kind === 'marker' && <path d="M5 0V16H7V8H16L13 4L16 0Z" style={{ fill: 'var(--sh-mlt)' }} />}
      {kind === 'theory' && <rect width={20} height={16} style={{ fill: 'var(--sh-mlt-bg)' }} />}
      {kind === 'theory' && <path d="M-2 10L8 0M-2 18L16 0M4 20L24 0M12 20L28 4" style={hatch} />}
    </svg>
  );
}

/** Tells the list of keys what the heatmap listens to. */
function useHeatmapKeyHelp() {
  const { t } = useLingui();
  const keys = useMemo(
    () => [
      { keys: ['←'], does: t`To the time before` },
      { keys: ['→'], does: t`To the time after` },
      { keys: ['↑'], does: t`To the product above` },
      { keys: ['↓'], does: t`To the product below` },
      { keys: ['Home'], does: t`To the first cell of the row` },
      { keys: ['End'], does: t`To the last cell of the row` },
      { keys: ['Page Up'], does: t`One page up` },
      { keys: ['Page Down'], does: t`One page down` },
      { keys: ['Ctrl', 'Home'], does: t`To the first cell` },
      { keys: ['Ctrl', 'End'], does: t`To the last cell` },
      { keys: ['Enter'], does: t`Open the product` },
    ],
    [t],
  );
  useKeyHelp(t`In the heatmap`, keys);
}
