// 100 products over 104 weeks, scrolled by wheel and walked by keys, beside plain boxes of the same size that hold nothing: each in
// fresh pages of one Chromium.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type Browser, type Page } from 'playwright-core';
import { build, preview } from 'vite';

import type { HeatmapBench } from './heatmap/page.ts';
import { longestTask, taskCategories } from './longest-task.ts';
import { median, percentile } from './median.ts';

declare global {
  interface Window {
    heatmapBench: HeatmapBench;
  }
}

const port = 8195;
const runs = 5;
const [products, weeks] = [100, 104];
const names = ['stock-horizon', 'plain boxes'];
/** So much later than its time at 60 a second, a frame is dropped. */
const dropped = 25;
const executablePath = [process.env.CHROME_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path));
const outDir = mkdtempSync(join(tmpdir(), 'bench-heatmap-'));
const shared = {
  configFile: join(import.meta.dirname, '..', 'vite.config.ts'),
  root: join(import.meta.dirname, 'heatmap'),
  logLevel: 'error',
} as const;

/** Each is a second or two of one kind of input. */
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
  await page.goto(`http://127.0.0.1:${port}/?heatmap=${name}`);
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

await build({
  ...shared,
  build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 4000 },
});
const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port, strictPort: true } });
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
});
const measured = new Map<string, Map<string, Figures>[]>(names.map((name) => [name, []]));
for (let run = 0; run < runs; run += 1) {
  for (const name of names) measured.get(name)?.push(await measure(browser, name));
}

console.log(`${products} products over ${weeks} weeks, ${runs} runs; a frame later than ${dropped} ms is dropped`);
for (const input of Object.keys(inputs)) {
  for (const name of names) {
    const all = (measured.get(name) ?? []).flatMap((run) => run.get(input) ?? []);
    const frames = all.flatMap((each) => each.frames);
    const late = frames.filter((milliseconds) => milliseconds > dropped).length;
    const longest = (of: 'longest' | 'longestProcessor') => Math.max(...all.map((each) => each[of])).toFixed(0);
    console.log(
      `${input.padEnd(22)} ${name.padEnd(14)} frame p50 ${median(frames).toFixed(1)} ms  p95 ` +
        `${percentile(frames, 95).toFixed(1)} ms  worst ${Math.max(...frames).toFixed(1)} ms  dropped ${late} of ` +
        `${frames.length}  longest task ${longest('longest')} ms, of processor time ${longest('longestProcessor')} ms`,
    );
  }
}

await browser.close();
await server.close();
rmSync(outDir, { recursive: true });
