import { lazy, Suspense } from 'react';

import { PanelWaiting } from '#components/panel-states/panel-waiting.tsx';

import type { StockChartProps } from './stock-chart.tsx';

const StockChart = lazy(() => import('./stock-chart.tsx').then((module) => ({ default: module.StockChart })));

/** The stock chart, fetched with its drawing library only where one is shown. */
export function LazyStockChart(props: StockChartProps) {
  return (
    <Suspense fallback={<PanelWaiting height={(props.height ?? 320) + 130} />}>
      <StockChart {...props} />
    </Suspense>
  );
}
