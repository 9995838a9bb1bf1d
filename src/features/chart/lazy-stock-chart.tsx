import { lazy, Suspense } from 'react';

import { PanelWaiting } from '#features/panel.tsx';

import type { StockChartProps } from './stock-chart.tsx';

const StockChart = lazy(() => import('./stock-chart.tsx').then((module) => ({ default: module.StockChart })));

const usualHeight = 320;

/** What stands above and beneath the plot, about, in pixels. */
export const aroundPlot = 170;

/** The stock chart, fetched with its drawing library only where one is shown. */
export function LazyStockChart(props: StockChartProps) {
  return (
    <Suspense fallback={<PanelWaiting height={(props.height ?? usualHeight) + aroundPlot} />}>
      <StockChart {...props} />
    </Suspense>
  );
}
