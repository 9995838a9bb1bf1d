import { useLingui } from '@lingui/react/macro';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, startTransition, Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';

import { PanelWaiting } from '#features/panel.tsx';
import { whenIdle } from '#lib/when-idle.ts';

import type { StockChartProps } from './stock-chart.tsx';

/** Once it is there. */
let StockChart: ComponentType<StockChartProps> | undefined;
const loadChart = async () => (StockChart ??= (await import('./stock-chart.tsx')).StockChart);
const LoadedStockChart = lazy(async () => ({ default: await loadChart() }));

const usualHeight = 320;
/** What stands above and beneath the plot, about, in pixels; on a phone also with the choice of day, week and month. */
const aroundPlot = { wide: 180, narrow: 308, grouped: 368 };

/** How far below the screen a chart is drawn, so that it is there when it is scrolled to. */
const ahead = '0px 0px 100px';

/** Of the charts on the page: what draws each where it isn't yet. */
const drawings = new Set<() => void>();

/** Draws the charts that nobody has scrolled to yet; before it returns, where their code is there. */
export async function drawCharts(): Promise<void> {
  if (drawings.size === 0) return;
  if (StockChart === undefined) await loadChart();
  flushSync(() => {
    for (const draw of drawings) draw();
  });
}

/** The stock chart, fetched with its drawing library and drawn as it comes near the screen. */
export function LazyStockChart(props: StockChartProps) {
  const place = useRef<HTMLDivElement>(null);
  /** Null until it is drawn. */
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const draw = () => setWidth((drawn) => drawn ?? element.clientWidth);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && startTransition(draw), {
      rootMargin: ahead,
    });
    observer.observe(element);
    drawings.add(draw);
    // The browser's own Print waits for no code.
    const forget = whenIdle(() => void loadChart().catch(() => undefined));
    return () => {
      observer.disconnect();
      drawings.delete(draw);
      forget();
    };
  }, []);
  const waiting = (
    <ChartWaiting label={props.label} height={props.height} isGrouped={props.onBucketSizeChange !== undefined} />
  );
  return (
    <div ref={place}>
      <Suspense fallback={waiting}>{width === null ? waiting : <Drawn {...props} startWidth={width} />}</Suspense>
    </div>
  );
}

function Drawn(props: StockChartProps) {
  const [Chart] = useState(() => StockChart ?? LoadedStockChart);
  return <Chart {...props} />;
}

interface ChartWaitingProps {
  label?: string | undefined;
  height?: number | undefined;
  isGrouped?: boolean;
}

/** Keeps the place of a chart. */
export function ChartWaiting({ label, height = usualHeight, isGrouped = false }: ChartWaitingProps) {
  const { t } = useLingui();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const around = isNarrow ? aroundPlot[isGrouped ? 'grouped' : 'narrow'] : aroundPlot.wide;
  return (
    <figure aria-label={label ?? t`Stock calendar`}>
      <PanelWaiting height={height + around} />
    </figure>
  );
}
