import { useLingui } from '@lingui/react/macro';
import { lazy, startTransition, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { PanelWaiting } from '#features/panel.tsx';
import { whenIdle } from '#lib/when-idle.ts';

import type { StockChartProps } from './stock-chart.tsx';

let code: typeof import('./stock-chart.tsx') | undefined;
const loadCode = async () => (code ??= await import('./stock-chart.tsx'));
const LoadedStockChart = lazy(async () => ({ default: (await loadCode()).StockChart }));

const usualHeight = 320;

/** What stands above and beneath the plot, about, in pixels. */
export const aroundPlot = 170;

/** How far below the screen a chart is drawn, so that it is there when it is scrolled to. */
const ahead = '0px 0px 100px';

/** Of the charts on the page: what draws each where it isn't yet. */
const drawings = new Set<() => void>();

/** Draws the charts that nobody has scrolled to yet; before it returns, where their code is there. */
export async function drawCharts(): Promise<void> {
  if (drawings.size === 0) return;
  if (code === undefined) await loadCode();
  flushSync(() => {
    for (const draw of drawings) draw();
  });
}

/** The stock chart, fetched with its drawing library and drawn as it comes near the screen. */
export function LazyStockChart(props: StockChartProps) {
  const { t } = useLingui();
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
    const forget = whenIdle(() => void loadCode().catch(() => undefined));
    return () => {
      observer.disconnect();
      drawings.delete(draw);
      forget();
    };
  }, []);
  const waiting = (
    <figure aria-label={props.label ?? t`Stock calendar`} style={{ margin: 0 }}>
      <PanelWaiting height={(props.height ?? usualHeight) + aroundPlot} />
    </figure>
  );
  return (
    <div ref={place}>
      <Suspense fallback={waiting}>{width === null ? waiting : <Drawn {...props} startWidth={width} />}</Suspense>
    </div>
  );
}

function Drawn(props: StockChartProps) {
  const [StockChart] = useState(() => code?.StockChart ?? LoadedStockChart);
  return <StockChart {...props} />;
}
