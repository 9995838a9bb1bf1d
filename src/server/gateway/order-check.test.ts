import { type IncomingMessage, request } from 'node:http';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { stockOfProductExample } from '#stock/contract/open-api-examples.ts';
import type { CheckEvent } from '#stock/order/check-events.ts';
import { type AppResponse, type RunningApp, runApp } from '#server/running-app.fixture.ts';
import type { Store } from '#server/store/stock-store.ts';
import { type FakeUpstream, fakeUpstream, type Handler, hang, json, refusal } from '#server/upstream/upstream.fake.ts';

const now = new Date('2026-11-25T10:00:00Z');
let app: RunningApp;
let upstream: FakeUpstream | null = null;
afterEach(async () => {
  await app.close();
  await upstream?.close();
  upstream = null;
});

const body = (count: number, keys?: number[]) => ({
  lines: Array.from({ length: count }, (_, index) => ({ key: index + 1, productId: 12_345, quantity: 1000 })),
  ...(keys !== undefined && { keys }),
});
const check = (content: string | object, headers: Record<string, string> = {}) =>
  app.ask('/gateway/order-check', { method: 'POST', body: content, headers });
const eventsIn = ({ text }: AppResponse) => linesIn(text).map((line) => JSON.parse(line) as CheckEvent);
const linesIn = (text: string) => text.split('\n').filter((line) => line !== '');

/** Sends the request of a client that reads the response as it arrives. */
function open(content: object, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const host = `127.0.0.1:${app.port}`;
  const own = { host, origin: `http://${host}`, 'content-type': 'application/json', ...headers };
  return new Promise((resolve, reject) => {
    const outgoing = request({ port: app.port, path: '/gateway/order-check', method: 'POST', headers: own }, resolve);
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(content));
  });
}

async function firstTextOf(stream: AsyncIterable<unknown>): Promise<string> {
  for await (const chunk of stream) return String(chunk);
  return '';
}

describe('of this server’s own stock', () => {
  beforeEach(async () => {
    app = await runApp({}, { now: () => now });
  });

  it('streams the results of all lines and the calendars of their products', async () => {
    const response = await check(body(100));
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const events = eventsIn(response);
    expect(events[0]).toMatchObject({ kind: 'start', dataVersion: '1', isStale: false, receivedAt: now.getTime() });
    expect(events.at(-1)).toEqual({ kind: 'end' });
    const results = events.flatMap((event) => (event.kind === 'result' ? [[event.key, event.result.kind]] : []));
    expect(results).toEqual(body(100).lines.map(({ key }) => [key, key <= 90 ? 'result' : 'not-available']));
    expect(events.filter(({ kind }) => kind === 'calendar')).toEqual([
      { kind: 'calendar', productId: 12_345, calendar: { steps: [['2020-01-01', 90_500]], maxLeadTimeDate: null } },
    ]);
  });

  it('takes 10,000 lines', async () => {
    expect(eventsIn(await check(body(10_000, [10_000])))).toMatchObject([
      { kind: 'start' },
      { kind: 'result', key: 10_000, result: { kind: 'not-available' } },
      { kind: 'calendar' },
      { kind: 'end' },
    ]);
  });

  it.each<[string, string | object]>([
    ['more lines', body(10_001)],
    ['no lines', {}],
    ['a quantity of 0', { lines: [{ key: 1, productId: 1, quantity: 0 }] }],
    ['part of a thousandth', { lines: [{ key: 1, productId: 1, quantity: 1.5 }] }],
    ['another field', { lines: [], quantity: 1 }],
    ['no JSON', '{"lines":'],
  ])('rejects %s', async (_, content) => {
    const response = await check(content);
    expect([response.status, response.headers['content-type']]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it.each([
    ['gzip, br', 'gzip'],
    ['br', undefined],
    ['gzip;q=0', undefined],
  ])('is encoded for a client that accepts %s as %s', async (accepted, encoding) => {
    const response = await open(body(1), { 'accept-encoding': accepted });
    expect([response.headers['content-encoding'], response.headers['vary']]).toEqual([encoding, 'Accept-Encoding']);
    response.destroy();
  });

  it('compresses each part for clients that accept it', async () => {
    const response = await open(body(1), { 'accept-encoding': 'br, gzip' });
    expect(response.headers['content-encoding']).toBe('gzip');
    const text = await firstTextOf(response.pipe(createGunzip()));
    response.destroy();
    expect(JSON.parse(linesIn(text)[0] ?? '')).toMatchObject({ kind: 'start' });
  });
});

const withoutStock = (store: Store) =>
  Object.assign(Object.create(store) as Store, {
    findStock: () => Promise.reject(new TypeError('rows out of order')),
  });

it('breaks off if it fails, and logs why', async () => {
  app = await runApp({}, { wrapStore: withoutStock });
  const response = await open(body(1));
  await expect(finished(response.resume())).rejects.toThrow('aborted');
  expect(app.log()).toMatch(/rows out of order.*order check failed/);
});

/** Answers §4.3 as the contract requires. */
const stock: Handler = (call, response) => {
  const { products } = JSON.parse(call.body) as { products: { productId: number; quantity: number }[] };
  const [example] = stockOfProductExample.results;
  const results = products.map(({ productId, quantity }) => ({
    item: { ...example?.item, productId, stockQuantity: quantity },
  }));
  return json({ ...stockOfProductExample, results })(call, response);
};
const startExternal = async (handler: Handler) => {
  upstream = await fakeUpstream(handler);
  const [token, key] = ['token', 'key'];
  app = await runApp({
    STOCK_UPSTREAM_URL: upstream.url.href,
    STOCK_UPSTREAM_TOKEN: token,
    STOCK_UPSTREAM_SUBSCRIPTION_KEY: key,
  });
  return upstream;
};

describe('of an external service', () => {
  it('gives a line without a result its reason and the request ID', async () => {
    await startExternal(refusal(403));
    const response = await check(body(2), { 'X-Request-Id': 'one-and-the-same' });
    const result = { kind: 'no-result', reason: 'not-allowed', requestId: 'one-and-the-same' };
    expect(eventsIn(response)).toMatchObject([
      { kind: 'start' },
      { kind: 'result', key: 1, result },
      { kind: 'result', key: 2, result },
      { kind: 'end' },
    ]);
  });

  it('ends with a line that says so if the user must sign in again', async () => {
    await startExternal((call, response) => (call.method === 'POST' ? stock : refusal(401))(call, response));
    const events = eventsIn(await check(body(2)));
    expect(events.at(-1)).toEqual({ kind: 'signed-out' });
    expect(events.filter(({ kind }) => kind === 'result')).toEqual([]);
  });

  it('is stopped when the client disconnects', async () => {
    const { abortedCalls } = await startExternal(hang);
    const response = await open(body(2));
    await firstTextOf(response);
    response.destroy();
    await vi.waitFor(() => expect(abortedCalls()).toBe(1));
    await vi.waitFor(() => expect(app.log()).toContain('stream closed prematurely'));
    expect(app.log()).not.toContain('order check failed');
  });

  it('begins at once, compressed too', async () => {
    await startExternal(hang);
    const response = await open(body(2), { 'accept-encoding': 'gzip' });
    expect(await firstTextOf(response.pipe(createGunzip()))).toContain('"kind":"start"');
    response.destroy();
  });
});
