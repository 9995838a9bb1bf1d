import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { chartedRow } from '#products/calendar-row.ts';
import type { ViewProps } from '#products/products-view.ts';

import { StockHeatmap } from './stock-heatmap.tsx';

/** Heatmap of the page's products by day, week or month. Selecting a product opens its page. */
export function HeatmapView({ address, listing: { rows, quantity, table } }: ViewProps) {
  const navigate = useNavigate();
  const { change, bucketSize } = address;
  const products = useMemo(() => rows.flatMap(chartedRow), [rows]);
  return (
    <StockHeatmap
      products={products}
      quantity={quantity}
      bucketSize={bucketSize}
      onBucketSizeChange={(size) => change({ bucket: size === 'week' ? undefined : size })}
      gapColumn={table.getColumn('gap')}
      onOpen={(product, wanted) => void navigate({ to: '/', search: { product, quantity: wanted } })}
    />
  );
}
