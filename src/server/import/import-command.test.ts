import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { StockStore } from '#server/store/stock-store.ts';
import {
  type TemporaryStore,
  openTemporaryStore,
  settingsFor,
  testMarket as market,
} from '#server/store/temporary-store.fixture.ts';

const today = '2026-11-21';
const command = new URL('./import-command.ts', import.meta.url).pathname;
let folder: string;
let temporary: TemporaryStore;
let store: StockStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-command-'));
  temporary = await openTemporaryStore();
  ({ store } = temporary);
});

afterEach(async () => {
  await temporary.close();
  rmSync(folder, { recursive: true });
});

function start(words: string[], settings: Record<string, string> = {}): ChildProcess {
  const env = { PATH: process.env.PATH, ...settingsFor(temporary.location), ...settings };
  return spawn(process.execPath, ['--import', 'tsx', command, ...words], { env });
}

/** Output of the command, and its exit code. */
async function finished(child: ChildProcess) {
  let output = '';
  child.stdout?.on('data', (text) => (output += String(text)));
  child.stderr?.on('data', (text) => (output += String(text)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

function csv(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const header = 'productId,stockDate,stockQuantity\n';
const rowsOf = (from: number, to: number, quantity: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index},2026-11-01,${quantity}\n`).join('');
const lookUp = (productId: number) => store.findStock(market, [{ productId, quantity: 1000 }], today);

describe('the command', () => {
  test('imports, prints a report, and exits with 0', async () => {
    const stock = csv('stock.csv', header + rowsOf(1, 300, 5));
    const products = csv('products.csv', 'productId,name\n7,Linen\n');
    const { code, output } = await finished(start(['--stock', stock, '--products', products]));
    expect(output).toMatch(
      /stock\.csv: 300 rows read, 0 rejected\.\n.*products\.csv: 1 products read.*\nImported 301 rows/,
    );
    expect(code).toBe(0);
    expect(await lookUp(300)).toMatchObject([{ kind: 'found' }]);
    expect(await store.state()).toMatchObject({ generation: 1, contents: 'real' });
  });

  test('uses market and current date of the settings', async () => {
    const stock = csv('stock.csv', header + rowsOf(1, 1, 5));
    const settings = { STOCK_MARKET: 'company=A;salesOrganization=B;territoryId=C' };
    expect(await finished(start(['--stock', stock], settings))).toMatchObject({ code: 0 });
    const other = { company: 'A', salesOrganization: 'B', territoryId: 'C' };
    expect(await store.findCalendar(other, 1, { quantity: null, includeMaxLeadTime: true })).toHaveLength(1);
    expect(await lookUp(1)).toEqual([{ kind: 'unknown-product' }]);
  });

  test.each([
    [
      'too many rejected rows',
      1,
      ['--stock', 'bad.csv'],
      /line 2: stockQuantity "1,5".*Nothing was imported: more than 1 %.*--keep-going/s,
    ],
    ['a missing file', 1, ['--stock', 'missing.csv'], /missing\.csv was not found/],
    ['no file named', 2, ['--replace'], /Name a file.*npm run import -- --stock/s],
    ['an unknown option', 2, ['--stock', 'bad.csv', '--force'], /--force.*npm run import/s],
  ])('with %s exits with %i', async (_, exitCode, words, sentence) => {
    csv('bad.csv', 'productId;stockDate;stockQuantity\n1;2026-12-01;1,5\n2;2026-12-01;1.5\n');
    const { code, output } = await finished(
      start(words.map((word) => (word.endsWith('.csv') ? join(folder, word) : word))),
    );
    expect(output).toMatch(sentence);
    expect(output).not.toMatch(/\bat .*:\d+:\d+/);
    expect(code).toBe(exitCode);
    expect(await store.state()).toMatchObject({ generation: 0 });
  });

  test('with an invalid setting exits with 2', async () => {
    const stock = csv('stock.csv', header + rowsOf(1, 1, 5));
    const { code, output } = await finished(start(['--stock', stock], { STOCK_MARKET: 'BRU' }));
    expect(output).toMatch(/STOCK_MARKET must name the three codes/);
    expect(code).toBe(2);
  });
});

test('lookups continue during an import, and kill -9 leaves the old data intact', async () => {
  const old = csv('old.csv', header + rowsOf(1, 5000, 5));
  expect(await finished(start(['--stock', old]))).toMatchObject({ code: 0 });
  const found = { kind: 'found', stockDate: '2026-11-01' };

  // The import reads from a pipe, so that it is certainly in progress when it is killed.
  const pipe = join(folder, 'pipe.csv');
  execFileSync('mkfifo', [pipe]);
  const child = start(['--stock', pipe, '--replace']);
  const ended = finished(child);
  const rows = createWriteStream(pipe);
  rows.on('error', () => {});
  rows.write(header);
  for (let from = 10_001; from < 100_000; from += 10_000) {
    if (!rows.write(rowsOf(from, from + 9999, 1))) await once(rows, 'drain');
    expect(await lookUp(5000)).toMatchObject([found]);
    expect(await lookUp(10_001)).toEqual([{ kind: 'unknown-product' }]);
  }
  child.kill('SIGKILL');
  expect((await ended).code).toBeNull();
  rows.destroy();

  const page = await store.findCalendarPage(market, {
    productIds: null,
    page: 10,
    pageSize: 500,
    includeMaxLeadTime: true,
  });
  expect([page.totalItemCount, page.calendars.length]).toEqual([5000, 500]);
  expect(await lookUp(10_001)).toEqual([{ kind: 'unknown-product' }]);
  expect(await store.state()).toMatchObject({ generation: 1 });

  const next = csv('next.csv', header + rowsOf(6000, 6001, 5));
  expect(await finished(start(['--stock', next, '--replace']))).toMatchObject({ code: 0 });
  expect(await lookUp(6001)).toMatchObject([found]);
  expect(await lookUp(5000)).toEqual([{ kind: 'unknown-product' }]);
});
