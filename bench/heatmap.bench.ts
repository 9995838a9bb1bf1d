// Scrolls a heatmap of 100 products over 104 weeks by wheel and by keys, compared with empty boxes of the same size, each in new pages of
// one Chromium.
import type { Browser, Page } from 'playwright-core';

import { launchBrowser } from './bench-browser.ts';
import { serveBenchPage } from './bench-page.ts';
import type { HeatmapBench } from './heatmap/page.ts';
import { longestTask, taskCategories } from './longest-task.ts';
import { median, percentile } from './median.ts';
import { figure, printTable } from './table.ts';

declare global {
  interface Window {
    heatmapBench: HeatmapBench;
  }
}

const port = 8195;
const runs = 5;
const [products, weeks] = [100, 104];
const names = ['stock-horizon', 'plain boxes'];
/** Delay in ms, at 60 frames per second, after which a frame counts as dropped. */
const dropped = 25;

/** Each is one or two seconds of one kind of input. */
const inputs: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'wheel, down and right': async (page) => {
    for (let turn = 0; turn < 90; turn += 1) await page.mouse.wheel(30, 25);
  },
  'wheel, back': async (page) => {
    for (let turn = 0; turn < 90; turn += 1) await page.mouse.wheel(-30, -25);
  },
  'keys, right': (page) => press(page, 'ArrowRight'),
  'keys, down': (page) => press(page, 'ArrowDown'),
};

async function press(page: Page, key: string): Promise<void> {
  for (let time = 0; time < 80; time += 1) {
    await page.keyboard.down(key);
    await page.waitForTimeout(16);
  }
  await page.keyboard.up(key);
}

interface Figures {
  frames: number[];
  longest: number;
  longestProcessor: number;
}

async function measure(browser: Browser, name: string): Promise<Map<string, Figures>> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${served.address}?heatmap=${name}`);
  await page.waitForFunction(() => 'heatmapBench' in window);
  const scroller = await page.evaluate(([rows, columns]) => window.heatmapBench.mount(rows, columns), [
    products,
    weeks,
  ] as const);
  const box = await page.locator(scroller).boundingBox();
  if (!box) throw new Error(`${name} shows nothing.`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator(`${scroller} [tabindex="0"], ${scroller}[tabindex="0"]`).first().focus();
  await page.waitForTimeout(500);
  const figures = new Map<string, Figures>();
  for (const [input, give] of Object.entries(inputs)) {
    await browser.startTracing(page, { categories: taskCategories });
    await page.evaluate(() => window.heatmapBench.watch());
    await give(page);
    const frames = await page.evaluate(() => window.heatmapBench.frames());
    const { clock, processor } = longestTask(await browser.stopTracing());
    figures.set(input, { frames, longest: clock, longestProcessor: processor });
  }
  await page.close();
  return figures;
}

const served = await serveBenchPage('heatmap', port);
const browser = await launchBrowser();
const measured = new Map<string, Map<string, Figures>[]>(names.map((name) => [name, []]));
for (let run = 0; run < runs; run += 1) {
  for (const name of names) measured.get(name)?.push(await measure(browser, name));
}

const rows = Object.keys(inputs).flatMap((input) =>
  names.map((name) => {
    const all = (measured.get(name) ?? []).flatMap((run) => run.get(input) ?? []);
    const frames = all.flatMap((each) => each.frames);
    const late = frames.filter((milliseconds) => milliseconds > dropped).length;
    const longest = (of: 'longest' | 'longestProcessor') => Math.max(...all.map((each) => each[of]));
    const times = [median(frames), percentile(frames, 95), Math.max(...frames)];
    const tasks = [longest('longest'), longest('longestProcessor')];
    const cells = times.concat(tasks).map((time) => `${figure(time)} ms`);
    return [input, name].concat(cells, `${late} of ${frames.length}`);
  }),
);
printTable(
  `${products} products over ${weeks} weeks, ${runs} runs; a frame later than ${dropped} ms is dropped`,
  ['', '', 'frame p50', 'p95', 'worst', 'longest task', 'processor time', 'dropped'],
  rows,
);

await browser.close();
await served.close();
