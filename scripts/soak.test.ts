import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';

import { ProductCalendarEnvelope, StockItemEnvelope } from '#stock/contract/envelope.ts';
import { Availability, ProductPage, Session } from '#stock/contract/gateway-responses.ts';
import { Problem } from '#stock/contract/problem.ts';
import { resultFor } from '#stock/stock-result.ts';
import type { CheckEvent } from '#stock/order/check-events.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate, daysBetween, todayIn } from '#stock/calendar-date.ts';
import { type Thousandths, toThousandths } from '#stock/thousandths.ts';
import { seededRandom } from '#server/import/demo-calendar.ts';
import { runImport } from '#server/import/run-import.ts';
import { signToken } from '#server/service/access-token.ts';

import { type ChaoticUpstream, chaoticUpstream } from './chaotic-upstream.ts';
import { startPostgres } from './postgres-server.ts';

/** `npm run soak` takes half an hour, or `SOAK_MINUTES`; `npm test` runs it briefly. */
const milliseconds = process.env.SOAK_MINUTES === undefined ? 8000 : Number(process.env.SOAK_MINUTES) * 60_000;
const productCount = 400;
const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
const today = todayIn('UTC');
const jwtSecret = 'the secret of the soak, which is long enough';
const subscriptionKey = 'the-key-of-the-soak';
/** Timeout after which a response counts as lost. */
const patience = 30_000;
/** Clients that ask at once without a pause for a tenth of the time: more than the server can answer. */
const crowdSize = 200;
/** Time after the database's return during which errors are still allowed. */
const recovery = 10_000;

const random = seededRandom(16);
const folder = mkdtempSync(join(tmpdir(), 'soak-'));
const counts: Record<string, number> = {};
const wrong: string[] = [];
const note = (what: string) => void (counts[what] = (counts[what] ?? 0) + 1);

// Import n makes every product available n days from now, so that each date identifies its import.
let begun = 0;
let committed = 0;
/** When the database is unavailable, in `performance.now()` time. */
let away: { from: number; until: number } = { from: Infinity, until: Infinity };

/** When the crowd asks. */
let crowd = { from: Infinity, until: Infinity };

interface Came {
  status: number;
  /** Whether the server says that it has too much to do, and when to try again. */
  isOverload: boolean;
  json: unknown;
  cookies: string[];
}

type Asking = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** Sends a request and records anything invalid: no response, a failure, or an unexplained error. */
async function ask(what: string, url: string, { headers, ...asking }: Asking = {}): Promise<Came | null> {
  const sentAt = performance.now();
  try {
    const response = await fetch(url, {
      ...asking,
      headers: { Origin: new URL(url).origin, ...headers },
      signal: AbortSignal.timeout(patience),
    });
    const came = await cameOf(response);
    const isWithin = ({ from, until }: typeof away) => performance.now() > from && sentAt < until + recovery;
    if (came.status < 400) note(what);
    else if (!Problem.safeParse(came.json).success) wrong.push(`${what}: ${came.status} is no problem`);
    else if (came.isOverload && isWithin(crowd)) note('refused in the crowd');
    else if (came.status === 503 && !came.isOverload && isWithin(away)) note('refused while the database was away');
    else return came;
    return came.status < 400 ? came : null;
  } catch (error) {
    wrong.push(`${what}: lost, ${String(error)}`);
    return null;
  }
}

async function cameOf(response: Response): Promise<Came> {
  const { status, headers } = response;
  const json = await jsonOf(response);
  const { detail = '' } = Problem.safeParse(json).data ?? {};
  const isOverload =
    status === 503 && /^[1-9]\d*$/.test(headers.get('retry-after') ?? '') && detail.startsWith('The server is busy. ');
  return { status, isOverload, json, cookies: headers.getSetCookie() };
}

/** Returns the body; a stream's lines as a list. */
async function jsonOf(response: Response): Promise<unknown> {
  if (!response.headers.get('content-type')?.startsWith('application/x-ndjson')) return response.json();
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return lines.map((line): unknown => JSON.parse(line));
}

/** Asserts that a response belongs to a single import, no older than the latest one when the request was sent. */
async function askOfImport(
  what: string,
  url: string,
  asking: Asking,
  read: (json: unknown) => number[],
): Promise<void> {
  const before = committed;
  const sentAt = performance.now();
  const came = await ask(what, url, asking);
  if (came === null) return;
  if (came.status !== 200) {
    const [took, since] = [performance.now() - sentAt, performance.now() - away.until].map(Math.round);
    wrong.push(`${what}: ${JSON.stringify(came.json).slice(0, 300)} after ${took} ms, ${since} ms after the restart`);
    return;
  }
  const [number = -1, ...others] = new Set(read(came.json));
  if (others.length > 0) wrong.push(`${what}: of imports ${number} and ${others.join()}`);
  else if (number < before) wrong.push(`${what}: stale, of import ${number} where ${before} was there`);
  else if (number > begun) wrong.push(`${what}: of import ${number}, which is none`);
}

const importOf = (date: CalendarDate, isMaxLeadTime: boolean) => daysBetween(today, date) - (isMaxLeadTime ? 500 : 0);
const anyProduct = () => random.between(1, productCount);
/** Half of the quantities are available from stock. */
const anyQuantity = () => random.between(1, 2000) / 10;

async function importNext(location: { kind: 'postgres'; url: string }): Promise<void> {
  begun = committed + 1;
  const ids = Array.from({ length: productCount }, (_, index) => index + 1);
  const stockFile = join(folder, 'stock.csv');
  const productsFile = join(folder, 'products.csv');
  const rows = ids.flatMap((id) => [
    `${id},${addDays(today, begun)},100,false`,
    `${id},${addDays(today, begun + 500)},99999,true`,
  ]);
  writeFileSync(stockFile, `productId,stockDate,stockQuantity,isMaxLeadTime\n${rows.join('\n')}\n`);
  writeFileSync(productsFile, `productId,name\n${ids.map((id) => `${id},Soak${id} ${begun}`).join('\n')}\n`);
  const job = {
    kind: 'import',
    location,
    market,
    today,
    stockFile,
    productsFile,
    keepGoing: false,
    dates: null,
    decimal: null,
  } as const;
  try {
    await runImport({ ...job, replace: true }, () => {});
    committed = begun;
    note('imports');
  } catch (error) {
    // Repeated with the same number, because it is unknown whether it was committed.
    if (performance.now() < away.from) throw error;
    note('imports cut off by the restart');
  }
}

const datesOf = (json: unknown) =>
  StockItemEnvelope.parse(json).results.map(({ item }) => importOf(item.stockDate, item.isMaxLeadTime));

const programHeaders = {
  'Ocp-Apim-Subscription-Key': subscriptionKey,
  'Api-version': 'v1',
  'Content-Type': 'application/json',
};

const crowdKinds = ['of the crowd, answered', 'of the crowd, refused', 'probes in the crowd'];
const isCrowdOver = () =>
  wrong.length >= 10 || (performance.now() > crowd.until && crowdKinds.every((what) => (counts[what] ?? 0) > 1));

/** Asks without a pause, from many clients: each is answered, or told when to try again. Probes are always answered. */
async function crowdOn(service: string, headers: Record<string, string>): Promise<void> {
  const client = async () => {
    while (!isCrowdOver()) {
      const url = `${service}/api/stock/${anyProduct()}?quantity=1`;
      const { status, isOverload, json } = await cameOf(await fetch(url, { headers }));
      if (status === 200) note('of the crowd, answered');
      else if (isOverload) note('of the crowd, refused');
      else wrong.push(`the crowd: ${JSON.stringify(json).slice(0, 300)}`);
    }
  };
  const probe = async () => {
    for (; !isCrowdOver(); await wait(20)) {
      const { status, json } = await cameOf(await fetch(`${service}/healthz`));
      if (status === 200) note('probes in the crowd');
      else wrong.push(`a probe in the crowd: ${JSON.stringify(json)}`);
    }
  };
  await Promise.all([probe(), ...Array.from({ length: crowdSize }, client)]).catch((error: unknown) => {
    wrong.push(`the crowd: ${String(error)}`);
  });
}

/** Request loops of the simulated clients. */
function askers(service: string, gateway: string, token: string): (() => Promise<void>)[] {
  const headers = { Authorization: `Bearer ${token}`, ...programHeaders };
  const lookup = () =>
    askOfImport('lookups', `${service}/api/stock/${anyProduct()}?quantity=${anyQuantity()}`, { headers }, datesOf);

  const bulk = async () => {
    const products = Array.from({ length: 200 }, () => ({ productId: anyProduct(), quantity: anyQuantity() }));
    const asking = { method: 'POST', headers, body: JSON.stringify({ products }) };
    await askOfImport('bulks', `${service}/api/stock`, asking, (json) => {
      const { results } = StockItemEnvelope.parse(json);
      const got = results.map(({ item: { productId, stockQuantity: quantity } }) => ({ productId, quantity }));
      if (JSON.stringify(got) !== JSON.stringify(products)) wrong.push('bulks: other lines than were asked');
      if (results.some(({ item }) => item.isMaxLeadTime !== item.stockQuantity > 100)) wrong.push('bulks: other dates');
      return datesOf(json);
    });
  };

  const pages = async () => {
    const [page, pageSize] = [random.between(1, 8), 50];
    const url = `${service}/api/stock/calendar?page=${page}&pageSize=${pageSize}&includeMaxLeadTime=true`;
    await askOfImport('pages', url, { headers }, (json) => {
      const { results, totalItemCount } = ProductCalendarEnvelope.parse(json);
      const expected = Array.from({ length: pageSize }, (_, index) => (page - 1) * pageSize + index + 1);
      const got = results.map(({ item }) => item.productId);
      if (totalItemCount !== productCount || got.join() !== expected.join()) wrong.push('pages: other products');
      return results.flatMap(({ item }) =>
        item.stock.map(({ stockDate, isMaxLeadTime }) => importOf(stockDate, isMaxLeadTime)),
      );
    });
  };

  const search = () => {
    const id = anyProduct();
    return askOfImport('searches', `${service}/gateway/products?q=soak${id}`, {}, (json) => {
      const found = ProductPage.parse(json).products.find(({ productId }) => productId === id);
      return [Number(found?.name?.split(' ')[1])];
    });
  };

  /** Signs in, uses the session, signs out, and expects the session to be rejected. */
  const person = async () => {
    const url = `${service}/gateway/session`;
    const body = JSON.stringify({ token, subscriptionKey });
    const signIn = await ask('sign-ins', url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    if (signIn === null) return;
    if (signIn.status >= 400) {
      wrong.push(`sign-ins: ${JSON.stringify(signIn.json)}`);
      return;
    }
    const cookies = pairsOf(signIn);
    for (let requested = 0; requested < 10; requested += 1) {
      const stock = `${service}/gateway/availability?productId=${anyProduct()}&quantity=${anyQuantity()}`;
      await askOfImport('lookups of people', stock, { headers: { Cookie: cookies } }, (json) => {
        const { result } = Availability.parse(json);
        if (result?.kind !== 'reliable' || !('date' in result.stockResult)) return [NaN];
        return [importOf(result.stockResult.date, result.stockResult.kind === 'max-lead-time')];
      });
    }
    const session = await ask('sessions', url, { headers: { Cookie: cookies } });
    if (session !== null && (session.status >= 400 || Session.parse(session.json).by !== 'credentials'))
      wrong.push(`sessions: ${JSON.stringify(session.json)}`);
    const signOut = await ask('sign-outs', url, { method: 'DELETE', headers: { Cookie: cookies } });
    if (signOut === null) return;
    const left = `${cookies}; ${pairsOf(signOut)}`;
    const after = await ask('after a sign-out', `${service}/gateway/availability?productId=1&quantity=1`, {
      headers: { Cookie: left },
    });
    if (after !== null && after.status !== 401) wrong.push(`after a sign-out: ${after.status}`);
    else if (after !== null) note('refused after a sign-out');
  };

  return [lookup, lookup, lookup, bulk, pages, search, person, person, ...upstreamAskers(gateway)];
}

function pairsOf(came: Came | null): string {
  return (came?.cookies ?? [])
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ');
}

let upstream: ChaoticUpstream;
const truthOf = (productId: number, quantity: Thousandths) =>
  resultFor(readTimeline(upstream.truth(productId), today), quantity);

/** Through the gateway to a failing service: each response is correct, or an error with a reason. */
function upstreamAskers(gateway: string): (() => Promise<void>)[] {
  const bulk = async () => {
    const ids = new Set(Array.from({ length: 5 }, anyProduct));
    const lines = [...ids].map((productId, index) => ({
      key: index + 1,
      productId,
      quantity: toThousandths(anyQuantity()),
    }));
    const headers = { 'Content-Type': 'application/json' };
    const asking = { method: 'POST', headers, body: JSON.stringify({ lines }) };
    const came = await ask('bulks through faults', `${gateway}/gateway/order-check`, asking);
    if (came === null || came.status >= 400) return;
    const events = came.json as CheckEvent[];
    const results = new Map(events.flatMap((event) => (event.kind === 'result' ? [[event.key, event.result]] : [])));
    const end = events.at(-1)?.kind;
    const isTrue = ({ key, productId, quantity }: (typeof lines)[number]) => {
      const result = results.get(key);
      if (result?.kind === 'result') return isDeepStrictEqual(result.stockResult, truthOf(productId, quantity));
      if (result?.kind === 'not-available') return isDeepStrictEqual(result, truthOf(productId, quantity));
      if (result?.kind === 'unknown-product') return !upstream.knows(productId);
      note('lines that a fault spoilt');
      return result === undefined ? end === 'signed-out' : ['no-result', 'not-trusted'].includes(result.kind);
    };
    if ((end !== 'end' && end !== 'signed-out') || !lines.every(isTrue))
      wrong.push(
        `bulks through faults: ${JSON.stringify({ lines, events: events.filter(({ kind }) => kind !== 'calendar') })}`,
      );
  };

  const calendar = async () => {
    const id = anyProduct();
    const url = `${gateway}/gateway/availability?productId=${id}`;
    const came = await ask('calendars through faults', url);
    if (came === null) return;
    if (came.status >= 400) {
      note('calendars that a fault spoilt');
      return;
    }
    const { calendar: received } = Availability.parse(came.json);
    if (received?.unreadable !== 0 || !isDeepStrictEqual(received.entries, upstream.truth(id)))
      wrong.push(`calendars through faults: ${id}`);
  };
  return [bulk, calendar];
}

async function memoryOf(server: ChildProcess): Promise<{ heapUsed: number; rss: number }> {
  server.send('memory');
  const [usage] = (await once(server, 'message')) as [NodeJS.MemoryUsage];
  return usage;
}

/** Events that must occur more than once on any machine. */
const kinds = [
  'lookups',
  'bulks',
  'bulks through faults',
  'pages',
  'searches',
  'sessions',
  'refused after a sign-out',
  'imports',
  ...crowdKinds,
];

const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;

test(
  'under a mixed load, with imports, faults upstream and a restarted database: no answer wrong, stale or lost',
  async () => {
    const database = await startPostgres();
    const location = { kind: 'postgres', url: database.url } as const;
    upstream = await chaoticUpstream(productCount, 100, today, 16);
    const secrets = {
      STOCK_JWT_SECRET: jwtSecret,
      STOCK_SUBSCRIPTION_KEYS: subscriptionKey,
      SESSION_SECRET: jwtSecret,
    };
    const settings = [
      { ...secrets, DATABASE_URL: database.url },
      {
        ...secrets,
        DATA_DIR: folder,
        STOCK_UPSTREAM_URL: upstream.url.href,
        STOCK_UPSTREAM_TOKEN: 'token',
        STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key',
      },
    ];
    const program = new URL('soak-server.ts', import.meta.url).pathname;
    const server = fork(program, [JSON.stringify(settings)], { execArgv: ['--import', 'tsx'] });
    try {
      const [ports] = (await once(server, 'message')) as [number[]];
      const [service = '', gateway = ''] = ports.map((port) => `http://127.0.0.1:${port}`);
      const expiresAt = Math.floor(Date.now() / 1000) + 86_400;
      const token = await signToken(jwtSecret, { subject: 'soak', expiresAt });
      await importNext(location);

      const start = await memoryOf(server);
      const startedAt = performance.now();
      const isOver = () =>
        wrong.length >= 10 ||
        (performance.now() - startedAt > milliseconds && kinds.every((what) => (counts[what] ?? 0) > 1));
      const asking = askers(service, gateway, token).map(async (requested) => {
        for (; !isOver(); await wait(2)) await requested();
      });
      const importing = (async () => {
        for (; !isOver(); await wait(Math.min(10_000, milliseconds / 10))) await importNext(location);
      })();
      const restarting = (async () => {
        await wait(milliseconds * 0.4);
        away = { from: performance.now(), until: Infinity };
        await database.halt();
        await database.resume();
        away.until = performance.now();
      })();
      const crowding = (async () => {
        await wait(milliseconds * 0.7);
        crowd = { from: performance.now(), until: performance.now() + milliseconds * 0.1 };
        await crowdOn(service, { Authorization: `Bearer ${token}`, ...programHeaders });
        crowd.until = performance.now();
      })();
      await wait(milliseconds / 2);
      const middle = await memoryOf(server);
      await Promise.all([restarting, importing, crowding, ...asking]);
      const end = await memoryOf(server);

      const text = [start, middle, end].map(({ heapUsed, rss }) => `${megabytes(heapUsed)} (${megabytes(rss)})`);
      const figures = Object.entries(counts).map(([what, count]) => `  ${what}: ${count}\n`);
      process.stdout.write(`soak: heap and all of the memory in MB at start, middle and end: ${text.join(', ')}\n`);
      process.stdout.write(figures.join(''));
      expect(wrong).toEqual([]);
      for (const what of kinds) expect(counts[what], what).toBeGreaterThan(1);
      // Caches are filled by then; only leaks keep growing.
      expect(megabytes(end.heapUsed - middle.heapUsed)).toBeLessThan(16);
    } finally {
      server.disconnect();
      await Promise.all([once(server, 'exit'), upstream.close()]);
      await database.stop();
      rmSync(folder, { recursive: true });
    }
  },
  120_000 + milliseconds * 1.5,
);
