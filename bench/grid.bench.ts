// Compares the order grid with react-data-grid and Handsontable at 10,000 rows, each in new pages of one Chromium.
import type { Browser } from 'playwright-core';

import { launchBrowser } from './bench-browser.ts';
import { serveBenchPage } from './bench-page.ts';
import type { GridBench } from './grid/page.ts';
import { median, percentile } from './median.ts';
import { printComparison } from './table.ts';

declare global {
  interface Window {
    bench: GridBench;
  }
}

const port = 8197;
const runs = 5;
const rowCount = 10_000;
const pastedLines = 10_000;
const names = ['stock-horizon', 'react-data-grid', 'handsontable'];

const served = await serveBenchPage('grid', port);
const browser = await launchBrowser();

/** Milliseconds, except memory in megabytes. */
interface Figures {
  mount: number;
  paste: number;
  frameP95: number;
  frameWorst: number;
  key: number;
  keyWorst: number;
  memory: number;
}

async function measure(browser: Browser, name: string): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${served.address}?grid=${name}`);
  await page.waitForFunction(() => 'bench' in window);
  await page.evaluate((rows) => window.bench.prepare(rows), rowCount);
  await usedMegabytes();
  const mount = await page.evaluate(() => window.bench.mount());
  const memory = await usedMegabytes();
  const frames = await page.evaluate(() => window.bench.scroll(180, 400));

  const { x, y } = await page.evaluate(() => window.bench.firstCell());
  await page.mouse.click(x, y);
  await page.evaluate(() => window.bench.watchKeys());
  for (const last of ['1', '2', '3', '4', '5']) {
    for (const key of ['7', last, 'Enter']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(60);
    }
  }
  const keys = await page.evaluate(() => window.bench.keyTimes());
  // Not every grid moves down on Enter: the last text is in the fifth row, or still in the first.
  const written = await page.evaluate(() => [0, 4].map((row) => window.bench.textOf(row, 'product')));
  if (!written.includes('75')) throw new Error(`${name} holds ${written.join()} after 71 to 75 were typed.`);

  // Paste targets the selected cell.
  await page.mouse.click(x, y);
  await page.waitForTimeout(100);
  const paste = await page.evaluate((lines) => window.bench.paste(lines), pastedLines);
  const last = await page.evaluate((row) => window.bench.textOf(row, 'product'), pastedLines - 1);
  if (last !== `P${pastedLines - 1}`) throw new Error(`${name} holds ${last} in the last pasted line.`);
  await page.close();

  const [frameP95, frameWorst] = [percentile(frames, 95), Math.max(...frames)];
  return { mount, paste, frameP95, frameWorst, key: median(keys), keyWorst: Math.max(...keys), memory };

  /** JavaScript heap after garbage collection. */
  async function usedMegabytes(): Promise<number> {
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 1024 / 1024;
  }
}

const figures = new Map<string, Figures[]>(names.map((name) => [name, []]));
for (let run = 0; run < runs; run += 1) {
  for (const name of names) figures.get(name)?.push(await measure(browser, name));
}

const what = {
  mount: `mount ${rowCount} rows`,
  paste: `paste ${pastedLines} lines`,
  frameP95: 'frame while scrolling, p95',
  frameWorst: 'frame while scrolling, worst',
  key: 'key until painted, median',
  keyWorst: 'key until painted, worst',
  memory: 'memory',
} satisfies Record<keyof Figures, string>;

printComparison(
  `${rowCount.toLocaleString('en')} rows in each grid, ${runs} runs by turns`,
  (Object.entries(what) as [keyof Figures, string][]).map(([each, label]) => [
    label,
    each === 'memory' ? 'MB' : 'ms',
    Object.fromEntries([...figures].map(([name, runs]) => [name, runs.map((run) => run[each])])),
  ]),
);

await browser.close();
await served.close();
