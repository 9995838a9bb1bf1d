// Exports every entry of a large store as a user does (Products, Export, All rows, Calendar entries), in Chromium from the
// embedded service. 100,000 products with ten entries are a million rows of 12 columns; `PRODUCTS` overrides the number.
import { createReadStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Page } from 'playwright-core';

import { addDays, todayIn } from '#stock/calendar-date.ts';
import { seededRandom } from '#server/import/demo-calendar.ts';
import { storePath } from '#server/store/sqlite-store.ts';
import { writeTo } from '#server/store/temporary-store.fixture.ts';

import { longestTask, taskCategories } from './longest-task.ts';
import { openPersonBrowser } from './person-browser.ts';
import { watchMemory } from './process-memory.ts';
import { startServer, stopServer, untilHealthy } from './server-process.ts';
import { figure, printTable } from './table.ts';

declare global {
  interface Window {
    /** Times at which the progress bar moved, in the page's `performance.now()`. */
    progressMoves: number[];
  }
}

const port = 8197;
const productCount = Number(process.env.PRODUCTS ?? 100_000);
const entriesPerProduct = 10;
const formats = ['CSV', 'Excel'] as const;
type Format = (typeof formats)[number];
const folder = mkdtempSync(join(tmpdir(), 'bench-export-all-'));

/** Imports products with ten entries each, the last of them the max lead time. */
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

/** Records in the page when its progress bar moves. */
function watchProgress(page: Page): Promise<void> {
  return page.evaluate(() => {
    const moves: number[] = [];
    window.progressMoves = moves;
    let last: string | null = null;
    setInterval(() => {
      const value = document.querySelector('[aria-label="Exporting"]')?.getAttribute('aria-valuenow') ?? null;
      if (value === null || value === last) return;
      last = value;
      moves.push(performance.now());
    }, 20);
  });
}

async function startExport(page: Page, format: Format): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: format, exact: true }).click();
  for (const name of ['All rows', 'Calendar entries']) await page.getByRole('radio', { name, exact: true }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
}

async function savedIn(downloads: string): Promise<string> {
  for (;;) {
    const names = readdirSync(downloads);
    const [name] = names;
    if (name !== undefined && names.length === 1 && /\.(?:csv|xlsx)$/.test(name)) return join(downloads, name);
    await wait(50);
  }
}

/** Opens the page in a new browser, so that memory is measured separately. */
async function openCalendars(downloads: string) {
  const person = await openPersonBrowser(downloads);
  const attached = await person.attach();
  await attached.page.goto(`http://127.0.0.1:${port}/products`);
  await attached.page.getByRole('table', { name: 'Products' }).waitFor();
  await attached.page.waitForLoadState('networkidle');
  return { person, ...attached };
}

/** Measures time, memory and progress without an attached debugger. */
async function measure(format: Format): Promise<string[]> {
  const downloads = mkdtempSync(join(folder, 'downloads-'));
  const { person, browser, page, detach } = await openCalendars(downloads);
  try {
    await watchProgress(page);
    const memory = await watchMemory(browser);
    await startExport(page, format);
    const started = performance.now();
    await detach();
    const path = await savedIn(downloads);
    const seconds = (performance.now() - started) / 1000;
    const taken = memory();
    const after = await person.attach();
    const moves = await after.page.evaluate(() => window.progressMoves);
    const pauses = moves.slice(1).map((at, index) => at - (moves[index] ?? at));
    return [
      `${seconds.toFixed(1)} s`,
      `${(statSync(path).size / 1_048_576).toFixed(0)} MiB`,
      format === 'CSV' ? figure((await linesIn(path)) - 1) : '',
      `${taken.page.toFixed(0)} MiB`,
      `${taken.browser.toFixed(0)} MiB`,
      `${(Math.max(0, ...pauses) / 1000).toFixed(1)} s`,
    ];
  } finally {
    person.close();
  }
}

/** Measures the longest main-thread task in a separate run, because tracing uses memory. */
async function measureTasks(format: Format): Promise<string[]> {
  const downloads = mkdtempSync(join(folder, 'downloads-'));
  const { person, browser, page } = await openCalendars(downloads);
  try {
    await browser.startTracing(page, { categories: taskCategories });
    const download = page.waitForEvent('download', { timeout: 1_800_000 });
    await startExport(page, format);
    await download;
    const { clock, processor } = longestTask(await browser.stopTracing());
    return [`${clock.toFixed(0)} ms`, `${processor.toFixed(0)} ms`];
  } finally {
    person.close();
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
const server = await startServer([process.execPath, 'dist/server/main.js'], port, folder);
await untilHealthy(port);
try {
  const rows: string[][] = [];
  for (const format of formats) rows.push([format, ...(await measure(format)), ...(await measureTasks(format))]);
  const header = ['', 'time', 'file', 'rows', 'page', 'rest of the browser', 'progress at most apart'];
  printTable(
    `${figure(productCount * entriesPerProduct)} entries of a store, 12 columns, once each; memory above the start`,
    [...header, 'longest task', 'processor time'],
    rows,
  );
} finally {
  await stopServer(server);
  rmSync(folder, { recursive: true });
}
