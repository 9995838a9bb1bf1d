// Pastes and checks an order of 10,000 lines, compared with requesting the same lines one by one, saves it after a key and
// opens it on another device; medians of 5.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { addDays, todayIn } from '#stock/calendar-date.ts';
import { OrderEntries, StoredOrder } from '#stock/contract/orders.ts';

import { launchBrowser } from './bench-browser.ts';
import { median } from './median.ts';
import { startServer, stopServer, untilHealthy } from './server-process.ts';
import { figure, printTable } from './table.ts';

const port = 8195;
const runs = 5;
const lineCount = 10_000;
/** The browser's limit of connections per origin. */
const callsAtOnce = 6;
const firstId = 100_000;
const address = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(join(tmpdir(), 'bench-order-'));
const data = join(folder, 'data');

/** One product per line: in stock, expected and max lead time in rotation. */
function importStock() {
  const today = todayIn('UTC');
  const stock = ['productId,stockDate,stockQuantity,isMaxLeadTime'];
  const products = ['productId,name,sku,unit'];
  for (let index = 0; index < lineCount; index += 1) {
    const id = firstId + index;
    products.push(`${id},Velvet ${index},C-${index},m`);
    stock.push(
      `${id},${addDays(today, -5)},${index % 80},false`,
      `${id},${addDays(today, 10 + (index % 30))},${80 + (index % 200)},false`,
      `${id},${addDays(today, 90)},99999,true`,
    );
  }
  const files = { '--stock': join(folder, 'stock.csv'), '--products': join(folder, 'products.csv') };
  writeFileSync(files['--stock'], stock.join('\n'));
  writeFileSync(files['--products'], products.join('\n'));
  const words = Object.entries(files).flat();
  const env = { ...process.env, DATA_DIR: data };
  const { status, stderr } = spawnSync(process.execPath, ['dist/server/import.js', ...words], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The stock was not imported: ${stderr}`);
}

const queries = Array.from({ length: lineCount }, (_, index) => ({
  productId: firstId + index,
  quantity: 1 + ((index * 7) % 320) + (index % 4) / 4,
}));
const list = ['Product\tQuantity', ...queries.map(({ productId, quantity }) => `${productId}\t${quantity}`)].join('\n');

async function openNewOrder(page: Page) {
  await page.goto(`${address}/orders`);
  await page.getByRole('button', { name: 'New order', exact: true }).click();
  await page.getByRole('grid', { name: 'Order lines', exact: true }).waitFor({ timeout: 120_000 });
  // Idle-time loading isn't part of a paste.
  await page.waitForTimeout(2000);
}

/** Returns the milliseconds from paste until the rows are painted. */
function paste(page: Page): Promise<number> {
  return page.evaluate(
    async ({ list, first }) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', list);
      const start = performance.now();
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      for (;;) {
        await new Promise<void>((resolve) => {
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve(), { once: true });
            port1.start();
            port2.postMessage(null);
          });
        });
        const cells = [...document.querySelectorAll('[role="grid"] [role="gridcell"]')];
        if (cells.some(({ textContent }) => textContent === first)) return performance.now() - start;
      }
    },
    { list, first: String(firstId) },
  );
}

/** Types a note in the first line. Returns the milliseconds from the last key until the page says that it is saved. */
async function saveNote(page: Page): Promise<number> {
  await page.getByRole('main').getByText('Saved.', { exact: true }).waitFor({ timeout: 120_000 });
  await page.locator('[role="grid"] [data-row="0"] [role="gridcell"]').last().click();
  const saved = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let lastKey = 0;
        let isSaving = false;
        document.addEventListener('keydown', () => (lastKey = performance.now()), true);
        new MutationObserver(() => {
          const isSaved = [...document.querySelectorAll('main output')].some(
            ({ textContent }) => textContent === 'Saved.',
          );
          if (isSaving && isSaved) resolve(performance.now() - lastKey);
          isSaving ||= lastKey > 0 && !isSaved;
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await page.keyboard.type('red');
  await page.keyboard.press('Enter');
  return saved;
}

/** Returns the milliseconds from a new browser's request of the page until its first line has a product. */
async function openElsewhere(browser: Browser, product: string): Promise<number> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(`${address}/order`);
  const cell = page.locator('[role="grid"] [data-row="0"] [role="gridcell"]').first();
  await cell.filter({ hasText: product }).waitFor({ timeout: 120_000 });
  const time = performance.now() - start;
  await context.close();
  return time;
}

/** Returns the saved results of the person's last order by product, such as `2027-03-17 max-lead-time`. */
async function savedResults(page: Page): Promise<Record<string, string>> {
  const orders = `${address}/gateway/orders`;
  for (;;) {
    const [last] = OrderEntries.parse(await (await page.request.get(orders)).json()).orders;
    const { content } = StoredOrder.parse(await (await page.request.get(`${orders}/${last?.id}`)).json());
    const results = content.checks.flatMap((check) => check.results);
    if (results.length === lineCount) {
      const dated = results.flatMap((result) => ('date' in result ? [result] : []));
      return Object.fromEntries(dated.map(({ productId, date, kind }) => [productId, `${date} ${kind}`]));
    }
    await page.waitForTimeout(500);
  }
}

/** Requests the same lines one by one from the same page. */
function requestOneByOne(page: Page): Promise<{ time: number; results: Record<string, string> }> {
  return page.evaluate(
    async ({ queries, callsAtOnce }) => {
      const results: Record<string, string> = {};
      const waiting = [...queries];
      const start = performance.now();
      const lanes = Array.from({ length: callsAtOnce }, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const response = await fetch(`/gateway/availability?productId=${next.productId}&quantity=${next.quantity}`);
          const { result } = await response.json();
          results[next.productId] = `${result.stockResult.date} ${result.stockResult.kind}`;
        }
      });
      await Promise.all(lanes);
      return { time: performance.now() - start, results };
    },
    { queries, callsAtOnce },
  );
}

const single: number[] = [];
let differing = 0;

importStock();
const server = await startServer([process.execPath, 'dist/server/main.js'], port, data);
try {
  await untilHealthy(port);
  await measure();
} finally {
  await stopServer(server);
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const browser = await launchBrowser();
  const pastes: number[] = [];
  const complete: number[] = [];
  const saves: number[] = [];
  const openings: number[] = [];
  const empty: number[] = [];
  for (let run = 1; run <= runs; run += 1) empty.push(await openElsewhere(browser, ''));
  for (let run = 1; run <= runs; run += 1) {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await openNewOrder(page);
    const start = performance.now();
    pastes.push(await paste(page));
    // The check starts by itself.
    await page.getByLabel('Complete ship date incl. max lead time', { exact: true }).waitFor({ timeout: 120_000 });
    complete.push(performance.now() - start);
    saves.push(await saveNote(page));
    openings.push(await openElsewhere(browser, String(firstId)));
    if (run === runs) await compare(page);
    await context.close();
  }
  await browser.close();
  const lines = `${lineCount.toLocaleString('en')} lines`;
  const rows = [
    row(`paste ${lines} until painted`, pastes),
    row('paste them until every line has its result', complete),
    row('from the last key until saved', saves),
    row('open on another device until the first line', openings),
    row('open an empty order, for comparison', empty),
    row('request one by one', single),
  ];
  printTable(`An order of ${lines}, ${runs} runs`, ['', 'median', 'worst'], rows);
  console.log(`\n${differing} of the results differ from requesting one by one, ${callsAtOnce} at once.`);
}

function row(what: string, times: readonly number[]): string[] {
  return [what, `${figure(median(times))} ms`, `${figure(Math.max(...times))} ms`];
}

async function compare(page: Page) {
  const kept = await savedResults(page);
  const requested = await requestOneByOne(page);
  single.push(requested.time);
  differing = queries.filter(({ productId }) => kept[productId] !== requested.results[productId]).length;
}
