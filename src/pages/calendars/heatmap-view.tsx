import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { LazyStockHeatmap } from '#features/heatmap/lazy-stock-heatmap.tsx';

import type { ShownRow } from './table/shown-row.ts';
import type { CalendarsSearch } from './use-calendars-search.ts';

/** The products of the page by day, week or month; one of them opens on its own screen. */
export function HeatmapView({ address, rows }: { address: CalendarsSearch; rows: readonly ShownRow[] }) {
  const navigate = useNavigate();
  const { search, change, quantity, bucketSize } = address;
  const products = useMemo(
    () =>
      rows.flatMap(({ productId, summary, product: { name, unit } }) =>
        summary === null ? [] : [{ productId, name, unit, timeline: summary.timeline }],
      ),
    [rows],
  );
  return (
    <LazyStockHeatmap
      products={products}
      quantity={quantity}
      bucketSize={bucketSize}
      onBucketSizeChange={(size) => change({ bucket: size === 'week' ? undefined : size })}
      onOpen={(productId) =>
        void navigate({ to: '/products/$productId', params: { productId }, search: { quantity: search.quantity } })
      }
    />
  );
}
