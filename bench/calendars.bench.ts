// Loads 5,000 products in Chromium from the embedded service, four calls at a time and sequentially; then on the Products page of the
// built dashboard, followed by typical actions. Also compares a late page of 100,000 products with the first one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';

import { addDays, todayIn } from '#lib/calendar-date.ts';
import { seededRandom } from '#server/import/demo-calendar.ts';
import { storePath } from '#server/store/sqlite-store.ts';
import { writeTo } from '#server/store/temporary-store.fixture.ts';

import { launchBrowser } from './bench-browser.ts';
import { serveBenchPage } from './bench-page.ts';
import { measureScreen, type StepFigures } from './calendars-screen.ts';
import type { CalendarsBench, LoadFigures, LoadWay } from './calendars/page.ts';
import { longestTask, taskCategories } from './longest-task.ts';
import { median, percentile } from './median.ts';
import { startServer, stopServer, untilHealthy } from './server-process.ts';
import { figure, printTable } from './table.ts';

declare global {
  interface Window {
    calendarsBench: CalendarsBench;
  }
}

const [pagePort, servicePort] = [8198, 8199];
const runs = 5;
const ways: readonly LoadWay[] = ['load all', 'one call after another', 'one page of 25 after another'];
const folder = mkdtempSync(join(tmpdir(), 'bench-calendars-'));
const cloths = ['Harbour canvas', 'Moorland tweed', 'Café crêpe', 'Ärmelfutter', 'Linen', 'Überzug'];

/** Imports products with 12 entries each, including the max lead time, and names of 5,000 of them. */
async function fill(dataFolder: string, productCount: number): Promise<void> {
  const random = seededRandom(5);
  const today = todayIn('UTC');
  const rows = Array.from({ length: productCount * 12 }, (_, index) => ({
    productId: 100_000 + Math.floor(index / 12),
    stockDate: addDays(today, (index % 12) * 15 - 30 + random.between(0, 14)),
    stockQuantity: random.between(0, 90_000),
    isMaxLeadTime: index % 12 === 11,
    isDeleted: false,
    lastUpdateDate: today,
  }));
  const products = Array.from({ length: Math.min(productCount, 5000) }, (_, index) => ({
    productId: 100_000 + index,
    name: `${cloths[random.between(0, cloths.length - 1)]}, shade ${random.between(1, 900)}`,
    sku: `SH-${index}`,
    unit: 'm',
  }));
  await writeTo({ kind: 'sqlite', path: storePath(dataFolder) }, { rows, products });
}

interface Measured extends LoadFigures {
  longestTask: number;
  longestProcessorTask: number;
}

async function measure(browser: Browser, way: LoadWay): Promise<Measured> {
  const page = await browser.newPage();
  await page.goto(served.address);
  await page.waitForFunction(() => 'calendarsBench' in window);
  await browser.startTracing(page, { categories: taskCategories });
  const figures = await page.evaluate((chosen) => window.calendarsBench.load(chosen), way);
  const { clock, processor } = longestTask(await browser.stopTracing());
  await page.close();
  return { ...figures, longestTask: clock, longestProcessorTask: processor };
}

async function serve(name: string, productCount: number) {
  const dataFolder = mkdtempSync(join(folder, name));
  await fill(dataFolder, productCount);
  const server = await startServer([process.execPath, 'dist/server/main.js'], servicePort, dataFolder);
  await untilHealthy(servicePort);
  return server;
}

const service = await serve('some', 5000);
const served = await serveBenchPage('calendars', pagePort, `http://127.0.0.1:${servicePort}`);
const browser = await launchBrowser();
const figures = new Map<LoadWay, Measured[]>(ways.map((way) => [way, []]));
for (let run = 0; run < runs; run += 1) {
  for (const way of ways) figures.get(way)?.push(await measure(browser, way));
}
const ms = (value: number) => `${figure(value)} ms`;
printTable(
  `5,000 products of 12 entries, medians of ${runs}; the longest tasks of all runs`,
  ['', 'loaded', 'summed up', 'longest task', 'processor time'],
  [...figures].map(([way, loads]) => [
    way,
    ms(median(loads.map(({ loaded }) => loaded))),
    ms(median(loads.map(({ summedUp }) => summedUp))),
    ms(Math.max(...loads.map((load) => load.longestTask))),
    ms(Math.max(...loads.map((load) => load.longestProcessorTask))),
  ]),
);
const results = [...figures.values()].flat().map(({ products, tiles }) => JSON.stringify([products, tiles]));
console.log(`\nEvery way came to the same: ${new Set(results).size === 1}.`);

const walks: StepFigures[][] = [];
for (let run = 0; run < runs; run += 1) {
  walks.push(await measureScreen(browser, `http://127.0.0.1:${servicePort}`));
}
printTable(
  `On the screen, medians of ${runs}; the longest tasks of all runs`,
  ['', 'took', 'longest task', 'processor time'],
  (walks[0] ?? []).map(({ step }, index) => {
    const of = (key: 'took' | 'longest' | 'longestProcessor') => walks.map((walk) => walk[index]?.[key] ?? 0);
    return [step, ms(median(of('took'))), ms(Math.max(...of('longest'))), ms(Math.max(...of('longestProcessor')))];
  }),
);
await browser.close();
await served.close();
await stopServer(service);

const large = await serve('many', 100_000);
const pages: string[][] = [];
for (const page of [1, 2000, 4000]) {
  const times: number[] = [];
  for (let count = 0; count < 50; count += 1) {
    const started = performance.now();
    const path = `/gateway/stock/calendar?page=${page}&pageSize=25&includeMaxLeadTime=true`;
    const response = await fetch(`http://127.0.0.1:${servicePort}${path}`);
    if (!response.ok) throw new Error(`Page ${page} was answered with status ${response.status}.`);
    await response.text();
    times.push(performance.now() - started);
  }
  pages.push([`page ${figure(page)}`, ms(median(times)), ms(percentile(times, 95))]);
}
printTable('Pages of 100,000 products', ['', 'p50', 'p95'], pages);
await stopServer(large);
rmSync(folder, { recursive: true });
