// Compares the embedded store with PostgreSQL on this machine: import of 100,000 products with 1.2 million rows, lookups,
// 1,000 lines in one request, pages, product search; and one server with two. PostgreSQL uses default settings with fsync.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';

import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { collections, colors, fibers, weaves } from '#server/import/demo-catalog.ts';
import { runImport } from '#server/import/run-import.ts';
import { seededRandom } from '#server/import/demo-calendar.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Store } from '#server/store/stock-store.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/store/postgres-client.ts';
import type { StoreLocation } from '#server/store/stock-store.ts';

import { credentialHeaders, rate, startContender } from './contender-process.ts';
import { percentile } from './median.ts';
import { printComparison } from './table.ts';

const productCount = 100_000;
const entriesPerProduct = 12;
const rowCount = productCount * entriesPerProduct;
const imports = 3;
const concurrent = 16;
const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
const today: CalendarDate = '2026-11-21';

const random = seededRandom(11);
const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'));
const stockFile = join(folder, 'stock.csv');
const productsFile = join(folder, 'products.csv');
const pick = (words: Readonly<Record<string, string>>) => random.pick(Object.values(words));
const names = Array.from({ length: productCount }, () =>
  [pick(fibers), pick(weaves), random.pick(collections), pick(colors)].join(' '),
);
const idOf = (index: number) => 100_000 + index;
writeFileSync(
  productsFile,
  `productId,name,sku,unit\n${names.map((name, index) => `${idOf(index)},"${name}",SKU-${index},m\n`).join('')}`,
);
writeFileSync(
  stockFile,
  `productId,stockDate,stockQuantity,isMaxLeadTime\n${names
    .map((_, index) =>
      Array.from({ length: entriesPerProduct }, (_, entry) => {
        const date = addDays(today, entry * 15 + random.between(0, 14) - 30);
        return `${idOf(index)},${date},${random.between(0, 900_000) / 1000},${entry === entriesPerProduct - 1}\n`;
      }).join(''),
    )
    .join('')}`,
);

async function importing(location: StoreLocation, replace: boolean): Promise<number> {
  const start = performance.now();
  const files = { stockFile, productsFile: replace ? null : productsFile };
  const { committed } = await runImport(
    { kind: 'import', location, market, today, replace, keepGoing: false, dates: null, decimal: null, ...files },
    () => {},
  );
  if (!committed) throw new Error('The import was refused.');
  const rows = rowCount + (replace ? 0 : productCount);
  return (rows / (performance.now() - start)) * 1000;
}

/** Runs `ask` the given number of times sequentially and returns the durations in milliseconds. */
async function timed(count: number, ask: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done++) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  return times;
}

const lineOf = () => ({ productId: idOf(random.between(0, productCount - 1)), quantity: 100_000 });
const lineSets = Array.from({ length: 50 }, () => Array.from({ length: 1000 }, lineOf));

type Figures = Map<string, number[]>;

async function measure(location: StoreLocation): Promise<Figures> {
  const first = await importing(location, false);
  const again: number[] = [];
  for (let run = 0; run < imports; run++) again.push(await importing(location, true));
  const figures: Figures = new Map([
    ['first import, rows/s', [first]],
    ['import with --replace, rows/s', again],
  ]);
  const store = await openStore(location);
  const kinds: Record<string, [count: number, ask: () => Promise<unknown>]> = {
    'one product': [4000, () => store.findStock(market, [lineOf()], today)],
    '1,000 lines': [100, () => store.findStock(market, random.pick(lineSets), today)],
    'one calendar': [2000, () => calendarOf(store)],
    'page of 100, anywhere': [200, () => pageOf(store, random.between(1, productCount / 100))],
    'search by words': [400, () => store.searchProducts(random.pick(names).split(' ').slice(0, 3).join(' '), 1, 20)],
    'search, one word mistyped': [400, () => store.searchProducts(mistyped(random.pick(names)), 1, 20)],
  };
  for (const [kind, [count, ask]] of Object.entries(kinds)) {
    await timed(Math.ceil(count / 10), ask);
    figures.set(`${kind}, ms`, await timed(count, ask));
  }
  const start = performance.now();
  const each = 500;
  await Promise.all(
    Array.from({ length: concurrent }, () => timed(each, () => store.findStock(market, [lineOf()], today))),
  );
  figures.set(`${concurrent} at a time, lookups/s`, [(concurrent * each * 1000) / (performance.now() - start)]);
  await store.close();
  return figures;
}

function calendarOf(store: Store) {
  return store.findCalendar(market, lineOf().productId, { quantity: null, includeMaxLeadTime: true });
}

function pageOf(store: Store, page: number) {
  return store.findCalendarPage(market, { productIds: null, page, pageSize: 100, includeMaxLeadTime: true });
}

/** Returns the first word with one letter omitted, replaced, or swapped with the next. */
function mistyped(name: string): string {
  const [word = ''] = name.toLowerCase().split(' ');
  const at = random.between(0, word.length - 2);
  const [before, here, next, after] = [word.slice(0, at), word[at] ?? '', word[at + 1] ?? '', word.slice(at + 2)];
  return random.pick([before + next + after, `${before}x${next}${after}`, before + next + here + after]);
}

/** Counts the mistyped words for which each search method finds a matching word. */
async function compareWithTrigrams(url: string): Promise<void> {
  const sql = connect(url, 1);
  await sql`CREATE EXTENSION pg_trgm`;
  await sql`CREATE INDEX by_trigrams ON product USING gin (name_key gin_trgm_ops)`;
  await sql`ANALYZE product`;
  const store = await openStore({ kind: 'postgres', url });
  const found = { ours: 0, trigrams: 0 };
  const times: number[] = [];
  const count = 200;
  for (let done = 0; done < count; done++) {
    const name = random.pick(names);
    const [word = ''] = name.toLowerCase().split(' ');
    const typed = mistyped(name);
    const isFound = (each: { name: string | null }) => each.name?.toLowerCase().includes(word) === true;
    if ((await store.searchProducts(typed, 1, 20)).products.some(isFound)) found.ours++;
    const start = performance.now();
    const rows = await sql<{ name: string }[]>`
      SELECT name FROM product WHERE ${typed} <% name_key ORDER BY word_similarity(${typed}, name_key) DESC, product_id
      LIMIT 20`;
    times.push(performance.now() - start);
    if (rows.some(isFound)) found.trigrams++;
  }
  console.log(
    `\n${count} mistyped words: found ${found.ours} by the vocabulary, ${found.trigrams} by pg_trgm (p50 ${percentile(times, 50).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms)`,
  );
  await store.close();
  await sql.end();
}

const lookupsPerRun = 4000;
const runs = 5;

const lookup = () => ({ method: 'GET', path: `/api/stock/${lineOf().productId}?quantity=100` }) as const;

/** Measures lookups by one and by two servers on the same database, alternately. */
async function compareServers(url: string): Promise<void> {
  const settings = { DATABASE_URL: url, SESSION_SECRET: 'a'.repeat(32) };
  const headers = await credentialHeaders(readConfig({ DATA_DIR: folder, ...settings }));
  const start = () => startContender(['horizon', folder, String(productCount)], headers, settings);
  const servers = [await start(), await start()];
  const perSecond: Figures = new Map();
  const perCpuSecond: Figures = new Map();
  const note = (figures: Figures, name: string, value: number) =>
    figures.set(name, [...(figures.get(name) ?? []), value]);
  for (let run = -1; run < runs; run++)
    for (const [name, count] of [
      ['one server', 1],
      ['two servers', 2],
    ] as const) {
      const started = performance.now();
      const rates = await Promise.all(servers.slice(0, count).map((server) => rate(server, lookupsPerRun, lookup)));
      // Discard the first run as warm-up.
      if (run < 0) continue;
      note(perSecond, name, (count * lookupsPerRun * 1000) / (performance.now() - started));
      note(
        perCpuSecond,
        name,
        rates.reduce((sum, each) => sum + each),
      );
    }
  await Promise.all(servers.map((server) => server.stop()));
  printComparison(`Lookups by servers on one PostgreSQL, ${runs} runs by turns`, [
    [`a second, with ${cpus().length} cores for servers, PostgreSQL and who asks`, '', Object.fromEntries(perSecond)],
    ["a second of each server's processor time, added up", '', Object.fromEntries(perCpuSecond)],
  ]);
}

const postgres = await startPostgres({ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' });
try {
  const sqlite = await measure({ kind: 'sqlite', path: join(folder, 'stock.sqlite') });
  const onPostgres = await measure({ kind: 'postgres', url: postgres.url });
  printComparison(
    `${productCount.toLocaleString('en')} products with ${rowCount.toLocaleString('en')} rows`,
    [...sqlite].map(([what, values]) => [what, '', { SQLite: values, PostgreSQL: onPostgres.get(what) ?? [] }]),
  );
  await compareServers(postgres.url);
  await compareWithTrigrams(postgres.url);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
