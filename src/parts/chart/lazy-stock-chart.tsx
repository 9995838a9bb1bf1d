import { useLingui } from '@lingui/react/macro';
import { lazy, startTransition, Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';

import { PanelWaiting } from '#parts/panel.tsx';
import { whenIdle } from '#stock/when-idle.ts';
import { useIsNarrow } from '#ui/use-is-narrow.ts';

import type { StockChartProps } from './stock-chart.tsx';

/** Defined once loaded. */
let StockChart: ComponentType<StockChartProps> | undefined;
const loadChart = async () => (StockChart ??= (await import('./stock-chart.tsx')).StockChart);
const LoadedStockChart = lazy(async () => ({ default: await loadChart() }));

const usualHeight = 320;
/** Approximate height in pixels around the plot; `grouped` includes the bucket selection on phones. */
const aroundPlot = { wide: 102, narrow: 208, grouped: 268 };

/**
 * Where a chart is rendered: on wide screens just below the viewport, so that it is ready when scrolled to. On phones the
 * bars at the bottom would hide it, and rendering it takes half a second.
 */
const reach = { wide: '0px 0px 100px', narrow: '0px 0px -120px' };

/** Functions that render the charts of the page that aren't rendered yet. */
const pendingCharts = new Set<() => void>();

/** Renders all charts that haven't been scrolled to. Synchronous if their code is loaded. */
export async function drawCharts(): Promise<void> {
  if (pendingCharts.size === 0) return;
  if (StockChart === undefined) await loadChart();
  flushSync(() => {
    for (const draw of pendingCharts) draw();
  });
}

/** The stock chart, loaded with its chart library and rendered when it comes near the viewport. */
export function LazyStockChart(props: StockChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  /** Null until rendered. */
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const draw = () => setWidth((drawn) => drawn ?? element.clientWidth);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && startTransition(draw), {
      rootMargin: isNarrow ? reach.narrow : reach.wide,
    });
    observer.observe(element);
    pendingCharts.add(draw);
    // Browser printing doesn't wait for code, so it is loaded in advance.
    const forget = whenIdle(() => void loadChart().catch(() => undefined));
    return () => {
      observer.disconnect();
      pendingCharts.delete(draw);
      forget();
    };
  }, [isNarrow]);
  const waiting = (
    <ChartWaiting label={props.label} height={props.height} isGrouped={props.onBucketSizeChange !== undefined} />
  );
  return (
    <div ref={place}>
      <Suspense fallback={waiting}>
        {width === null ? waiting : <RenderedChart {...props} startWidth={width} />}
      </Suspense>
    </div>
  );
}

function RenderedChart(props: StockChartProps) {
  const [Chart] = useState(() => StockChart ?? LoadedStockChart);
  return <Chart {...props} />;
}

interface ChartWaitingProps {
  label?: string | undefined;
  height?: number | undefined;
  isGrouped?: boolean;
}

/** Placeholder with the height of a chart. */
export function ChartWaiting({ label, height = usualHeight, isGrouped = false }: ChartWaitingProps) {
  const { t } = useLingui();
  const isNarrow = useIsNarrow();
  const around = isNarrow ? aroundPlot[isGrouped ? 'grouped' : 'narrow'] : aroundPlot.wide;
  return (
    <figure aria-label={label ?? t`Stock calendar`}>
      <PanelWaiting height={height + around} />
    </figure>
  );
}
