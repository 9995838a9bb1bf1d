// Every entry of a large store taken along the way a person does: Calendars, Export, All rows, Calendar entries, in
// Chromium from the embedded service. 100,000 products of ten entries are a million rows of 12 columns; `PRODUCTS` sets
// another number.
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type Page } from 'playwright-core';

import { addDays, todayIn } from '#lib/calendar-date.ts';
import { seededRandom } from '#server/import/seeded-random.ts';
import { storePath } from '#server/store/sqlite-store.ts';
import { writeTo } from '#server/store/temporary-store.ts';

import { longestTask, taskCategories } from './longest-task.ts';
import { watchMemory } from './process-memory.ts';
import { startServer, stopServer, untilHealthy } from './server-process.ts';

declare global {
  interface Window {
    /** When the progress bar moved, in milliseconds of the page. */
    progressMoves: number[];
  }
}

const port = 8197;
const productCount = Number(process.env.PRODUCTS ?? 100_000);
const entriesPerProduct = 10;
const formats = ['CSV', 'Excel'] as const;
const executablePath = [process.env.CHROME_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path));
const folder = mkdtempSync(join(tmpdir(), 'bench-export-all-'));

/** Writes products of ten entries each, the last of them the max lead time. */
async function fill(dataFolder: string): Promise<void> {
  const random = seededRandom(7);
  const today = todayIn('UTC');
  const products = Array.from({ length: productCount }, (_, at) => ({
    productId: 100_000 + at,
    name: `Linen twill, "sea green" ${at % 977}`,
    sku: `00${100_000 + at}`,
    unit: 'm',
  }));
  const rows = products.flatMap(({ productId }) =>
    Array.from({ length: entriesPerProduct }, (_, at) => ({
      productId,
      stockDate: addDays(today, at * 15 + random.between(0, 14)),
      stockQuantity: random.between(0, 90_000),
      isMaxLeadTime: at === entriesPerProduct - 1,
      isDeleted: false,
      lastUpdateDate: today,
    })),
  );
  await writeTo({ kind: 'sqlite', path: storePath(dataFolder) }, { rows, products });
}

async function exportAll(page: Page, format: (typeof formats)[number]): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: format, exact: true }).click();
  for (const name of ['All rows', 'Calendar entries']) await page.getByRole('radio', { name, exact: true }).check();
  const download = page.waitForEvent('download', { timeout: 1_800_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  return (await download).path();
}

/** Each in a browser of its own, so that one's memory is not another's. */
async function measure(format: (typeof formats)[number]): Promise<string> {
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
  try {
    const page = await browser.newPage({ locale: 'en-US' });
    await page.addInitScript(() => {
      window.progressMoves = [];
      let last: number | null = null;
      setInterval(() => {
        const value = document.querySelector('progress')?.value ?? null;
        if (value === null || value === last) return;
        last = value;
        window.progressMoves.push(performance.now());
      }, 20);
    });
    await page.goto(`http://127.0.0.1:${port}/calendars`);
    await page.getByRole('table', { name: 'Product calendars' }).waitFor();
    await page.waitForLoadState('networkidle');
    const memory = await watchMemory(browser);
    await browser.startTracing(page, { categories: taskCategories });
    const started = performance.now();
    const path = await exportAll(page, format);
    const seconds = (performance.now() - started) / 1000;
    const taken = memory();
    const { clock } = longestTask(await browser.stopTracing());
    const moves = await page.evaluate(() => window.progressMoves);
    const pauses = moves.slice(1).map((at, index) => at - (moves[index] ?? at));
    return [
      `${seconds.toFixed(1)} s`,
      `${(statSync(path).size / 1_048_576).toFixed(0)} MiB`,
      ...(format === 'CSV' ? [`${(await linesIn(path)) - 1} rows`] : []),
      `${taken.page.toFixed(0)} MiB above the start, browser ${taken.browser.toFixed(0)} MiB`,
      `longest task ${clock.toFixed(0)} ms`,
      `progress moved ${moves.length} times, at most ${(Math.max(0, ...pauses) / 1000).toFixed(1)} s apart`,
    ].join('   ');
  } finally {
    await browser.close();
  }
}

async function linesIn(path: string): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return lines;
}

await fill(folder);
const server = startServer([process.execPath, 'dist/server/main.js'], port, folder);
await untilHealthy(port);
console.log(`${(productCount * entriesPerProduct).toLocaleString('en')} entries of a store, 12 columns, once each`);
try {
  for (const format of formats) console.log(`${format.padEnd(6)} ${await measure(format)}`);
} finally {
  await stopServer(server);
  rmSync(folder, { recursive: true });
}
