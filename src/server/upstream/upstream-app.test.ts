import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Session } from '#stock/contract/gateway-responses.ts';
import { productCalendarExample, stockOfProductsExample } from '#stock/contract/open-api-examples.ts';
import { cookieOf, runApp, type AppResponse, type RunningApp } from '#server/running-app.fixture.ts';

import { quickLimits } from './upstream-setup.fixture.ts';
import { echoStock, type FakeUpstream, fakeUpstream, hang, hangUp, json, refusal } from './upstream.fake.ts';

let upstream: FakeUpstream;
let app: RunningApp;
beforeAll(async () => {
  upstream = await fakeUpstream(json(productCalendarExample), '/stock-service');
  app = await runApp(
    {
      STOCK_UPSTREAM_URL: upstream.url.href,
      STOCK_UPSTREAM_TOKEN: 'token-of-all',
      STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key-of-all',
    },
    // Long, so that the order of calls isn't a matter of time.
    { upstreamLimits: { ...quickLimits, maxBackgroundWait: 60_000 } },
  );
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});

/** Logged warnings of requests `failed-0` and so on. */
const warnings = () =>
  app
    .log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ level, reqId }) => level === 40 && String(reqId).startsWith('failed-'))
    .map(({ level: _level, time: _time, pid: _pid, hostname: _hostname, msg: _msg, ...facts }) => facts);

const body = ({ text }: AppResponse): unknown => JSON.parse(text);

describe('a gateway to an external service', () => {
  it('shows the service but none of its credentials', async () => {
    const response = await app.ask('/gateway/session');
    const { service, signedIn } = Session.parse(body(response));
    expect(service).toMatchObject({ kind: 'upstream', baseUrl: upstream.url.href });
    expect(signedIn).toBe(true);
    expect(response.text + app.log()).not.toMatch(/token-of-all|key-of-all/);
  });

  it("doesn't serve the embedded API", async () => {
    for (const path of ['/api/stock/12345', '/api/openapi.json', '/api'])
      expect((await app.ask(path, { headers: { Accept: 'application/json' } })).status).toBe(404);
  });

  it('is healthy while its store is readable, whatever the state of the upstream', async () => {
    expect((await app.ask('/healthz')).status).toBe(200);
  });

  it('sends requests with the shared credentials and without cookies', async () => {
    const { length } = upstream.calls;
    const headers = { Cookie: 'a=b', 'X-Request-Id': 'r-1' };
    const response = await app.ask('/gateway/availability?productId=12345', { headers });
    const entries = productCalendarExample.results.map(
      ({ item: { stockDate, stockQuantity, isMaxLeadTime, isDeleted } }) => ({
        stockDate,
        stockQuantity,
        isMaxLeadTime,
        isDeleted,
      }),
    );
    expect([response.status, body(response)]).toMatchObject([200, { calendar: { entries, unreadable: 0 } }]);
    const call = upstream.calls[length];
    expect(call?.url).toBe('/stock-service/stock/12345/calendar?includeMaxLeadTime=true');
    expect(call?.headers).toMatchObject({ authorization: 'Bearer token-of-all', 'x-request-id': 'r-1' });
    expect(call?.headers).not.toHaveProperty('cookie');
    upstream.next = [json(stockOfProductsExample)];
    const products = stockOfProductsExample.results.map(({ item }) => item);
    const order = products.map(({ productId, stockQuantity: quantity }) => ({ productId, quantity }));
    const lines = order.map(({ productId, quantity }, index) => ({
      key: index + 1,
      productId,
      quantity: quantity * 1000,
    }));
    expect((await app.ask('/gateway/order-check', { method: 'POST', body: { lines } })).status).toBe(200);
    const bulk = upstream.calls.find(({ method }) => method === 'POST');
    expect(JSON.parse(bulk?.body ?? '')).toEqual({ products: order });
  });

  it('answers from the cache, and bypasses it on no-cache', async () => {
    await app.ask('/gateway/availability?productId=12345');
    const { length } = upstream.calls;
    expect((await app.ask('/gateway/availability?productId=12345')).status).toBe(200);
    expect(upstream.calls).toHaveLength(length);
    const uncached = await app.ask('/gateway/availability?productId=12345', {
      headers: { 'Cache-Control': 'no-cache' },
    });
    expect([uncached.status, upstream.calls.length]).toEqual([200, length + 1]);
    upstream.next = [hangUp, hangUp, hangUp];
    const failed = await app.ask('/gateway/availability?productId=12345', { headers: { 'Cache-Control': 'no-cache' } });
    expect([failed.status, failed.headers['stock-attempts']]).toEqual([502, '3']);
  });

  it('checks promises and watches when no look-up is in flight', async () => {
    const cookie = cookieOf(await app.ask('/gateway/session')) ?? '';
    const headers = { Cookie: cookie };
    const line = { product: 'Crêpe', quantity: 40_000, unit: 'm' };
    const watch = { ...line, productId: 21, shipBy: null, when: ['moves'], days: 1, endsAfter: 30 };
    const promised = { kind: 'expected', date: '2027-01-04' };
    const lines = [{ ...line, productId: 22, promised }];
    const letter = { day: '2026-11-21', checkedAt: 1_795_000_000_000, lines, text: 'Told' };
    expect(
      (await app.ask('/gateway/promises/a-letter-of-everybody', { method: 'PUT', headers, body: letter })).status,
    ).toBe(201);

    const { length } = upstream.calls;
    const lookUp = (productId: number) => app.ask(`/gateway/availability?productId=${productId}`);
    let release!: () => void;
    upstream.next = [
      (call, response) => {
        release = () => void json(productCalendarExample)(call, response);
      },
      json(productCalendarExample),
      echoStock,
      echoStock,
    ];
    const products = () => upstream.calls.slice(length).map(({ url }) => /\/stock\/(\d+)/.exec(url)?.[1]);
    const first = lookUp(31);
    await expect.poll(products).toEqual(['31']);
    const checks = [
      app.ask('/gateway/watches', { method: 'PUT', headers, body: { watches: [watch] } }),
      app.ask('/gateway/promises/check', { method: 'POST', headers, body: { always: true } }),
    ];
    // Both are with the server once its responses to others come back.
    for (let round = 0; round < 5; round += 1) await app.ask('/gateway/watches', { headers });
    await lookUp(32);
    expect(products()).toEqual(['31', '32']);
    release();
    expect((await Promise.all([first, ...checks])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(products())).toEqual(new Set(['31', '32', '21', '22']));
  });

  it('aborts a request when its browser disconnects', async () => {
    upstream.next = [hang];
    const { length } = upstream.calls;
    const browser = new AbortController();
    const asking = fetch(`http://127.0.0.1:${app.port}/gateway/availability?productId=8`, { signal: browser.signal });
    await expect.poll(() => upstream.calls.length).toBe(length + 1);
    const abortedCalls = upstream.abortedCalls();
    browser.abort();
    await expect(asking).rejects.toThrow(/abort/i);
    await expect.poll(upstream.abortedCalls).toBe(abortedCalls + 1);
    await app.ask('/healthz');
    expect(app.log()).not.toMatch(/request failed|"level":50/);
  });

  it('logs each failed upstream request once', async () => {
    const failing = [hangUp, hangUp, hangUp, refusal(501), json({}), refusal(404)];
    upstream.next = [...failing];
    for (const [index, productId] of [11, 12, 13, 14].entries())
      await app.ask(`/gateway/availability?productId=${productId}`, { headers: { 'X-Request-Id': `failed-${index}` } });
    expect(warnings()).toEqual([
      { reqId: 'failed-0', operation: 'productCalendar', reason: 'broken-off', code: 'UND_ERR_SOCKET' },
      { reqId: 'failed-1', operation: 'productCalendar', status: 501 },
      { reqId: 'failed-2', operation: 'productCalendar', reason: 'contract-broken', where: 'parameters is missing' },
    ]);
  });

  it('neither logs nor returns credentials that the upstream rejects', async () => {
    upstream.next = [refusal(401, { 'WWW-Authenticate': 'Bearer' })];
    const response = await app.ask('/gateway/availability?productId=9');
    expect(response.status).toBe(401);
    expect(response.text + JSON.stringify(response.headers) + app.log()).not.toMatch(/token-of-all|key-of-all/);
  });
});

it("hides a demo catalog, as its products aren't those of the service", async () => {
  const response = await app.ask('/gateway/products/resolve', { method: 'POST', body: { keys: ['12345', 'CR-77'] } });
  expect(body(response)).toEqual({ products: [{ productId: 12_345, name: null, sku: null, unit: null }, null] });
  expect(body(await app.ask('/gateway/products?q=alize'))).toMatchObject({ products: [] });
  expect(Session.parse(body(await app.ask('/gateway/session'))).service).toMatchObject({
    demo: false,
    searchable: false,
  });
});
