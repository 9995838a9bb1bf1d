import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runApp, type AppResponse, type RunningApp } from '#server/running-app.fixture.ts';
import type { Store } from '#server/store/stock-store.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app.close());

const body = ({ text }: AppResponse): unknown => JSON.parse(text);
const path = '/gateway/availability?productId=12345';

describe('stock for a screen', () => {
  it('answers HEAD without a body', async () => {
    const response = await app.ask(path, { method: 'HEAD' });
    expect([response.status, response.text]).toEqual([200, '']);
  });

  it("ignores credentials in the page's headers", async () => {
    const headers = { Authorization: 'Bearer x', 'Ocp-Apim-Subscription-Key': 'x', 'Api-version': 'v9' };
    expect((await app.ask(path, { headers })).status).toBe(200);
  });
});

describe('URLs that try to escape the routes', () => {
  it.each([
    '/gateway/availability?productId=..%2f..',
    '/gateway/availability?productId=..%2f..%2fgateway%2fsession',
    '/gateway/availability?productId=%2e%2e',
    '/gateway/availability?productId=%2E',
    '/gateway/availability?productId=..\\..\\healthz',
    '/gateway/availability?productId=..%5c..%5chealthz',
    '/gateway/availability?productId=%00',
    '/gateway/availability?productId=1%00',
    '/gateway/availability?productId=1%0d%0aX:1',
    '/gateway/availability?productId=12345%3Fquantity=1',
    '/gateway/availability?productId=12345%2Fcalendar',
    '/gateway/availability?productId=12345;quantity=1',
    '/gateway/availability?productId=12345&productId=7',
    '/gateway/availability?productId=12345&quantity=1e3',
    '/gateway/availability?productId=12345&quantity=1&quantity=2',
    '/gateway/availability?productId=12345&quantity=%00',
    '/gateway/availability?productId=12345&__proto__=1',
    '/gateway/availability?productId=%D9%A1',
    '/gateway/availability?productId=abc',
    '/gateway/availability?productId=%ff',
    `/gateway/availability?productId=${'1'.repeat(101)}`,
    `/gateway/availability?productId=12345&${'a'.repeat(10_000)}`,
    '/gateway/availability',
    '/gateway/availability/',
    '/gateway/availability/12345',
    '/gateway//availability?productId=12345',
    '//gateway/availability?productId=12345',
    '/gateway/%61vailability/%',
    '/GATEWAY/availability?productId=12345',
    '/gateway/calendars?sort=id',
    '/gateway/calendars/12345',
    '/gateway/stock/12345',
    '/gateway/stock/../session',
    '/gateway/../api/stock/12345',
    '/gateway/products/nope',
    '/gateway/constructor',
  ])('%s', async (escape) => {
    const response = await app.ask(escape, { headers: { Accept: 'application/json' } });
    expect([400, 404]).toContain(response.status);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.text).not.toMatch(/node_modules|\/src\/|\.ts:|\bat \S+ \(|Error:|sqlite|FST_/i);
  });

  it.each(['%2e', '%2E%2e'])('rejects the product ID %s with an explanation', async (id) => {
    const response = await app.ask(`/gateway/availability?productId=${id}`);
    const errors = [{ path: 'productId', message: expect.stringMatching(/^productId must be /) }];
    expect(body(response)).toMatchObject({ status: 400, errors });
  });

  it('decodes an encoded character', async () => {
    expect((await app.ask('/gateway/%61vailability?productId=12345')).status).toBe(200);
  });
});

describe('request bodies', () => {
  it('have a size limit', async () => {
    const long = `{"productIds":[${' '.repeat(1_048_577)}]}`;
    const response = await app.ask('/gateway/calendars', { method: 'POST', body: long });
    expect(response.status).toBe(413);
    expect(body(response)).toMatchObject({ type: 'urn:stock-horizon:problem:payload-too-large' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense', ''])(
    'must be JSON, not %j',
    async (type) => {
      const asking = { method: 'POST', body: '{"products":[]}', headers: { 'Content-Type': type } };
      for (const each of ['/gateway/calendars', '/gateway/order-check'])
        expect((await app.ask(each, asking)).status).toBe(415);
      expect((await app.ask('/gateway/session', asking)).status).toBe(415);
      expect((await app.ask('/gateway/products/resolve', asking)).status).toBe(415);
    },
  );

  it("aren't read without a sign-in", async () => {
    const headers = { 'X-Forwarded-For': '10.0.0.1' };
    const response = await app.ask('/gateway/order-check', { method: 'POST', body: '{', headers });
    expect(response.status).toBe(401);
  });

  it("that never complete don't block other requests", async () => {
    const socket = connect(app.port, '127.0.0.1');
    const host = `127.0.0.1:${app.port}`;
    socket.write(`POST /gateway/order-check HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n`);
    socket.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"lines"');
    expect((await app.ask(path)).status).toBe(200);
    await new Promise((resolve) => socket.once('close', resolve).destroy());
    expect((await app.ask(path)).status).toBe(200);
    expect(app.log()).not.toMatch(/"level":50/);
  });
});

it('reports an unreadable store as temporary', async () => {
  const fault = Object.assign(new Error('disk I/O error'), { errcode: 10 });
  const wrapStore = (store: Store) =>
    Object.assign(Object.create(store) as Store, { findStock: () => Promise.reject(fault) });
  const lost = await runApp({}, { wrapStore });
  const response = await lost.ask(`${path}&quantity=1`);
  expect([response.status, response.headers['retry-after']]).toEqual([503, '5']);
  await lost.close();
});

describe('a slow response', () => {
  let slow: RunningApp;
  let requested: (() => void) | undefined;
  let response: (() => void) | undefined;
  beforeAll(async () => {
    slow = await runApp(
      {},
      {
        wrapStore: (store) => {
          const findStock = store.findStock.bind(store);
          return Object.assign(store, {
            findStock: async (...words: Parameters<typeof findStock>) => {
              requested?.();
              await new Promise<void>((resolve) => (response = resolve));
              return findStock(...words);
            },
          });
        },
      },
    );
  });
  afterAll(() => slow.close());

  const untilAsked = () => new Promise<void>((resolve) => (requested = resolve));
  const order = { lines: [{ key: 1, productId: 12_345, quantity: 1000 }] };

  it.each([
    ['GET', `${path}&quantity=1`, {}],
    ['POST', '/gateway/order-check', { body: order }],
  ])('arrives nevertheless (%s)', async (method, target, asking) => {
    const waiting = untilAsked();
    const answered = slow.ask(target, { method, ...asking });
    await waiting;
    await new Promise((resolve) => setTimeout(resolve, 50));
    response?.();
    expect((await answered).status).toBe(200);
  });

  it('is dropped silently when the browser disconnects', async () => {
    const waiting = untilAsked();
    const socket = connect(slow.port, '127.0.0.1');
    socket.write(`GET ${path}&quantity=1 HTTP/1.1\r\nHost: 127.0.0.1:${slow.port}\r\n\r\n`);
    await waiting;
    await new Promise((resolve) => socket.once('close', resolve).destroy());
    await new Promise((resolve) => setTimeout(resolve, 50));
    response?.();
    expect((await slow.ask('/healthz')).status).toBe(200);
    expect(slow.log()).not.toMatch(/"level":50/);
  });
});
