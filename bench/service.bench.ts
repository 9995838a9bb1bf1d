// Compares the service with bare node:http, bare Fastify, json-server and Prism by the server's processor time:
// interleaved runs over keep-alive connections, medians. `BENCH_PRODUCTS` sets the numbers of products, separated by commas;
// `BENCH_RUNS` the number of runs and `BENCH_SHARE` their size.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';

import { seededRandom } from '#server/import/demo-calendar.ts';
import { placeholderDays } from '#stock/calendar-date.ts';
import { readConfig } from '#server/config.ts';
import { storeLocation } from '#server/store/open-store.ts';
import { findStockSql, pageOfSomeSql } from '#server/store/sqlite-stock-reader.ts';
import { storePath } from '#server/store/sqlite-store.ts';

import { type Asking, type Contender, credentialHeaders, rate, startContender } from './contender-process.ts';
import { median } from './median.ts';
import { fillStore, firstProductId } from './service-data.ts';
import { figure, printTable } from './table.ts';

const productCounts = (process.env.BENCH_PRODUCTS ?? '10000,100000,1000000').split(',').map(Number);
/** Number of products with which everything is measured; with others, only single lookups and calendars. */
const fullCount = productCounts.includes(100_000) ? 100_000 : productCounts[0];
const runs = Number(process.env.BENCH_RUNS ?? 5);
/** Requests per run, as a share of the default. */
const share = Number(process.env.BENCH_SHARE ?? 1);
/** Returns the processor time of one run of `work`, in milliseconds. */
function cost(count: number, work: (index: number) => unknown): number {
  const before = process.cpuUsage();
  for (let index = 0; index < count; index++) work(index);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}

const single = '4.2 stock of one product';
const calendar = '4.1 calendar of one product';
const bulk = '4.3 bulk of 1,000 lines';
const page = '4.4 page of 100 calendars';
const availability = 'result and calendar of one product';

/** Requests for a store of that size, with the number of requests per run. */
function askingsOf(productCount: number) {
  const random = seededRandom(7);
  const productId = () => firstProductId + random.between(0, productCount - 1);
  const bulkOf = () =>
    JSON.stringify({ products: Array.from({ length: 1000 }, () => ({ productId: productId(), quantity: 100 })) });
  const bulks = Array.from({ length: 20 }, bulkOf);
  const pages = Array.from({ length: 20 }, () => Array.from({ length: 100 }, productId));
  const filter = 'pageSize=100&includeMaxLeadTime=true&filter=productid.eq.any';
  return {
    bulks,
    pages,
    askings: {
      [single]: [16_000, () => ({ method: 'GET', path: `/api/stock/${productId()}?quantity=100` })],
      [calendar]: [
        12_000,
        () => ({ method: 'GET', path: `/api/stock/${productId()}/calendar?includeMaxLeadTime=true` }),
      ],
      [availability]: [
        8_000,
        () => ({ method: 'GET', path: `/gateway/availability?productId=${productId()}&quantity=100` }),
      ],
      [bulk]: [100, () => ({ method: 'POST', path: '/api/stock', body: random.pick(bulks) })],
      [page]: [200, () => ({ method: 'GET', path: `/api/stock/calendar?${filter}(${random.pick(pages).join(',')})` })],
    } satisfies Record<string, [count: number, next: () => Asking]>,
  };
}

/** Cycles through the values. */
function at<T>(values: readonly T[], index: number): T {
  return values[index % values.length] as T;
}

/** Compares the processor time of bulk requests with that of their JSON and SQL alone, and measures lookups during them. */
async function measureMany(folder: string, horizon: Contender, rates: Rates, productCount: number) {
  const { bulks, pages, askings } = askingsOf(productCount);
  const database = new DatabaseSync(storePath(folder), { readOnly: true });
  const { market_id: market } = database.prepare('SELECT market_id FROM market').get() as { market_id: number };
  const day = Math.floor(Date.now() / 86_400_000);
  const findStock = database.prepare(findStockSql, { returnArrays: true });
  const findPage = database.prepare(pageOfSomeSql, { returnArrays: true });
  const linesOf = bulks.map((body) => {
    const { products } = JSON.parse(body) as { products: { productId: number; quantity: number }[] };
    return JSON.stringify(products.map((line) => [line.productId, line.quantity * 1000]));
  });
  const rows: string[][] = [];
  for (const [kind, bodies, statement] of [
    [
      bulk,
      bulks,
      (index: number) => findStock.all(market, day, day - placeholderDays, day + placeholderDays, at(linesOf, index)),
    ],
    [page, pages.map(() => '{}'), (index: number) => findPage.all(JSON.stringify(at(pages, index)), market, 100, 0, 1)],
  ] as const) {
    const answers: unknown[] = [];
    for (let count = 0; count < 20; count++) answers.push(JSON.parse(await horizon.ask(askings[kind][1]())));
    const costs: { json: number; statement: number }[] = [];
    for (let run = 0; run < runs; run++) {
      const json = cost(100, (index) => [JSON.parse(at(bodies, index)), JSON.stringify(at(answers, index))]);
      costs.push({ json, statement: cost(40, statement) });
    }
    const json = median(costs.map((each) => each.json));
    const bare = median(costs.map((each) => each.statement));
    const whole = 1000 / median(rates.get(`${kind} | Stock Horizon`) ?? []);
    const times = [whole, json, bare].map((value) => `${figure(value)} ms`);
    rows.push([kind, ...times, figure(whole / (json + bare)), figure((whole - bare) / json)]);
  }
  database.close();
  const header = ['Processor time', 'Stock Horizon', 'JSON', 'bare statement', '× both', '× JSON, statement aside'];
  printTable(
    'A request of many, beside `JSON.parse` and `JSON.stringify` of its bodies and the bare statement',
    header,
    rows,
  );

  const load = { isOver: false };
  const crowd = Array.from({ length: 4 }, async () => {
    while (!load.isOver) await horizon.ask(askings[bulk][1]());
  });
  const waits: number[] = [];
  for (let count = 0; count < 200; count++) {
    const started = performance.now();
    await horizon.ask(askings[single][1]());
    waits.push(performance.now() - started);
  }
  load.isOver = true;
  await Promise.all(crowd);
  console.log(`\nA single lookup while four bulks of 1,000 lines run: median ${figure(median(waits))} ms.`);
}

/**
 * Keeps this process awake during a run. Otherwise a server slower than its client would wake the client with every
 * response, at a quarter of its time on a virtual machine, while a faster server wouldn't.
 */
async function awake<Result>(work: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const stayAwake = () => {
    if (!isOver) setImmediate(stayAwake);
  };
  stayAwake();
  try {
    return await work();
  } finally {
    isOver = true;
  }
}

type Rates = Map<string, number[]>;

/** Returns the lookups and calendars per second of the service's processor time. */
async function measure(productCount: number): Promise<Rates> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-service-'));
  const config = readConfig({ DATA_DIR: folder });
  const headers = await credentialHeaders(config);
  const isFull = productCount === fullCount;
  const start = (kind: string, more: Record<string, string> = headers) =>
    startContender([kind, folder, String(productCount)], more);
  try {
    await fillStore(storeLocation(config), productCount);
    const { askings } = askingsOf(productCount);
    const horizon = await start('horizon');
    const bare = await start('bare');
    const others = isFull
      ? {
          'Fastify straight': await start('fastify'),
          'json-server': await start('json-server'),
          Prism: await start('prism'),
        }
      : {};
    const gateway = await start('horizon', { 'sec-fetch-site': 'same-origin' });
    const rates: Rates = new Map();
    const take = async (
      name: string,
      contender: Contender,
      kind: keyof typeof askings,
      factor = 1,
      prefix = '/api',
    ) => {
      const [count, next] = askings[kind];
      const key = `${kind} | ${name}`;
      const requested = () => {
        const asking = next();
        return { ...asking, path: asking.path.replace('/api', prefix) };
      };
      const taken = await awake(() => rate(contender, Math.ceil(count * share * factor), requested));
      rates.set(key, [...(rates.get(key) ?? []), taken]);
    };
    for (let run = -1; run < runs; run++) {
      // Discard the first run as warm-up.
      if (run === 0) rates.clear();
      // More requests for the fastest, so that each run takes about a second of processor time.
      await take('bare node:http', bare, single, 3);
      await take('the gateway', gateway, availability);
      for (const [name, contender] of Object.entries(others)) {
        const isSlow = name !== 'Fastify straight';
        await take(name, contender, single, isSlow ? 0.04 : 2, isSlow ? '' : '/api');
      }
      for (const kind of [single, calendar, ...(isFull ? ([bulk, page] as const) : [])] as const) {
        await take('Stock Horizon', horizon, kind);
      }
    }
    const reference = (name: string) => median(rates.get(`${single} | ${name}`) ?? []);
    const rows = [...rates].map(([key, values]) => {
      const value = median(values);
      const ratios = ['bare node:http', ...Object.keys(others)].map((name) => figure(value / reference(name)));
      return key.split(' | ').concat(figure(value), ratios);
    });
    const header = ['Asked', 'of', 'requests', '× bare', ...(isFull ? ['× Fastify', '× json-server', '× Prism'] : [])];
    printTable(
      `${figure(productCount)} products: requests a second of the server's processor time, medians of ${runs} runs`,
      header,
      rows,
    );
    if (isFull) await measureMany(folder, horizon, rates, productCount);
    await Promise.all([horizon, bare, gateway, ...Object.values(others)].map((contender) => contender.stop()));
    return rates;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const byCount: [number, Rates][] = [];
for (const count of productCounts) byCount.push([count, await measure(count)]);
const [[fewest, first] = []] = byCount;
if (byCount.length > 1 && first !== undefined)
  printTable(
    `What a request costs the server, times what it costs at ${figure(fewest ?? 0)} products`,
    ['Asked', ...byCount.map(([count]) => `${figure(count)} products`)],
    [single, calendar].map((kind) => {
      const costAt = (rates: Rates) => 1 / median(rates.get(`${kind} | Stock Horizon`) ?? []);
      return [kind].concat(byCount.map(([, rates]) => figure(costAt(rates) / costAt(first))));
    }),
  );
