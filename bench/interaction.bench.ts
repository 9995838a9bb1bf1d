// Measures clicks and keys until the next paint with the Event Timing API: a checked order of 10,000 lines, and 250
// products on the page. Median and worst of 5 runs; the browser doesn't report durations below 16 ms.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { storePath } from '#server/store/sqlite-store.ts';

import { launchBrowser } from './bench-browser.ts';
import { median } from './median.ts';
import { startServer, stopServer, untilHealthy } from './server-process.ts';
import { fillStore, firstProductId } from './service-data.ts';
import { figure, printTable } from './table.ts';

declare global {
  interface Window {
    /** Durations in milliseconds of all clicks and keys since the last call. */
    interactions: number[];
  }
}

const port = 8193;
const runs = Number(process.env.RUNS ?? 5);
const lineCount = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'bench-interaction-'));

type Steps = Readonly<Record<string, (page: Page) => Promise<unknown>>>;

const grid = (page: Page) => page.getByRole('grid', { name: 'Order lines', exact: true });
const table = (page: Page) => page.getByRole('table', { name: 'Products', exact: true });
const press =
  (...keys: string[]) =>
  async ({ keyboard }: Page) => {
    for (const key of keys) await keyboard.press(key, { delay: 20 });
  };
const header = (page: Page, name: string) => grid(page).getByRole('columnheader', { name }).getByRole('button');
const view = (name: string) => (page: Page) => page.getByText(name, { exact: true }).first().click();

const screens: readonly { name: string; path: string; open: (page: Page) => Promise<void>; steps: Steps }[] = [
  {
    name: `Orders, ${figure(lineCount)} lines`,
    path: '/orders',
    open: async (page) => {
      await page.getByRole('button', { name: 'New order' }).click();
      await grid(page).waitFor();
      await page.waitForTimeout(2000);
      await paste(page);
      await grid(page).getByText(String(firstProductId), { exact: true }).first().waitFor();
      await page.getByLabel('Complete ship date incl. max lead time', { exact: true }).waitFor({ timeout: 120_000 });
      await page.waitForTimeout(3000);
    },
    steps: {
      'click on a cell': (page) => grid(page).getByRole('row').nth(3).getByRole('gridcell').nth(2).click(),
      'cursor keys': press('ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp'),
      'to the last line and back': press('Control+End', 'Control+Home'),
      'type a quantity': press('ArrowDown', 'Tab', 'Tab', '7', '5', 'Enter'),
      undo: press('Control+z'),
      'select all': press('Control+a', 'ArrowDown'),
      'sort by product': (page) => header(page, 'Product').first().click(),
      'open a filter': (page) => header(page, 'Product').last().click(),
      'type into it': async (page) => {
        await page.getByLabel('Contains').focus();
        await press('1', '0', '9', 'Backspace', 'Backspace', 'Backspace', 'Escape')(page);
      },
      'one status alone': (page) =>
        page
          .getByRole('region', { name: 'Order summary', exact: true })
          .getByRole('button', { name: /^Expected/ })
          .click(),
    },
  },
  {
    name: 'Products, 250 on the page',
    path: '/calendars?pageSize=250',
    open: async (page) => {
      await table(page).getByRole('link').nth(249).waitFor();
      await page.waitForTimeout(4000);
    },
    steps: {
      'tick a product': (page) => table(page).getByRole('checkbox').nth(2).click(),
      'tick all of them': (page) => table(page).getByRole('checkbox').first().click(),
      'sort by name': (page) => table(page).getByRole('button', { name: 'Name' }).click(),
      'sort by what is there today': (page) => table(page).getByRole('button', { name: 'Available today' }).click(),
      'type a quantity': async (page) => {
        await page.getByLabel('Quantity', { exact: true }).focus();
        await press('2', '5', 'Enter')(page);
      },
      Heatmap: view('Heatmap'),
      'keys in it': async (page) => {
        await page.getByRole('gridcell').first().focus();
        await press('ArrowDown', 'ArrowRight', 'PageDown', 'End', 'Home')(page);
      },
      Table: view('Table'),
    },
  },
];

/** Pastes a list of all products into the page. */
function paste(page: Page): Promise<void> {
  return page.evaluate(
    ({ first, count }) => {
      const lines = Array.from({ length: count }, (_, at) => `${first + at}\t${1 + ((at * 7) % 320)}`);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ['Product\tQuantity', ...lines].join('\n'));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { first: firstProductId, count: lineCount },
  );
}

function watchInteractions(): void {
  window.interactions = [];
  new PerformanceObserver((list) => {
    // Mouse moves aren't interactions and have no ID.
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) window.interactions.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

await fillStore({ kind: 'sqlite', path: storePath(folder) }, lineCount);
const server = await startServer([process.execPath, 'dist/server/main.js'], port, folder);
try {
  await untilHealthy(port);
  const browser = await launchBrowser();
  const rows: string[][] = [];
  for (const { name, path, open, steps } of screens) {
    const figures = new Map<string, number[]>(Object.keys(steps).map((step) => [step, []]));
    for (let run = 0; run < runs; run += 1) {
      const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.addInitScript(watchInteractions);
      await page.goto(`http://127.0.0.1:${port}${path}`);
      await open(page);
      for (const [step, act] of Object.entries(steps)) {
        await page.evaluate(() => (window.interactions = []));
        await act(page);
        await page.waitForTimeout(1000);
        figures.get(step)?.push(await page.evaluate(() => Math.max(0, ...window.interactions)));
      }
      await context.close();
    }
    for (const [step, values] of figures) {
      const cells = [median(values), Math.max(...values)].map((value) => (value === 0 ? 'under 16 ms' : `${value} ms`));
      rows.push([name, step].concat(cells));
    }
  }
  await browser.close();
  printTable(`The longest click or key of each step, ${runs} runs`, ['', '', 'median', 'worst'], rows);
} finally {
  await stopServer(server);
  rmSync(folder, { recursive: true });
}
