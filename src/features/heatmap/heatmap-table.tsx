import { Trans } from '@lingui/react/macro';
import { memo } from 'react';

import { useSpanName } from '#features/chart/use-span-name.ts';
import { useLocale } from '#ui/locale.tsx';
import type { BucketSize } from '#domain/level-buckets.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { heatmapCells } from './heatmap-cell.ts';
import type { HeatmapColumn } from './heatmap-columns.ts';
import type { HeatmapProduct } from './heatmap-props.ts';
import { heatmapRuns, type HeatmapRun } from './heatmap-runs.ts';
import classes from './heatmap-table.module.css';
import { useGrowth } from './use-growth.ts';

interface HeatmapTableProps {
  products: readonly HeatmapProduct[];
  columns: readonly HeatmapColumn[];
  bucketSize: BucketSize;
  wanted: Thousandths;
}

interface ProductRowsProps extends Omit<HeatmapTableProps, 'products'> {
  product: HeatmapProduct;
}

const mostProducts = 250;

/** Products that are added at once; many together, which nobody sees, would hold up what everybody does. */
const mostAtOnce = 5;

/** All that the heatmap shows as a table to be listened to; neighbouring cells that say the same are one line. */
export const HeatmapTable = memo(function HeatmapTable(props: HeatmapTableProps) {
  const { products, columns, bucketSize, wanted } = props;
  const total = products.length;
  const count = Math.min(total, mostProducts);
  const there = useGrowth(count, mostAtOnce);
  return (
    <div className={classes.hidden}>
      <table>
        <caption>
          {count < total ? (
            <Trans>
              Lowest levels of the first {count} of {total} products
            </Trans>
          ) : (
            <Trans>Lowest levels</Trans>
          )}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Product</Trans>
            </th>
            <th scope="col">
              <Trans>Time</Trans>
            </th>
            <th scope="col">
              <Trans>Lowest level</Trans>
            </th>
            <th scope="col">
              <Trans>Level at the end</Trans>
            </th>
            <th scope="col">
              <Trans>For the quantity wanted</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {products.slice(0, there).map((product) => (
            <ProductRows key={product.productId} {...{ product, columns, bucketSize, wanted }} />
          ))}
        </tbody>
      </table>
    </div>
  );
});

const ProductRows = memo(function ProductRows({ product, columns, bucketSize, wanted }: ProductRowsProps) {
  const { formatQuantity } = useLocale();
  const spanName = useSpanName();
  const { productId, name, unit, timeline } = product;
  return heatmapRuns(heatmapCells(timeline, bucketSize, columns, wanted)).map((run) => (
    <tr key={`${productId} ${run.start}`}>
      <th scope="row">{name ?? productId}</th>
      <td>{spanName(bucketSize, run)}</td>
      <td>{formatQuantity(run.lowest, unit)}</td>
      <td>{formatQuantity(run.endLevel, unit)}</td>
      <td>
        <RunMeaning run={run} />
      </td>
    </tr>
  ));
});

function RunMeaning({ run: { state, holdsMaxLeadTime } }: { run: HeatmapRun }) {
  return (
    <>
      {state === 'enough' && <Trans>enough</Trans>}
      {state === 'partly' && <Trans>part of it</Trans>}
      {state === 'none' && <Trans>nothing</Trans>}
      {state === 'theoretical' && <Trans>after the max lead time: any quantity, in theory</Trans>}
      {holdsMaxLeadTime && (
        <>
          {', '}
          <Trans>the max lead time falls in it</Trans>
        </>
      )}
    </>
  );
}
