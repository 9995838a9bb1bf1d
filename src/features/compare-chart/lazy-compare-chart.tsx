import { lazy, Suspense } from 'react';

import { PanelWaiting } from '#features/panel.tsx';

import type { CompareChartProps } from './compare-chart.tsx';

const CompareChart = lazy(() => import('./compare-chart.tsx').then((module) => ({ default: module.CompareChart })));

/** The comparison, fetched only where one is shown. */
export function LazyCompareChart(props: CompareChartProps) {
  return (
    <Suspense fallback={<PanelWaiting height={560} />}>
      <CompareChart {...props} />
    </Suspense>
  );
}
