import { lazy, Suspense } from 'react';

import { PanelWaiting } from '#features/panel.tsx';

import type { StockHeatmapProps } from './stock-heatmap.tsx';

const StockHeatmap = lazy(() => import('./stock-heatmap.tsx').then((module) => ({ default: module.StockHeatmap })));

/** The heatmap, fetched only where one is shown. */
export function LazyStockHeatmap(props: StockHeatmapProps) {
  return (
    <Suspense fallback={<PanelWaiting height={480} />}>
      <StockHeatmap {...props} />
    </Suspense>
  );
}
