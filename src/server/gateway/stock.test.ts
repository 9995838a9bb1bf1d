import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CalendarEntryEnvelope, ProductCalendarEnvelope, StockItemEnvelope } from '#stock/contract/envelope.ts';
import { runApp, type Answer, type RunningApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';
import type { Store } from '#server/store/stock-store.ts';

let app: RunningApp;
let serviceHeaders: Record<string, string>;
beforeAll(async () => {
  app = await runApp();
  serviceHeaders = {
    Authorization: `Bearer ${await signToken(app.secrets.jwtSecret ?? '', { subject: 'x', expiresAt: 4_000_000_000 })}`,
    'Ocp-Apim-Subscription-Key': app.secrets.subscriptionKeys[0] ?? '',
    'Api-version': 'v1',
  };
});
afterAll(() => app.close());

const body = ({ text }: Answer): unknown => JSON.parse(text);

describe('the four operations', () => {
  it.each([
    ['GET', '/stock/12345?quantity=40', undefined],
    ['GET', '/stock/12345', undefined],
    ['GET', '/stock/12345/calendar?includeMaxLeadTime=true', undefined],
    ['GET', '/stock/calendar?filter=productid.eq.any(12345,7)&page=1&pageSize=10&includeMaxLeadTime=true', undefined],
    ['POST', '/stock/calendar?filter=productid.eq.12345', undefined],
    ['POST', '/stock', { products: [{ productId: 12_345, quantity: 1.5 }] }],
    ['GET', '/stock/7', undefined],
    ['GET', '/stock/12345?quantity=1e3', undefined],
    ['GET', '/stock/12345?quantity=1&quantity=2', undefined],
    ['GET', '/stock/12345?__proto__=1', undefined],
    ['GET', '/stock/12345?quantity=%00', undefined],
    ['GET', '/stock/12345#quantity=1', undefined],
    ['GET', '/stock/abc', undefined],
    ['GET', '/stock/1..', undefined],
    ['GET', '/stock/..1', undefined],
    ['GET', '/stock/%D9%A1', undefined],
    ['GET', '/stock/calendar?sort=id', undefined],
    ['POST', '/stock', { products: [] }],
    ['POST', '/stock', { products: [{ productId: 7, quantity: 1 }] }],
    ['POST', '/stock', '{"products":'],
  ])('%s %s responds like the service', async (method, path, content) => {
    const asking = { method, ...(content !== undefined && { body: content }) };
    const id = { 'X-Request-Id': 'one-and-the-same' };
    const expected = await app.ask(`/api${path}`, { ...asking, headers: { ...serviceHeaders, ...id } });
    const answer = await app.ask(`/gateway${path}`, { ...asking, headers: id });
    expect(answer.text).toBe(expected.text);
    expect(answer.status).toBe(expected.status);
    expect(answer.headers['content-type']).toBe(expected.headers['content-type']);
    expect(answer.headers['x-request-id']).toBe('one-and-the-same');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('satisfy the contract', async () => {
    StockItemEnvelope.parse(body(await app.ask('/gateway/stock/12345?quantity=90.5')));
    CalendarEntryEnvelope.parse(body(await app.ask('/gateway/stock/12345/calendar')));
    ProductCalendarEnvelope.parse(body(await app.ask('/gateway/stock/calendar')));
  });

  it('answer HEAD without a body', async () => {
    const answer = await app.ask('/gateway/stock/12345', { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  it("ignore credentials in the page's headers", async () => {
    const headers = { Authorization: 'Bearer x', 'Ocp-Apim-Subscription-Key': 'x', 'Api-version': 'v9' };
    expect((await app.ask('/gateway/stock/12345', { headers })).status).toBe(200);
  });
});

describe('URLs that try to escape the operations', () => {
  it.each([
    '/gateway/stock/..%2f..',
    '/gateway/stock/..%2f..%2fgateway%2fsession',
    '/gateway/stock/%2e%2e',
    '/gateway/stock/%2e%2e/calendar',
    '/gateway/stock/%2E/calendar',
    '/gateway/stock/../session',
    '/gateway/stock/..\\..\\healthz',
    '/gateway/stock/..%5c..%5chealthz',
    '/gateway/stock/%00',
    '/gateway/stock/1%00/calendar',
    '/gateway/stock/1%0d%0aX:1',
    '/gateway/stock/12345%3Fquantity=1',
    '/gateway/stock/12345%2Fcalendar',
    '/gateway/stock/12345;quantity=1',
    '/gateway//stock/12345',
    '//gateway/stock/12345',
    '/gateway/stock//calendar',
    '/gateway/stock/12345/',
    '/gateway/stock/12345/calendar/',
    '/gateway/../api/stock/12345',
    '/gateway/%73tock/%',
    '/gateway/stock/%ff',
    `/gateway/stock/${'1'.repeat(101)}`,
    `/gateway/stock/12345?${'a'.repeat(10_000)}`,
    '/gateway/stock/12345/calendar/more',
    '/gateway/stock/calendar/calendar',
    '/GATEWAY/stock/12345',
    '/gateway/products/nope',
    '/gateway/constructor',
  ])('%s', async (path) => {
    const answer = await app.ask(path, { headers: { Accept: 'application/json' } });
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.text).not.toMatch(/node_modules|\/src\/|\.ts:|\bat \S+ \(|Error:|sqlite|FST_/i);
  });

  it.each(['%2e', '%2E%2e'])('rejects the product ID %s with an explanation', async (id) => {
    const answer = await app.ask(`/gateway/stock/${id}`);
    const errors = [{ path: 'productId', message: 'productId must be a whole number.' }];
    expect(body(answer)).toMatchObject({ status: 400, errors });
  });

  it('decodes an encoded character', async () => {
    expect((await app.ask('/gateway/%73tock/12345')).status).toBe(200);
  });
});

describe('request bodies', () => {
  it("have the service's size limit", async () => {
    const answer = await app.ask('/gateway/stock', { method: 'POST', body: `{"products":[${' '.repeat(1_048_577)}]}` });
    expect(answer.status).toBe(413);
    expect(body(answer)).toMatchObject({ type: 'urn:stock-horizon:problem:payload-too-large' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense', ''])(
    'must be JSON, not %j',
    async (type) => {
      const asking = { method: 'POST', body: '{"products":[]}', headers: { 'Content-Type': type } };
      expect((await app.ask('/gateway/stock', asking)).status).toBe(415);
      expect((await app.ask('/gateway/session', asking)).status).toBe(415);
      expect((await app.ask('/gateway/products/resolve', asking)).status).toBe(415);
    },
  );

  it("aren't read without a sign-in", async () => {
    const headers = { 'X-Forwarded-For': '10.0.0.1' };
    const answer = await app.ask('/gateway/stock', { method: 'POST', body: '{', headers });
    expect(answer.status).toBe(401);
  });

  it("that never complete don't block other requests", async () => {
    const socket = connect(app.port, '127.0.0.1');
    const host = `127.0.0.1:${app.port}`;
    socket.write(`POST /gateway/stock HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n`);
    socket.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"products"');
    expect((await app.ask('/gateway/stock/12345')).status).toBe(200);
    await new Promise((resolve) => socket.once('close', resolve).destroy());
    expect((await app.ask('/gateway/stock/12345')).status).toBe(200);
    expect(app.log()).not.toMatch(/"level":50/);
  });
});

it('reports an unreadable store as temporary', async () => {
  const fault = Object.assign(new Error('disk I/O error'), { errcode: 10 });
  const wrapStore = (store: Store) =>
    Object.assign(Object.create(store) as Store, { findStock: () => Promise.reject(fault) });
  const lost = await runApp({}, { wrapStore });
  const answer = await lost.ask('/gateway/stock/12345');
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
  await lost.close();
});

describe('a slow response', () => {
  let slow: RunningApp;
  let asked: (() => void) | undefined;
  let answer: (() => void) | undefined;
  beforeAll(async () => {
    slow = await runApp(
      {},
      {
        wrapStore: (store) => {
          const findStock = store.findStock.bind(store);
          return Object.assign(store, {
            findStock: async (...words: Parameters<typeof findStock>) => {
              asked?.();
              await new Promise<void>((resolve) => (answer = resolve));
              return findStock(...words);
            },
          });
        },
      },
    );
  });
  afterAll(() => slow.close());

  const untilAsked = () => new Promise<void>((resolve) => (asked = resolve));
  const order = { products: [{ productId: 12_345, quantity: 1 }] };

  it.each([
    ['GET', '/gateway/stock/12345', {}],
    ['POST', '/gateway/stock', { body: order }],
  ])('arrives nevertheless (%s)', async (method, path, asking) => {
    const waiting = untilAsked();
    const answered = slow.ask(path, { method, ...asking });
    await waiting;
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer?.();
    expect((await answered).status).toBe(200);
  });

  it('is dropped silently when the browser disconnects', async () => {
    const waiting = untilAsked();
    const socket = connect(slow.port, '127.0.0.1');
    socket.write(`GET /gateway/stock/12345 HTTP/1.1\r\nHost: 127.0.0.1:${slow.port}\r\n\r\n`);
    await waiting;
    await new Promise((resolve) => socket.once('close', resolve).destroy());
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer?.();
    expect((await slow.ask('/healthz')).status).toBe(200);
    expect(slow.log()).not.toMatch(/"level":50/);
  });
});
