// The service beside bare node:http and Fastify straight, by processor time of the server: interleaved runs over
// keep-alive connections, medians. `BENCH_PRODUCTS` sets how many products there are, `BENCH_RUNS` and
// `BENCH_SHARE` how often and how much is asked.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';
import { type Dispatcher, Pool } from 'undici';

import { seededRandom } from '#server/import/demo-calendar.ts';
import { signToken } from '#server/service/access-token.ts';
import { readConfig } from '#server/config.ts';
import { readSecrets } from '#server/secrets.ts';
import { storeLocation } from '#server/store/open-store.ts';
import { findStockSql } from '#server/store/sqlite-stock-reader.ts';
import { storePath } from '#server/store/sqlite-store.ts';

import { median } from './median.ts';
import { benchMarket, fillStore, firstProductId } from './service-data.ts';

const productCount = Number(process.env.BENCH_PRODUCTS ?? 100_000);
const runs = Number(process.env.BENCH_RUNS ?? 5);
/** Requests a run, as a share of the usual ones. */
const share = Number(process.env.BENCH_SHARE ?? 1);
const connections = 16;

type Asking = Pick<Dispatcher.RequestOptions, 'method' | 'path'> & { body?: string };

interface Contender {
  ask: (asking: Asking) => Promise<string>;
  cpuSeconds: () => Promise<number>;
  stop: () => Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-service-'));
const config = readConfig({ DATA_DIR: folder });
const secrets = await readSecrets(config);
const headers = {
  authorization: `Bearer ${await signToken(secrets.jwtSecret ?? '', { subject: 'bench', expiresAt: Date.now() / 1000 + 7200 })}`,
  'ocp-apim-subscription-key': secrets.subscriptionKeys[0] ?? '',
  'api-version': 'v1',
};

async function start(kind: string, more: Record<string, string> = headers): Promise<Contender> {
  const execArgv = ['--import', 'tsx', ...(process.env.BENCH_FLAGS?.split(' ') ?? [])];
  const child = fork(join(import.meta.dirname, 'service-contender.ts'), [kind, folder], { execArgv });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  return {
    ask: async ({ method, path, body }) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await pool.request({ method, path, headers: { ...more, ...type }, body: body ?? null });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${kind} answered ${answer.statusCode}: ${text}`);
      return text;
    },
    cpuSeconds: async () => {
      child.send('cpu');
      const [{ cpuSeconds }] = (await once(child, 'message')) as [{ cpuSeconds: number }];
      return cpuSeconds;
    },
    stop: async () => {
      await pool.close();
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Requests a second of the server's processor time. */
async function rate({ ask, cpuSeconds }: Contender, count: number, next: () => Asking): Promise<number> {
  const before = await cpuSeconds();
  let left = count;
  const client = async () => {
    while (left-- > 0) await ask(next());
  };
  await Promise.all(Array.from({ length: connections }, client));
  return count / ((await cpuSeconds()) - before);
}

const random = seededRandom(7);
const productId = () => firstProductId + random.between(0, productCount - 1);
const ids = () => Array.from({ length: 100 }, productId);
const bulkOf = (count: number) =>
  JSON.stringify({ products: Array.from({ length: count }, () => ({ productId: productId(), quantity: 100 })) });
const bulks = Array.from({ length: 20 }, () => bulkOf(1000));

const askings: Record<string, [count: number, next: () => Asking]> = {
  '4.2 stock of one product': [4000, () => ({ method: 'GET', path: `/api/stock/${productId()}?quantity=100` })],
  '4.1 calendar of one product': [
    3000,
    () => ({ method: 'GET', path: `/api/stock/${productId()}/calendar?includeMaxLeadTime=true` }),
  ],
  '4.3 bulk of 1,000 lines': [60, () => ({ method: 'POST', path: '/api/stock', body: random.pick(bulks) })],
  '4.4 page of 100 calendars': [
    200,
    () => ({
      method: 'GET',
      path: `/api/stock/calendar?pageSize=100&includeMaxLeadTime=true&filter=productid.eq.any(${ids().join(',')})`,
    }),
  ],
};

/** Milliseconds of this process's processor time that one run of `work` takes. */
function cost(count: number, work: (index: number) => unknown): number {
  const before = process.cpuUsage();
  for (let index = 0; index < count; index++) work(index);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}

const figure = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 });

try {
  await fillStore(storeLocation(config), productCount);
  const local = { 'sec-fetch-site': 'same-origin' };
  const contenders = {
    'bare node:http': await start('bare'),
    'Fastify straight': await start('fastify'),
    'Stock Horizon': await start('horizon'),
    'its gateway': await start('horizon', local),
  };
  const [bare, fastify, horizon, gateway] = Object.values(contenders) as [Contender, Contender, Contender, Contender];
  console.log(`${figure(productCount)} products; requests a second of the server's processor time, ${runs} runs`);
  const rates = new Map<string, number[]>();
  const take = async (name: string, contender: Contender, kind: string, next?: () => Asking) => {
    const [count, usual] = askings[kind] as [number, () => Asking];
    const key = `${kind} | ${name}`;
    rates.set(key, [...(rates.get(key) ?? []), await rate(contender, Math.ceil(count * share), next ?? usual)]);
  };
  for (let run = -1; run < runs; run++) {
    // The first run warms up, and doesn't count.
    if (run === 0) rates.clear();
    for (const [name, contender] of [
      ['bare node:http', bare],
      ['Fastify straight', fastify],
    ] as const)
      await take(name, contender, '4.2 stock of one product');
    for (const [kind, [, next]] of Object.entries(askings)) {
      await take('Stock Horizon', horizon, kind);
      if (kind.startsWith('4.3')) continue;
      await take('its gateway', gateway, kind, () => {
        const asking = next();
        return { ...asking, path: asking.path.replace('/api', '/gateway') };
      });
    }
  }
  const reference = median(rates.get('4.2 stock of one product | bare node:http') ?? []);
  for (const [key, values] of rates) {
    const value = median(values);
    console.log(`  ${key.padEnd(46)} ${figure(value).padStart(9)}/s  ${(value / reference).toFixed(3)} of bare`);
  }

  const database = new DatabaseSync(storePath(folder), { readOnly: true });
  const statement = database.prepare(findStockSql, { returnArrays: true });
  const day = Math.floor(Date.now() / 86_400_000);
  const codes = [benchMarket.company, benchMarket.salesOrganization, benchMarket.territoryId];
  const answers = await Promise.all(bulks.map((body) => horizon.ask({ method: 'POST', path: '/api/stock', body })));
  const parsed = answers.map((text) => JSON.parse(text) as unknown);
  const linesOf = bulks.map((body) => {
    const { products } = JSON.parse(body) as { products: { productId: number; quantity: number }[] };
    return JSON.stringify(products.map((line) => [line.productId, line.quantity * 1000]));
  });
  const jsonCosts: number[] = [];
  const statementCosts: number[] = [];
  for (let run = 0; run < runs; run++) {
    jsonCosts.push(
      cost(100, (index) => {
        JSON.parse(bulks[index % bulks.length] ?? '');
        return JSON.stringify(parsed[index % bulks.length]);
      }),
    );
    statementCosts.push(cost(40, (index) => statement.all(linesOf[index % bulks.length] ?? '', ...codes, day)));
  }
  database.close();
  const bulk = 1000 / median(rates.get('4.3 bulk of 1,000 lines | Stock Horizon') ?? []);
  const [json, bareStatement] = [median(jsonCosts), median(statementCosts)];
  console.log(
    `  a bulk of 1,000 lines: ${figure(bulk)} ms; JSON.parse and stringify ${figure(json)} ms, the bare statement ${figure(bareStatement)} ms:` +
      ` ${((bulk - bareStatement) / json).toFixed(2)} times the JSON plus the statement`,
  );

  const load = { isOver: false };
  const crowd = Array.from({ length: 4 }, async () => {
    while (!load.isOver) await horizon.ask({ method: 'POST', path: '/api/stock', body: random.pick(bulks) });
  });
  const waits: number[] = [];
  for (let count = 0; count < 200; count++) {
    const started = performance.now();
    await horizon.ask({ method: 'GET', path: `/api/stock/${productId()}?quantity=100` });
    waits.push(performance.now() - started);
  }
  load.isOver = true;
  await Promise.all(crowd);
  console.log(`  a single lookup while four bulks of 1,000 run: median ${figure(median(waits))} ms`);
  await Promise.all(Object.values(contenders).map((contender) => contender.stop()));
} finally {
  rmSync(folder, { recursive: true });
}
