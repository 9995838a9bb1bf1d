// A calendar of 2,000 levels, and ten of them in the comparison, beside uPlot: each in fresh pages of one Chromium.
import type { Browser } from 'playwright-core';

import { launchBrowser } from './bench-browser.ts';
import { serveBenchPage } from './bench-page.ts';
import type { ChartBench } from './chart/page.ts';
import { median } from './median.ts';

declare global {
  interface Window {
    chartBench: ChartBench;
  }
}

const port = 8196;
const runs = 9;
const counts = [1, 10] as const;
const points = 2000;
const zoomSteps = 8;
const names = ['stock-horizon', 'uplot'] as const;

const served = await serveBenchPage('chart', port);
const browser = await launchBrowser();

/** Milliseconds until the frame that shows it; of the zoom's steps, one after another, the median. */
interface Figures {
  draw: number;
  zoom: number;
  /** A move of the cursor, the median; all of them together, how much of the drawing they changed. */
  cursor: number;
  redrawn: number;
}

async function measure(browser: Browser, name: string, series: number): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${served.address}?chart=${name}`);
  await page.waitForFunction(() => 'chartBench' in window);
  await page.evaluate(([series, points]) => window.chartBench.prepare(series, points), [series, points] as const);
  const draw = await page.evaluate(() => window.chartBench.draw());
  // What was drawn is still being painted on another thread; a person needs longer until the first zoom.
  await page.waitForTimeout(500);
  const steps: number[] = [];
  for (let step = 0; step < zoomSteps; step += 1) steps.push(await page.evaluate(() => window.chartBench.zoom()));
  const moves: { time: number; redrawn: number }[] = [];
  for (let move = 1; move <= zoomSteps; move += 1) {
    moves.push(await page.evaluate((share) => window.chartBench.point(share), move / (zoomSteps + 1)));
  }
  await page.close();
  const redrawn = moves.reduce((sum, move) => sum + move.redrawn, 0);
  return { draw, zoom: median(steps), cursor: median(moves.map(({ time }) => time)), redrawn };
}

for (const series of counts) {
  const figures = new Map<string, Figures[]>(names.map((name) => [name, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const name of names) figures.get(name)?.push(await measure(browser, name, series));
  }
  console.log(`${series} series of ${points} points, medians of ${runs}; in brackets, times those of uPlot`);
  for (const what of ['draw', 'zoom'] as const) {
    const of = (name: string) => median((figures.get(name) ?? []).map((each) => each[what]));
    const [own, other] = names.map(of) as [number, number];
    const ratio = (own / other).toFixed(2);
    console.log(`${what.padEnd(6)} stock-horizon ${own.toFixed(1)} ms (${ratio})   uplot ${other.toFixed(1)} ms`);
  }
  const own = figures.get('stock-horizon') ?? [];
  const redrawn = own.reduce((sum, each) => sum + each.redrawn, 0);
  console.log(
    `cursor stock-horizon ${median(own.map(({ cursor }) => cursor)).toFixed(1)} ms, ${redrawn} series redrawn`,
  );
}

await browser.close();
await served.close();
