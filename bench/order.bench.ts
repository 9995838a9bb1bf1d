// Pastes and checks an order of 10,000 lines, compared with requesting the same lines one by one; medians of 5.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { addDays, todayIn } from '#stock/calendar-date.ts';

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

const questions = Array.from({ length: lineCount }, (_, index) => ({
  productId: firstId + index,
  quantity: 1 + ((index * 7) % 320) + (index % 4) / 4,
}));
const list = ['Product\tQuantity', ...questions.map(({ productId, quantity }) => `${productId}\t${quantity}`)].join(
  '\n',
);

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

/** Returns the milliseconds from the click until every line has its result. */
async function check(page: Page): Promise<number> {
  const start = performance.now();
  await page.getByRole('button', { name: 'Check availability', exact: true }).click();
  await page.getByLabel('Complete ship date incl. max lead time', { exact: true }).waitFor({ timeout: 120_000 });
  return performance.now() - start;
}

/** Returns the order's results by product, such as `2027-03-17 real`. */
function answers(page: Page): Promise<Record<string, string>> {
  return page.evaluate(
    () =>
      new Promise<Record<string, string>>((resolve, reject) => {
        const opening = indexedDB.open('stock-horizon');
        opening.addEventListener('error', () => reject(new Error('The orders cannot be opened.')));
        opening.addEventListener('success', () => {
          const kept = opening.result.transaction('contents').objectStore('contents').getAll();
          kept.addEventListener('error', () => reject(new Error('The order cannot be read.')));
          kept.addEventListener('success', () => {
            opening.result.close();
            const found: Record<string, string> = {};
            for (const { productId, result } of kept.result[0]?.check?.results ?? []) {
              if (result.kind === 'answered')
                found[productId] = `${result.answer.date} ${result.answer.kind === 'max-lead-time'}`;
            }
            resolve(found);
          });
        });
      }),
  );
}

/** Requests the same lines one by one from the same page. */
function askOneByOne(page: Page): Promise<{ time: number; answers: Record<string, string> }> {
  return page.evaluate(
    async ({ questions, callsAtOnce }) => {
      const answers: Record<string, string> = {};
      const waiting = [...questions];
      const start = performance.now();
      const lanes = Array.from({ length: callsAtOnce }, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const response = await fetch(`/gateway/availability?productId=${next.productId}&quantity=${next.quantity}`);
          const { result } = await response.json();
          answers[next.productId] = `${result.answer.date} ${result.answer.kind === 'max-lead-time'}`;
        }
      });
      await Promise.all(lanes);
      return { time: performance.now() - start, answers };
    },
    { questions, callsAtOnce },
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
  const checks: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${address}/order`);
    await page.getByRole('grid', { name: 'Order lines', exact: true }).waitFor({ timeout: 120_000 });
    // Idle-time loading isn't part of a paste, and product lookup isn't part of a check.
    await page.waitForTimeout(2000);
    pastes.push(await paste(page));
    await page.waitForTimeout(4000);
    checks.push(await check(page));
    if (run === runs) await compare(page);
    await context.close();
  }
  await browser.close();
  const lines = `${lineCount.toLocaleString('en')} lines`;
  const rows = [row(`paste ${lines} until painted`, pastes), row('check them', checks), row('ask one by one', single)];
  printTable(`An order of ${lines}, ${runs} runs`, ['', 'median', 'worst'], rows);
  console.log(`\n${differing} of the results differ from asking one by one, ${callsAtOnce} at once.`);
}

function row(what: string, times: readonly number[]): string[] {
  return [what, `${figure(median(times))} ms`, `${figure(Math.max(...times))} ms`];
}

async function compare(page: Page) {
  // Wait until the results are saved.
  await page.waitForTimeout(4000);
  const kept = await answers(page);
  const asked = await askOneByOne(page);
  single.push(asked.time);
  differing = questions.filter(({ productId }) => kept[productId] !== asked.answers[productId]).length;
}
