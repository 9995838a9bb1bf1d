// The Products page with 100,000 products in Chromium, from click or key to painted rows; and a million products by the
// route alone, on SQLite and PostgreSQL, each request the first of its kind and again, with look-ups of one product
// meanwhile. `BENCH_PRODUCTS` sets both numbers, separated by a comma.
import { type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { startPostgres } from '#scripts/postgres-server.ts';
import type { StoreLocation } from '#server/store/stock-store.ts';
import { storePath } from '#server/store/sqlite-store.ts';

import { launchBrowser } from './bench-browser.ts';
import { median, percentile } from './median.ts';
import { startServer, stopServer, untilHealthy } from './server-process.ts';
import { fillStore, firstProductId } from './service-data.ts';
import { figure, printTable } from './table.ts';

const [onScreen = 100_000, byRoute = 1_000_000] = (process.env.BENCH_PRODUCTS ?? '')
  .split(',')
  .filter(Boolean)
  .map(Number);
const port = 8199;
const address = `http://127.0.0.1:${port}`;
const runs = 5;
const entriesPerProduct = 7;
const folder = mkdtempSync(join(tmpdir(), 'bench-calendars-'));
const ms = (value: number) => `${figure(value)} ms`;

/** A change of the page: what is clicked or typed, and the parameter of the address that follows. */
interface Step {
  name: string;
  act: (page: Page, quantity: number) => Promise<unknown>;
  parameter: string;
}

const header = (page: Page, name: RegExp) =>
  page.getByRole('table', { name: 'Products', exact: true }).getByRole('button', { name });
const summaryTile = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'Summary' }).getByRole('button', { name });

const steps: readonly Step[] = [
  { name: 'sort by name', act: (page) => header(page, /^Name/).click(), parameter: 'sort=name' },
  { name: 'a tile', act: (page) => summaryTile(page, /^Within 30 days/).click(), parameter: 'tile=within-30' },
  {
    name: 'the tile of shortages',
    act: (page) => summaryTile(page, /^Runs short/).click(),
    parameter: 'tile=short-soon',
  },
  {
    name: 'another quantity',
    act: async (page, quantity) => {
      await page.getByLabel('Quantity', { exact: true }).fill(String(quantity + 5000));
      await page.keyboard.press('Enter');
    },
    parameter: 'quantity=5',
  },
  {
    name: 'a word (waits 250 ms for more)',
    act: (page) => page.getByRole('searchbox', { name: 'Filter products' }).pressSequentially('linen'),
    parameter: 'find=linen',
  },
];

/** Milliseconds from the last click or key to the next painted rows, by the page's own clock. */
async function timeOf(page: Page, { act, parameter }: Step, quantity: number): Promise<number> {
  await page.evaluate(() => {
    for (const kind of ['click', 'keydown'])
      addEventListener(kind, ({ timeStamp }) => Object.assign(window, { lastInput: timeStamp }), { capture: true });
  });
  await act(page, quantity);
  const painted = await page.waitForFunction((sought) => {
    const view = document.querySelector('[aria-label="Products"] [aria-busy]');
    const isShown = location.search.includes(sought) && view?.getAttribute('aria-busy') === 'false';
    return isShown && performance.now() - (window as unknown as { lastInput: number }).lastInput;
  }, parameter);
  return (await painted.jsonValue()) as number;
}

async function measureScreen(location: StoreLocation): Promise<void> {
  await fillStore(location, onScreen, { entriesPerProduct, withNames: true });
  const server = await serve({});
  const browser = await launchBrowser();
  const times = new Map(steps.map(({ name }) => [name, [] as number[]]));
  let quantity = 100;
  for (let run = 0; run < runs; run += 1)
    for (const step of steps) {
      // A browser and a quantity of its own, so that no earlier step has its results, nor the order that it chose.
      quantity += 1;
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
      const page = await context.newPage();
      await page.goto(`${address}/calendars?quantity=${quantity}`);
      await summaryTile(page, /^Today/).waitFor();
      await page.waitForTimeout(1000);
      times.get(step.name)?.push(await timeOf(page, step, quantity));
      await context.close();
    }
  await browser.close();
  await stopServer(server);
  printTable(
    `${figure(onScreen)} products on screen, from click or key to painted rows, ${runs} runs`,
    ['', 'median', 'worst'],
    [...times].map(([name, all]) => [name, ms(median(all)), ms(Math.max(...all))]),
  );
}

const requests: Readonly<Record<string, string>> = {
  'another quantity': '',
  'by ship date': '&sort=wanted',
  'by available quantity': '&sort=available',
  'by falls short on': '&sort=fallsShort',
  'by name': '&sort=name',
  'a tile': '&tile=later',
  'runs short': '&tile=short-soon&sort=fallsShort',
  'a word': '&find=linen',
};

async function timed(path: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(address + path);
  if (!response.ok) throw new Error(`${path} was answered with status ${response.status}.`);
  await response.text();
  return performance.now() - started;
}

/** Looks up products one after another until stopped; returns the times. */
function lookUpMeanwhile(): () => Promise<number[]> {
  const times: number[] = [];
  const stopping = new AbortController();
  const lookUp = async () => {
    for (let at = 0; !stopping.signal.aborted; at = (at + 7919) % byRoute)
      times.push(await timed(`/gateway/availability?productId=${firstProductId + at}&quantity=40`));
  };
  const ended = lookUp();
  return async () => {
    stopping.abort();
    await ended;
    return times;
  };
}

async function measureRoute(name: string, location: StoreLocation, settings: Record<string, string>): Promise<void> {
  await fillStore(location, byRoute, { entriesPerProduct, withNames: true });
  const server = await serve(settings);
  const alone = lookUpMeanwhile();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const quiet = await alone();
  const stop = lookUpMeanwhile();
  const rows: string[][] = [];
  // Waits until the server has loaded the products.
  await timed('/gateway/calendars?quantity=40');
  for (const [index, [kind, query]] of Object.entries(requests).entries()) {
    const path = `/gateway/calendars?quantity=${index + 41}${query}`;
    const first = await timed(path);
    rows.push([kind, ms(first), ms(await timed(path))]);
  }
  const meanwhile = await stop();
  printTable(`${figure(byRoute)} products by the route, ${name}`, ['', 'first', 'again'], rows);
  console.log(
    `\nLook-ups of one product: p99 ${ms(percentile(quiet, 99))} alone, ${ms(percentile(meanwhile, 99))} meanwhile. Server's peak: ${figure(peakMegabytes(server))} MB.`,
  );
  await stopServer(server);
}

/** Starts the built server on the folder of the stores, with further settings. */
async function serve(settings: Record<string, string>): Promise<ChildProcess> {
  Object.assign(process.env, settings);
  const server = await startServer([process.execPath, 'dist/server/main.js'], port, folder);
  await untilHealthy(port);
  return server;
}

function peakMegabytes({ pid }: ChildProcess): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

const sqlite: StoreLocation = { kind: 'sqlite', path: storePath(folder) };
try {
  await measureScreen(sqlite);
  await measureRoute('SQLite', sqlite, {});
  const postgres = await startPostgres();
  const { url } = postgres;
  await measureRoute('PostgreSQL', { kind: 'postgres', url }, { DATABASE_URL: url, SESSION_SECRET: 'a'.repeat(32) });
  await postgres.stop();
} finally {
  rmSync(folder, { recursive: true });
}
