// Imports a CSV of 100,000 products and 1.2 million rows during lookups by another process, compared with a naive import
// of the same file, sqlite3's `.import` and PostgreSQL's COPY. Median of 5.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { seededRandom } from '#server/import/demo-calendar.ts';
import { connect } from '#server/store/postgres-client.ts';
import { openSqliteStore, storePath } from '#server/store/sqlite-store.ts';

import { percentile } from './median.ts';
import { printComparison } from './table.ts';

const productCount = 100_000;
const entriesPerProduct = 12;
const rowCount = productCount * entriesPerProduct;
const runs = 5;
const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
const today: CalendarDate = '2026-11-21';

const folder = mkdtempSync(join(tmpdir(), 'bench-import-'));
const file = join(folder, 'stock.csv');
writeStock(file);

function writeStock(path: string): void {
  const random = seededRandom(3);
  const dates = Array.from({ length: 200 }, (_, day) => addDays(today, day - 30));
  const output = openSync(path, 'w');
  writeSync(
    output,
    'productId,company,salesOrganization,territoryId,stockDate,stockQuantity,isMaxLeadTime,isDeleted,lastUpdateDate\n',
  );
  for (let product = 0; product < productCount; product++) {
    let rows = '';
    for (let entry = 0; entry < entriesPerProduct; entry++) {
      const isLead = entry === entriesPerProduct - 1;
      const quantity = isLead ? '99999' : (random.between(0, 900_000) / 1000).toString();
      const date = dates[entry * 15 + random.between(0, 14)];
      rows += `${100_000 + product},BRU,2510,BRU_GLO,${date},${quantity},${isLead ? 'TRUE' : 'FALSE'},FALSE,2026-11-20\n`;
    }
    writeSync(output, rows);
  }
  closeSync(output);
}

/** Prints the process's peak memory in KiB and its processor time in µs on exit. */
const tellUsage = `data:text/javascript,import { isMainThread } from "node:worker_threads";
if (isMainThread) process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write(maxRSS + " " + (userCPUTime + systemCPUTime));
})`;

interface Measured {
  rowsPerSecond: number;
  rowsPerProcessorSecond: number;
  peakMebibytes: number;
}

async function measure(words: readonly string[], dataDir: string): Promise<Measured> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', tellUsage, ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (text) => (told += String(text)));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${told}`);
  const [maxKibibytes = 0, processorMicroseconds = 0] = told.split(' ').map(Number);
  return {
    rowsPerSecond: (rowCount / (performance.now() - started)) * 1000,
    rowsPerProcessorSecond: (rowCount / processorMicroseconds) * 1e6,
    peakMebibytes: maxKibibytes / 1024,
  };
}

/** Looks up a product about every millisecond until the import ends; returns the durations in milliseconds. */
async function lookUpUntil(done: Promise<unknown>, dataDir: string): Promise<number[]> {
  const store = openSqliteStore(storePath(dataDir));
  const random = seededRandom(5);
  const times: number[] = [];
  const awaited = { isDone: false };
  void done.finally(() => (awaited.isDone = true));
  while (!awaited.isDone) {
    const line = { productId: 100_000 + random.between(0, productCount - 1), quantity: 100_000 };
    const start = performance.now();
    const [finding] = await store.findStock(market, [line], today);
    times.push(performance.now() - start);
    if (finding?.kind !== 'found') throw new Error(`product ${line.productId} was lost during the import`);
    await wait(1);
  }
  await store.close();
  return times;
}

/** Table with the file's columns and the primary key for calendar lookups. */
const table = `CREATE TABLE stock (
  product_id integer, company text, sales_organization text, territory_id text, stock_date text, stock_quantity real,
  is_max_lead_time text, is_deleted text, last_update_date text,
  PRIMARY KEY (company, sales_organization, territory_id, product_id, is_max_lead_time, stock_date)
);`;

async function rate(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (rowCount / (performance.now() - started)) * 1000;
}

async function importBySqlite3(path: string): Promise<void> {
  const child = spawn('sqlite3', [path], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(`PRAGMA journal_mode = WAL;\n${table}\n.mode csv\n.import --skip 1 ${file} stock\n`);
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`sqlite3 ended with ${code}`);
}

const postgres = await startPostgres({ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' });
const sql = connect(postgres.url, 1);

async function importByCopy(): Promise<void> {
  await pipeline(createReadStream(file), await sql`COPY stock FROM STDIN (FORMAT csv, HEADER)`.writable());
}

const ours = ['dist/server/import.js', '--stock', file];
const first: Measured[] = [];
const again: Measured[] = [];
const naive: Measured[] = [];
const bySqlite3: number[] = [];
const byCopy: number[] = [];
const lookups: number[] = [];
for (let run = 0; run < runs; run++) {
  const dataDir = join(folder, `data-${run}`);
  first.push(await measure(ours, dataDir));
  const replacing = measure([...ours, '--replace'], dataDir);
  for (const time of await lookUpUntil(replacing, dataDir)) lookups.push(time);
  again.push(await replacing);
  naive.push(
    await measure(['--import', 'tsx', 'bench/naive-import.ts', file, join(folder, `naive-${run}.sqlite`)], dataDir),
  );
  bySqlite3.push(await rate(() => importBySqlite3(join(folder, `plain-${run}.sqlite`))));
  await sql.unsafe(`DROP TABLE IF EXISTS stock; ${table}`);
  byCopy.push(await rate(importByCopy));
}
await sql.end();
await postgres.stop();
const of = (key: keyof Measured) => ({
  'into an empty store': first.map((each) => each[key]),
  'replacing, beside lookups': again.map((each) => each[key]),
  'naive import': naive.map((each) => each[key]),
});
const size = (statSync(file).size / 1e6).toFixed(0);
printComparison(
  `${rowCount.toLocaleString('en')} rows of ${productCount.toLocaleString('en')} products, ${size} MB, ${runs} runs by turns`,
  [
    ['rows a second', '', { ...of('rowsPerSecond'), 'sqlite3 .import': bySqlite3, 'PostgreSQL COPY': byCopy }],
    ['rows a processor second', '', of('rowsPerProcessorSecond')],
    ['most memory', 'MiB', of('peakMebibytes')],
  ],
);
const [p50, p95, worst] = [50, 95, 100].map((percent) => `${percentile(lookups, percent).toFixed(2)} ms`);
console.log(
  '\n`.import`, COPY and the naive import check nothing and keep one index. ' +
    `Lookups meanwhile: ${lookups.length} in ${runs} imports, p50 ${p50}, p95 ${p95}, worst ${worst}.`,
);
rmSync(folder, { recursive: true });
