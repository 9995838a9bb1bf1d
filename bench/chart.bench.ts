// Compares a calendar of 2,000 entries, and a comparison of ten, with the barest chart of recharts and with uPlot, each in new pages of
// one Chromium. `plot` draws what these draw: axes, grid and lines. `panel` adds everything a user sees, including toolbar and table.
// 20 entries show the fixed cost.
import type { Browser } from 'playwright-core';

import { launchBrowser } from './bench-browser.ts';
import { serveBenchPage } from './bench-page.ts';
import type { ChartBench } from './chart/page.ts';
import { median } from './median.ts';
import { figure, printComparison } from './table.ts';

declare global {
  interface Window {
    chartBench: ChartBench;
  }
}

const port = 8196;
const runs = 9;
const cases = [
  { series: 1, points: 2000 },
  { series: 1, points: 20 },
  { series: 10, points: 2000 },
] as const;
const moves = 8;
/** Few points soon reach the maximum zoom, after which a further step changes nothing. */
const zoomStepsOf = (points: number) => (points < 100 ? 0 : 8);
const names = ['barest', 'plot', 'panel', 'uplot'] as const;

const served = await serveBenchPage('chart', port);
const browser = await launchBrowser();

/** Milliseconds until the frame is painted; for zoom steps, the median. */
interface Figures {
  draw: number;
  zoom: number;
  /** Median time of a cursor move, and the number of elements that all moves changed. */
  cursor: number;
  redrawn: number;
}

async function measure(browser: Browser, name: string, series: number, points: number): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${served.address}?chart=${name}`);
  await page.waitForFunction(() => 'chartBench' in window);
  await page.evaluate(([series, points]) => window.chartBench.prepare(series, points), [series, points] as const);
  const draw = await page.evaluate(() => window.chartBench.draw());
  // Painting continues on another thread; a user takes longer until the first zoom.
  await page.waitForTimeout(500);
  const steps: number[] = [];
  for (let step = 0; step < zoomStepsOf(points); step += 1) {
    steps.push(await page.evaluate(() => window.chartBench.zoom()));
  }
  const moved: { time: number; redrawn: number }[] = [];
  for (let move = 1; move <= moves; move += 1) {
    moved.push(await page.evaluate((share) => window.chartBench.point(share), move / (moves + 1)));
  }
  await page.close();
  const redrawn = moved.reduce((sum, move) => sum + move.redrawn, 0);
  return { draw, zoom: median(steps), cursor: median(moved.map(({ time }) => time)), redrawn };
}

for (const { series, points } of cases) {
  const figures = new Map<string, Figures[]>(names.map((name) => [name, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const name of names) figures.get(name)?.push(await measure(browser, name, series, points));
  }
  const of = (name: string, what: keyof Figures) => median((figures.get(name) ?? []).map((each) => each[what]));
  const measures = zoomStepsOf(points) > 0 ? (['draw', 'zoom'] as const) : (['draw'] as const);
  printComparison(
    `${series} series of ${points.toLocaleString('en')} points, ${runs} runs by turns`,
    measures.map((what) => [
      what,
      'ms',
      Object.fromEntries([...figures].map(([name, runs]) => [name, runs.map((run) => run[what])])),
    ]),
  );
  const redrawn = (figures.get('panel') ?? []).reduce((sum, each) => sum + each.redrawn, 0);
  console.log(`\nA move of the cursor: panel ${figure(of('panel', 'cursor'))} ms, ${redrawn} series redrawn.`);
}

await browser.close();
await served.close();
