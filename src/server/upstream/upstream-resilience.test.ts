import { afterEach, describe, expect, it, vi } from 'vitest';

import { stockOfProductExample, stockOfProductsExample } from '#stock/contract/open-api-examples.ts';

import { type UpstreamSetup, setUpUpstream, noObserver } from './upstream-setup.fixture.ts';
import { hang, hangUp, json, type Handler, refusal, echoStock } from './upstream.fake.ts';
import type { UpstreamObserver } from './upstream-observer.ts';

let setup: UpstreamSetup;
afterEach(async () => {
  vi.useRealTimers();
  await setup.close();
});

const good = echoStock;
const calls = () => setup.upstream.calls.length;
const seconds = (count: number) => new Date(Date.now() + count * 1000).toUTCString();
const other = { path: '/stock/67890?quantity=1' };

/** Waits until the breaker is half-open. */
const rest = () =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, (setup.backend.retryAt ?? 0) - performance.now()) + 5));

const manyRequests = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => setup.send({ path: `/stock/${index + 1}?quantity=1` })));

/** A handler that waits for `release`. */
function held(handler: Handler): { handler: Handler; begun: Promise<void>; release: () => void } {
  let begin!: () => void;
  let release!: () => void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    handler: async (call, response) => {
      begin();
      await released;
      await handler(call, response);
    },
    begun,
    release: () => release(),
  };
}

describe('a failed call', () => {
  it.each<[string, Handler]>([
    ['500', refusal(500)],
    ['502', refusal(502)],
    ['503', refusal(503)],
    ['504', refusal(504)],
    ['408', refusal(408)],
    ['a closed connection', hangUp],
  ])('is retried until it succeeds: %s', async (_name, failing) => {
    setup = await setUpUpstream(good);
    setup.upstream.next = [failing, failing];
    const response = await setup.send();
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('stock-attempts');
    expect(calls()).toBe(3);
  });

  it('is attempted three times at most and reports that', async () => {
    setup = await setUpUpstream(refusal(500));
    const response = await setup.send();
    expect([response.status, response.headers['stock-attempts'], calls()]).toEqual([500, '3', 3]);
  });

  it.each([400, 401, 403, 404, 405, 413, 501, 505])("is not retried if that can't help: %d", async (status) => {
    setup = await setUpUpstream(refusal(status));
    const response = await setup.send();
    expect([response.status, response.headers['stock-attempts'], calls()]).toEqual([status, undefined, 1]);
  });
});

describe('a service that requests a pause', () => {
  it.each([
    ['in seconds', () => ({ 'Retry-After': '1' })],
    ['as a date', () => ({ 'Retry-After': seconds(1), Date: seconds(0) })],
  ])('is paused for a short one, %s, and then responds', async (_name, headers) => {
    setup = await setUpUpstream(good);
    setup.upstream.next = [(call, response) => refusal(429, headers())(call, response)];
    const startedAt = Date.now();
    expect((await setup.send()).status).toBe(200);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(950);
    expect(calls()).toBe(2);
  });

  it.each([
    ['in seconds', () => ({ 'Retry-After': '40' })],
    ['as a date', () => ({ 'Retry-After': seconds(40), Date: seconds(0) })],
  ])('passes a long one, %s, on to the browser and receives no requests meanwhile', async (_name, headers) => {
    setup = await setUpUpstream((call, response) => refusal(429, headers())(call, response));
    await setup.send();
    const { status, headers: answered, problem } = await setup.send(other);
    expect(status).toBe(429);
    expect(Number(answered['retry-after'])).toBeGreaterThan(35);
    expect(problem?.requestId).toBe('request-1');
    expect(calls()).toBe(1);
  });

  it.each(['0.5', 'soon', '-1', '', null])('is paused for our own time if Retry-After is %j', async (given) => {
    setup = await setUpUpstream(good);
    const busy = refusal(429, given === null ? {} : { 'Retry-After': given });
    setup.upstream.next = [busy, busy];
    expect((await setup.send()).status).toBe(200);
    setup.upstream.handler = busy;
    const { status, headers } = await setup.send(other);
    expect([status, headers['retry-after'], headers['stock-attempts'], calls()]).toEqual([429, undefined, '3', 6]);
  });

  it("doesn't receive the queued requests", async () => {
    setup = await setUpUpstream(refusal(429, { 'Retry-After': '60' }));
    const responses = await manyRequests(100);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(100);
    expect(calls()).toBe(16);
  });

  it('receives the queued requests after a short pause', async () => {
    setup = await setUpUpstream(good, { limits: { maxConcurrentCalls: 1 } });
    setup.upstream.next = [refusal(429, { 'Retry-After': '1' })];
    const responses = await manyRequests(3);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(calls()).toBe(4);
  });

  it('pauses one user by 429 and all users by 503', async () => {
    setup = await setUpUpstream(good);
    const ben = { credentials: { token: 'token-of-ben', subscriptionKey: 'key' } };
    setup.upstream.next = [refusal(429, { 'Retry-After': '40' })];
    expect([(await setup.send()).status, (await setup.send(ben)).status]).toEqual([429, 200]);
    setup.upstream.next = [refusal(503, { 'Retry-After': '40' })];
    expect([(await setup.send({ ...ben, ...other })).status, (await setup.send({ ...ben, ...other })).status]).toEqual([
      503, 503,
    ]);
    expect(calls()).toBe(3);
  });

  it('stays paused when the clock is set back', async () => {
    let now = Date.now();
    setup = await setUpUpstream(good, { now: () => now, elapsed: () => 0 });
    setup.upstream.next = [refusal(429, { 'Retry-After': '5' })];
    await setup.send();
    now -= 86_400_000;
    expect((await setup.send()).headers['retry-after']).toBe('5');
  });

  it.each([429, 503])('is paused for a minute at most by a %d, then one call is tried', async (status) => {
    let now = Date.now();
    setup = await setUpUpstream(good, { now: () => now });
    setup.upstream.next = [refusal(status, { 'Retry-After': '900' })];
    expect((await setup.send()).headers['retry-after']).toBe('60');
    expect((await setup.send(other)).headers['retry-after']).toBe('60');
    now += 60_001;
    const trial = held(refusal(status, { 'Retry-After': '900' }));
    setup.upstream.next = [trial.handler];
    const responses = manyRequests(10);
    await trial.begun;
    expect(calls()).toBe(2);
    trial.release();
    expect((await responses).map((response) => [response.status, response.headers['retry-after']])).toEqual(
      Array.from({ length: 10 }, () => [status, '60']),
    );
    expect(calls()).toBe(2);
    now += 60_001;
    expect((await manyRequests(10)).map((response) => response.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(calls()).toBe(12);
  });

  it('tries the next call if the trial is aborted or gets no response', async () => {
    let now = Date.now();
    setup = await setUpUpstream(good, { now: () => now });
    setup.upstream.next = [refusal(429, { 'Retry-After': '40' }), hang];
    await setup.send();
    now += 40_001;
    const browser = new AbortController();
    const trial = setup.send({ signal: browser.signal });
    await expect.poll(calls).toBe(2);
    const waiting = setup.send(other);
    browser.abort();
    await expect(trial).rejects.toThrow(/abort/i);
    expect((await waiting).status).toBe(200);
    setup.upstream.next = [refusal(429, { 'Retry-After': '40' }), hangUp];
    await setup.send({ path: '/stock/3?quantity=1' });
    now += 40_001;
    expect((await setup.send({ path: '/stock/4?quantity=1' })).status).toBe(200);
  });
});

describe('the circuit breaker', () => {
  const states: string[] = [];
  const observer: UpstreamObserver = { ...noObserver, breakerChanged: (state) => void states.push(state) };

  /** The first attempts of six requests fail, so the others aren't made. */
  async function open(handler: Handler): Promise<void> {
    states.length = 0;
    setup = await setUpUpstream(handler, { observer, limits: { maxAttempts: 1 } });
    await manyRequests(6);
  }

  it.each<[string, Handler]>([
    ['5xx', refusal(500)],
    ['no response', hangUp],
  ])('opens after six requests failed by %s, and reports when requests resume', async (_name, failing) => {
    await open(failing);
    expect(calls()).toBe(6);
    const { status, problem, headers } = await setup.send(other);
    expect([status, problem?.type]).toEqual([503, 'urn:stock-horizon:problem:upstream-resting']);
    expect(headers['retry-after']).toBe('1');
    const left = (setup.backend.retryAt ?? 0) - performance.now();
    expect(Math.abs(Date.parse(problem?.nextAttemptAt ?? '') - Date.now() - left)).toBeLessThan(2000);
    expect(calls()).toBe(6);
  });

  it('counts a request once, whatever its attempts', async () => {
    setup = await setUpUpstream(refusal(500));
    for (let productId = 1; productId <= 5; productId += 1)
      await setup.send({ path: `/stock/${productId}?quantity=1` });
    expect([calls(), setup.backend.retryAt]).toEqual([15, null]);
    expect((await setup.send(other)).status).toBe(503);
    expect(calls()).toBe(16);
  });

  it('stays closed for a product or a batch that always fails, and passes all others', async () => {
    setup = await setUpUpstream((call, response) => {
      const failing = call.url.startsWith('/stock/666') || call.url === '/stock';
      return (failing ? refusal(500) : good)(call, response);
    });
    const order = { operation: 'stockOfProducts', method: 'POST', path: '/stock', body: Buffer.from('{}') } as const;
    for (let view = 1; view <= 20; view += 1) {
      const [item, calendar, batch] = await Promise.all([
        setup.send({ path: `/stock/666?quantity=${view}` }),
        setup.send({ operation: 'productCalendar', path: '/stock/666/calendar' }),
        setup.send(order),
      ]);
      expect([item.status, calendar.status, batch.status]).toEqual([500, 500, 500]);
    }
    expect(setup.backend.retryAt).toBeNull();
    expect((await setup.send()).status).toBe(200);
  });

  it('no longer counts the failure of a request that succeeds at last', async () => {
    setup = await setUpUpstream(good);
    for (let productId = 1; productId <= 5; productId += 1) {
      setup.upstream.next = [refusal(500)];
      expect((await setup.send({ path: `/stock/${productId}?quantity=1` })).status).toBe(200);
    }
    setup.upstream.handler = refusal(500);
    await setup.send({ path: '/stock/6?quantity=1' });
    expect(setup.backend.retryAt).toBeNull();
  });

  it('stays closed if queued requests reach their deadline while others succeed', async () => {
    setup = await setUpUpstream(good, { observer, limits: { headersTimeout: 60_000, requestTimeout: 1_000 } });
    states.length = 0;
    await setup.send();
    setup.upstream.handler = hang;
    const responses = await manyRequests(6);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 504));
    expect([setup.backend.retryAt, states]).toEqual([null, []]);
  });

  it('drops queued requests at their deadline', async () => {
    setup = await setUpUpstream(hang, {
      limits: { headersTimeout: 60_000, requestTimeout: 300, maxConcurrentCalls: 1 },
    });
    const responses = await manyRequests(4);
    expect(responses.map(({ problem }) => problem?.detail)).toEqual(
      responses.map(() => 'No response from the stock service: it timed out.'),
    );
    // One that arrived a little later can still be sent when the first one's deadline frees its slot.
    expect(calls()).toBeLessThan(responses.length);
    setup.upstream.handler = good;
    expect((await setup.send()).status).toBe(200);
  });

  it('rejects the queued requests when it opens', async () => {
    setup = await setUpUpstream(refusal(500), {
      limits: { maxConcurrentCalls: 2, initialOpenTime: 5_000, maxOpenTime: 5_000 },
    });
    const responses = await manyRequests(50);
    expect(responses.filter(({ problem }) => problem?.type.endsWith(':upstream-resting')).length).toBeGreaterThan(40);
    expect(calls()).toBeLessThan(10);
  });

  it('stays open, and cached responses stay fresh, no longer when the clock is set back', async () => {
    let now = Date.now();
    setup = await setUpUpstream(good, { now: () => now, elapsed: () => performance.now() });
    await setup.send();
    vi.useFakeTimers({ toFake: ['Date'], now });
    setup.upstream.handler = refusal(503);
    await Promise.all(Array.from({ length: 8 }, (_, at) => setup.send({ path: `/stock/${at + 1}?quantity=1` })));
    now -= 86_400_000;
    vi.setSystemTime(now);
    const resting = await setup.send(other);
    expect([resting.problem?.type, Number(resting.headers['retry-after'])]).toEqual([
      'urn:stock-horizon:problem:upstream-resting',
      1,
    ]);
    expect((await setup.send()).headers['age']).toBe('0');
    await rest();
    setup.upstream.handler = good;
    expect((await setup.send(other)).status).toBe(200);
  });

  it('closes with the first response when half-open', async () => {
    await open(refusal(503));
    setup.upstream.handler = refusal(404);
    await rest();
    expect((await setup.send()).status).toBe(404);
    expect(setup.backend.retryAt).toBeNull();
    expect(states).toEqual(['open', 'half-open', 'closed']);
  });

  it('stays open longer after a failed half-open call', async () => {
    await open(refusal(503));
    const first = (setup.backend.retryAt ?? 0) - performance.now();
    await rest();
    const responses = await Promise.all([setup.send(), setup.send(other), setup.send({ path: '/stock/3' })]);
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(calls()).toBe(7);
    expect((setup.backend.retryAt ?? 0) - performance.now()).toBeGreaterThan(first);
  });

  it("doesn't count an aborted half-open call as success", async () => {
    await open(refusal(503));
    setup.upstream.handler = hang;
    await rest();
    const browser = new AbortController();
    const trying = setup.send({ signal: browser.signal });
    await expect.poll(calls).toBe(7);
    browser.abort();
    await expect(trying).rejects.toThrow(/abort/i);
    await expect.poll(() => states.at(-1)).toBe('open');
  });

  it.each([400, 401, 404, 429])('ignores status %d', async (status) => {
    setup = await setUpUpstream(refusal(status), { limits: { defaultPause: 0 } });
    const attempts = status === 429 ? 3 : 1;
    for (let productId = 1; productId <= 30; productId += 1) await setup.send({ path: `/stock/${productId}` });
    expect(calls()).toBe(30 * attempts);
    expect(setup.backend.retryAt).toBeNull();
  });

  it('tolerates one failure in three', async () => {
    setup = await setUpUpstream(good);
    for (let time = 0; time < 30; time += 1) {
      setup.upstream.next = [refusal(500)];
      expect((await setup.send({ bypassCache: true })).status).toBe(200);
    }
    expect(setup.backend.retryAt).toBeNull();
  });
});

describe('a cached response', () => {
  let now = Date.now();
  const minute = 60_000;
  async function askOnce(): Promise<void> {
    now = Date.now();
    setup = await setUpUpstream(good, { now: () => now });
    await setup.send();
  }

  it('serves the same request for a minute, with its age', async () => {
    await askOnce();
    now += 59_900;
    const response = await setup.send();
    expect([response.status, response.headers['age'], response.headers['stock-response'], calls()]).toEqual([
      200,
      '59',
      undefined,
      1,
    ]);
    now += 200;
    const later = await setup.send();
    expect([later.headers['age'], calls()]).toEqual([undefined, 2]);
  });

  it.each([
    ['another question', other],
    ['another token', { credentials: { token: 'token-of-ben', subscriptionKey: 'key' } }],
    ['another key', { credentials: { token: 'token-of-anna', subscriptionKey: 'key2' } }],
    ['a request that bypasses the cache', { bypassCache: true }],
    ['an expired token', { expiresAt: 1 }],
  ])("doesn't serve %s", async (_name, request) => {
    await askOnce();
    await setup.send(request);
    expect(calls()).toBe(2);
  });

  it("doesn't serve orders, as responses for many products aren't cached", async () => {
    setup = await setUpUpstream(json(stockOfProductsExample));
    const order = { operation: 'stockOfProducts', method: 'POST', path: '/stock', body: Buffer.from('{}') } as const;
    await setup.send(order);
    await setup.send(order);
    expect(calls()).toBe(2);
  });

  it.each([401, 403])('is dropped after a %d', async (status) => {
    await askOnce();
    setup.upstream.next = [refusal(status)];
    await setup.send(other);
    await setup.send();
    expect(calls()).toBe(3);
    setup.upstream.handler = refusal(500);
    expect((await setup.send(other)).status).toBe(500);
  });

  it.each([401, 403])('is dropped after a %d to a probe with the same credentials', async (status) => {
    await askOnce();
    const probe = { method: 'GET', path: '/stock/1', body: undefined, signal: new AbortController().signal } as const;
    const { authorization, 'ocp-apim-subscription-key': key } = setup.upstream.calls[0]?.headers ?? {};
    const headers = { Authorization: String(authorization), 'Ocp-Apim-Subscription-Key': String(key) };
    setup.upstream.next = [refusal(status), refusal(status)];
    await setup.backend.probe({ ...probe, headers: { ...headers, Authorization: 'Bearer another' } });
    await setup.send();
    expect(calls()).toBe(2);
    await setup.backend.probe({ ...probe, headers });
    await setup.send();
    expect(calls()).toBe(4);
  });

  it('is not stored if a 401 arrived while it was in flight', async () => {
    setup = await setUpUpstream(good);
    const slow = held(good);
    setup.upstream.next = [slow.handler, refusal(401)];
    const first = setup.send();
    await slow.begun;
    await setup.send(other);
    slow.release();
    expect((await first).status).toBe(200);
    await setup.send();
    expect(calls()).toBe(3);
  });

  it.each<[string, Handler]>([
    ['5xx', refusal(500)],
    ['no response', hangUp],
    ['a requested pause', refusal(503, { 'Retry-After': '40' })],
  ])('is served stale for %s, marked with its age', async (_name, failing) => {
    await askOnce();
    now += 12 * minute;
    setup.upstream.handler = failing;
    for (let time = 0; time < 4; time += 1) {
      const { status, headers, text } = await setup.send();
      expect([status, headers['stock-response'], headers['age']]).toEqual([200, 'stale', '720']);
      expect(JSON.parse(text)).toEqual(stockOfProductExample);
    }
  });

  it.each<[string, Handler, number]>([
    ['a refusal', refusal(404), 404],
    ['a requested pause', refusal(429, { 'Retry-After': '40' }), 429],
    ['a response that breaks the contract', json({}), 502],
  ])('is not served stale for %s', async (_name, handler, status) => {
    await askOnce();
    now += 2 * minute;
    setup.upstream.handler = handler;
    expect((await setup.send()).status).toBe(status);
  });

  it('is not served stale if the request bypasses the cache, or if it is too old', async () => {
    await askOnce();
    setup.upstream.handler = refusal(500);
    expect((await setup.send({ bypassCache: true })).status).toBe(500);
    now += 30 * minute + 1;
    expect((await setup.send()).status).toBeGreaterThanOrEqual(500);
  });
});

describe('concurrent identical requests', () => {
  it('share one upstream call per user', async () => {
    setup = await setUpUpstream(good);
    const ben = { credentials: { token: 'token-of-ben', subscriptionKey: 'key' } };
    const responses = await Promise.all([setup.send(), setup.send(), setup.send(ben), setup.send()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(calls()).toBe(2);
  });

  it('abort the upstream call when the last browser disconnects, not before', async () => {
    setup = await setUpUpstream(hang, { limits: { headersTimeout: 60_000 } });
    const [anna, ben] = [new AbortController(), new AbortController()];
    const first = setup.send({ signal: anna.signal });
    const second = setup.send({ signal: ben.signal });
    await expect.poll(calls).toBe(1);
    anna.abort();
    await expect(first).rejects.toThrow(/abort/i);
    expect(setup.upstream.abortedCalls()).toBe(0);
    ben.abort();
    await expect(second).rejects.toThrow(/abort/i);
    await expect.poll(setup.upstream.abortedCalls).toBe(1);
  });

  it('continue when one of several browsers disconnects', async () => {
    setup = await setUpUpstream(good);
    const slow = held(good);
    setup.upstream.next = [slow.handler];
    const browser = new AbortController();
    const first = setup.send({ signal: browser.signal });
    const second = setup.send();
    await slow.begun;
    browser.abort();
    await expect(first).rejects.toThrow(/abort/i);
    slow.release();
    expect((await second).status).toBe(200);
    expect(calls()).toBe(1);
  });

  it('start a new call after an abort', async () => {
    setup = await setUpUpstream(good);
    setup.upstream.next = [hang];
    const browser = new AbortController();
    const first = setup.send({ signal: browser.signal });
    await expect.poll(calls).toBe(1);
    browser.abort();
    await expect(first).rejects.toThrow(/abort/i);
    expect((await setup.send()).status).toBe(200);
  });
});

it('shares the call that replaced an aborted one', async () => {
  setup = await setUpUpstream(good);
  const slow = held(good);
  setup.upstream.next = [hang, slow.handler];
  const browser = new AbortController();
  const first = setup.send({ signal: browser.signal });
  await expect.poll(calls).toBe(1);
  browser.abort();
  const second = setup.send();
  await expect(first).rejects.toThrow(/abort/i);
  await slow.begun;
  const third = setup.send();
  slow.release();
  expect([(await second).status, (await third).status, calls()]).toEqual([200, 200, 2]);
});

it('limits concurrent calls, and rejects calls beyond the queue', async () => {
  let inFlight = 0;
  let most = 0;
  setup = await setUpUpstream(
    async (call, response) => {
      most = Math.max(most, (inFlight += 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      inFlight -= 1;
      await good(call, response);
    },
    { limits: { maxConcurrentCalls: 3, maxQueued: 4 } },
  );
  const paths = Array.from({ length: 10 }, (_, index) => `/stock/${index + 1}`);
  const responses = await Promise.all(paths.map((path) => setup.send({ path })));
  const turnedAway = responses.filter(({ status }) => status === 503);
  expect([most, responses.length - turnedAway.length, turnedAway.length]).toEqual([3, 7, 3]);
  expect(turnedAway[0]?.problem?.detail).toMatch(/Too many requests/);
  expect(turnedAway[0]?.headers['retry-after']).toBe('2');
});

it('reports the duration of a call in seconds', async () => {
  const taken: number[] = [];
  setup = await setUpUpstream(good, {
    observer: { ...noObserver, called: (_of, _how, seconds) => void taken.push(seconds) },
  });
  const startedAt = performance.now();
  setup.upstream.next = [hangUp];
  await setup.send();
  const whole = (performance.now() - startedAt) / 1000;
  expect(taken).toHaveLength(2);
  for (const seconds of taken) expect(seconds > 0 && seconds <= whole).toBe(true);
});

it('waits for pauses up to the maximum and no longer', async () => {
  setup = await setUpUpstream(good, { limits: { maxRetryAfterWait: 1000 } });
  setup.upstream.next = [refusal(429, { 'Retry-After': '1' })];
  expect([(await setup.send()).status, calls()]).toEqual([200, 2]);
  setup.upstream.next = [refusal(429, { 'Retry-After': '2' })];
  expect([(await setup.send(other)).status, calls()]).toEqual([429, 3]);
});

it('reports events to the observer', async () => {
  const told: string[] = [];
  const observer: UpstreamObserver = {
    called: (operation, outcome) =>
      void told.push(`${operation} ${'status' in outcome ? outcome.status : outcome.reason}`),
    retried: () => void told.push('again'),
    responded: (_operation, source) => void told.push(source),
    breakerChanged: () => undefined,
  };
  setup = await setUpUpstream(good, { observer });
  setup.upstream.next = [hangUp];
  await setup.send();
  await setup.send();
  expect(told).toEqual(['stockOfProduct broken-off', 'again', 'stockOfProduct 200', 'miss', 'hit']);
});
