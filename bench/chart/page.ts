import { benchLevels, type ChartContender } from './bench-levels.ts';

/** Functions of the benchmark page; durations in milliseconds. */
export interface ChartBench {
  /** Creates the data. */
  prepare: (series: number, points: number) => Promise<void>;
  draw: () => Promise<number>;
  zoom: () => Promise<number>;
  /** Moves the cursor once; counts the changed elements other than the cursor. */
  point: (share: number) => Promise<{ time: number; redrawn: number }>;
}

const start = Date.UTC(2026, 2, 10);
const name = new URLSearchParams(location.search).get('chart') ?? '';
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
let contender: ChartContender | null = null;

/** Resolves after the next frame is painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  });
}

async function until(act: (chart: ChartContender) => void): Promise<number> {
  if (!contender) throw new Error('Nothing is prepared.');
  await painted();
  const begin = performance.now();
  act(contender);
  do await painted();
  while (!contender.isThere());
  return performance.now() - begin;
}

const bench: ChartBench = {
  async prepare(series, points) {
    const levels = benchLevels(series, points);
    const part = name === 'plot' ? 'plot' : 'panel';
    if (name === 'barest') contender = (await import('./barest.tsx')).prepare(root, levels, start);
    else if (name === 'uplot') contender = (await import('./uplot.ts')).prepare(root, levels, start);
    else contender = (await import('./horizon.tsx')).prepare(root, levels, start, part);
    await painted();
  },
  draw: () => until((chart) => chart.draw()),
  zoom: () => until((chart) => chart.zoom()),
  async point(share) {
    let redrawn = 0;
    const observer = new MutationObserver((changes) => {
      redrawn += changes.filter(
        ({ target }) => target instanceof Element && target.matches('.recharts-curve, .recharts-layer'),
      ).length;
    });
    observer.observe(root, { subtree: true, childList: true, attributes: true });
    await painted();
    const begin = performance.now();
    contender?.point?.(share);
    await painted();
    observer.disconnect();
    return { time: performance.now() - begin, redrawn };
  },
};

Object.assign(window, { chartBench: bench });
