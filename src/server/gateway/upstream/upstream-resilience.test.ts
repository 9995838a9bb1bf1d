import { afterEach, describe, expect, it, vi } from 'vitest';

import { stockOfProductExample, stockOfProductsExample } from '#contract/open-api-examples.ts';

import { type AskedUpstream, askedUpstream, noObserver } from './asked-upstream.fixture.ts';
import { hang, hangUp, json, type Manner, refusal, stockAsAsked } from './upstream.fake.ts';
import type { UpstreamObserver } from './upstream-observer.ts';

let asked: AskedUpstream;
afterEach(async () => {
  vi.useRealTimers();
  await asked.close();
});

const good = stockAsAsked;
const calls = () => asked.upstream.calls.length;
const seconds = (count: number) => new Date(Date.now() + count * 1000).toUTCString();
const other = { path: '/stock/67890?quantity=1' };

/** Waits until the breaker is half-open. */
const rest = () =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, (asked.backend.restsUntil ?? 0) - performance.now()) + 5));

const manyQuestions = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => asked.send({ path: `/stock/${index + 1}?quantity=1` })));

/** A handler that waits for `release`. */
function held(manner: Manner): { manner: Manner; begun: Promise<void>; release: () => void } {
  let begin!: () => void;
  let release!: () => void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    manner: async (call, response) => {
      begin();
      await released;
      await manner(call, response);
    },
    begun,
    release: () => release(),
  };
}

describe('a failed call', () => {
  it.each<[string, Manner]>([
    ['500', refusal(500)],
    ['502', refusal(502)],
    ['503', refusal(503)],
    ['504', refusal(504)],
    ['408', refusal(408)],
    ['a closed connection', hangUp],
  ])('is retried until it succeeds: %s', async (_name, failing) => {
    asked = await askedUpstream(good);
    asked.upstream.next = [failing, failing];
    const answer = await asked.send();
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('stock-attempts');
    expect(calls()).toBe(3);
  });

  it('is attempted three times at most and reports that', async () => {
    asked = await askedUpstream(refusal(500));
    const answer = await asked.send();
    expect([answer.status, answer.headers['stock-attempts'], calls()]).toEqual([500, '3', 3]);
  });

  it.each([400, 401, 403, 404, 405, 413, 429, 501, 505])("is not retried if that can't help: %d", async (status) => {
    asked = await askedUpstream(refusal(status));
    const answer = await asked.send();
    expect([answer.status, answer.headers['stock-attempts'], calls()]).toEqual([status, undefined, 1]);
  });
});

describe('a service that requests a pause', () => {
  it.each([
    ['in seconds', () => ({ 'Retry-After': '1' })],
    ['as a date', () => ({ 'Retry-After': seconds(1), Date: seconds(0) })],
  ])('is paused for a short one, %s, and then responds', async (_name, headers) => {
    asked = await askedUpstream(good);
    asked.upstream.next = [(call, response) => refusal(429, headers())(call, response)];
    const startedAt = Date.now();
    expect((await asked.send()).status).toBe(200);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(950);
    expect(calls()).toBe(2);
  });

  it.each([
    ['in seconds', () => ({ 'Retry-After': '40' })],
    ['as a date', () => ({ 'Retry-After': seconds(40), Date: seconds(0) })],
  ])('passes a long one, %s, on to the browser and receives no requests meanwhile', async (_name, headers) => {
    asked = await askedUpstream((call, response) => refusal(429, headers())(call, response));
    await asked.send();
    const { status, headers: answered, problem } = await asked.send(other);
    expect(status).toBe(429);
    expect(Number(answered['retry-after'])).toBeGreaterThan(35);
    expect(problem?.requestId).toBe('request-1');
    expect(calls()).toBe(1);
  });

  it("doesn't receive the queued requests", async () => {
    asked = await askedUpstream(refusal(429, { 'Retry-After': '60' }));
    const answers = await manyQuestions(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100);
    expect(calls()).toBe(16);
  });

  it('receives the queued requests after a short pause', async () => {
    asked = await askedUpstream(good, { limits: { callsAtOnce: 1 } });
    asked.upstream.next = [refusal(429, { 'Retry-After': '1' })];
    const answers = await manyQuestions(3);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(calls()).toBe(4);
  });

  it('pauses one user by 429 and all users by 503', async () => {
    asked = await askedUpstream(good);
    const ben = { credentials: { token: 'token-of-ben', subscriptionKey: 'key' } };
    asked.upstream.next = [refusal(429, { 'Retry-After': '40' })];
    expect([(await asked.send()).status, (await asked.send(ben)).status]).toEqual([429, 200]);
    asked.upstream.next = [refusal(503, { 'Retry-After': '40' })];
    expect([(await asked.send({ ...ben, ...other })).status, (await asked.send({ ...ben, ...other })).status]).toEqual([
      503, 503,
    ]);
    expect(calls()).toBe(3);
  });

  it('stays paused when the clock is set back', async () => {
    let now = Date.now();
    asked = await askedUpstream(good, { now: () => now, elapsed: () => 0 });
    asked.upstream.next = [refusal(429, { 'Retry-After': '5' })];
    await asked.send();
    now -= 86_400_000;
    expect((await asked.send()).headers['retry-after']).toBe('5');
  });

  it('is paused for 15 minutes at most', async () => {
    let now = Date.now();
    asked = await askedUpstream(good, { now: () => now });
    asked.upstream.next = [refusal(429, { 'Retry-After': '999999' })];
    await asked.send();
    expect((await asked.send()).headers['retry-after']).toBe('900');
    now += 900_001;
    expect((await asked.send()).status).toBe(200);
  });
});

describe('the circuit breaker', () => {
  const states: string[] = [];
  const observer: UpstreamObserver = { ...noObserver, breakerChanged: (state) => void states.push(state) };

  async function open(manner: Manner): Promise<void> {
    states.length = 0;
    asked = await askedUpstream(manner, { observer });
    await asked.send();
    await asked.send();
  }

  it.each<[string, Manner]>([
    ['5xx', refusal(500)],
    ['no response', hangUp],
  ])('opens after six failures by %s, and reports when requests resume', async (_name, failing) => {
    await open(failing);
    expect(calls()).toBe(6);
    const { status, problem, headers } = await asked.send(other);
    expect([status, problem?.type]).toEqual([503, 'urn:stock-horizon:problem:upstream-resting']);
    expect(headers['retry-after']).toBe('1');
    const left = (asked.backend.restsUntil ?? 0) - performance.now();
    expect(Math.abs(Date.parse(problem?.asksAgainAt ?? '') - Date.now() - left)).toBeLessThan(2000);
    expect(calls()).toBe(6);
  });

  it('stays closed if queued requests reach their deadline while others succeed', async () => {
    asked = await askedUpstream(good, { observer, limits: { headers: 60_000, wholeQuestion: 1_000 } });
    states.length = 0;
    await asked.send();
    asked.upstream.manner = hang;
    const answers = await manyQuestions(6);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 504));
    expect([asked.backend.restsUntil, states]).toEqual([null, []]);
  });

  it('drops queued requests at their deadline', async () => {
    asked = await askedUpstream(hang, { limits: { headers: 60_000, wholeQuestion: 300, callsAtOnce: 1 } });
    const answers = await manyQuestions(4);
    expect(answers.map(({ problem }) => problem?.detail)).toEqual(
      answers.map(() => 'No response from the stock service: it timed out.'),
    );
    expect(calls()).toBe(1);
    asked.upstream.manner = good;
    expect((await asked.send()).status).toBe(200);
  });

  it('rejects the queued requests when it opens', async () => {
    asked = await askedUpstream(refusal(500), { limits: { callsAtOnce: 2, firstRest: 5_000, longestRest: 5_000 } });
    const answers = await manyQuestions(50);
    expect(answers.filter(({ problem }) => problem?.type.endsWith(':upstream-resting')).length).toBeGreaterThan(40);
    expect(calls()).toBeLessThan(10);
  });

  it('stays open, and cached responses stay fresh, no longer when the clock is set back', async () => {
    let now = Date.now();
    asked = await askedUpstream(good, { now: () => now, elapsed: () => performance.now() });
    await asked.send();
    vi.useFakeTimers({ toFake: ['Date'], now });
    asked.upstream.manner = refusal(503);
    await asked.send(other);
    await asked.send(other);
    now -= 86_400_000;
    vi.setSystemTime(now);
    const resting = await asked.send(other);
    expect([resting.problem?.type, Number(resting.headers['retry-after'])]).toEqual([
      'urn:stock-horizon:problem:upstream-resting',
      1,
    ]);
    expect((await asked.send()).headers['age']).toBe('0');
    await rest();
    asked.upstream.manner = good;
    expect((await asked.send(other)).status).toBe(200);
  });

  it('closes with the first response when half-open', async () => {
    await open(refusal(503));
    asked.upstream.manner = refusal(404);
    await rest();
    expect((await asked.send()).status).toBe(404);
    expect(asked.backend.restsUntil).toBeNull();
    expect(states).toEqual(['open', 'half-open', 'closed']);
  });

  it('stays open longer after a failed half-open call', async () => {
    await open(refusal(503));
    const first = (asked.backend.restsUntil ?? 0) - performance.now();
    await rest();
    const answers = await Promise.all([asked.send(), asked.send(other), asked.send({ path: '/stock/3' })]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(calls()).toBe(7);
    expect((asked.backend.restsUntil ?? 0) - performance.now()).toBeGreaterThan(first);
  });

  it("doesn't count an aborted half-open call as success", async () => {
    await open(refusal(503));
    asked.upstream.manner = hang;
    await rest();
    const browser = new AbortController();
    const trying = asked.send({ signal: browser.signal });
    await expect.poll(calls).toBe(7);
    browser.abort();
    await expect(trying).rejects.toThrow(/abort/i);
    await expect.poll(() => states.at(-1)).toBe('open');
  });

  it.each([400, 401, 404, 429])('ignores status %d', async (status) => {
    asked = await askedUpstream(refusal(status));
    for (let time = 0; time < 30; time += 1) await asked.send();
    expect(calls()).toBe(30);
    expect(asked.backend.restsUntil).toBeNull();
  });

  it('tolerates one failure in three', async () => {
    asked = await askedUpstream(good);
    for (let time = 0; time < 30; time += 1) {
      asked.upstream.next = [refusal(500)];
      expect((await asked.send({ anew: true })).status).toBe(200);
    }
    expect(asked.backend.restsUntil).toBeNull();
  });
});

describe('a cached response', () => {
  let now = Date.now();
  const minute = 60_000;
  async function askOnce(): Promise<void> {
    now = Date.now();
    asked = await askedUpstream(good, { now: () => now });
    await asked.send();
  }

  it('serves the same request for a minute, with its age', async () => {
    await askOnce();
    now += 59_900;
    const answer = await asked.send();
    expect([answer.status, answer.headers['age'], answer.headers['stock-answer'], calls()]).toEqual([
      200,
      '59',
      undefined,
      1,
    ]);
    now += 200;
    const later = await asked.send();
    expect([later.headers['age'], calls()]).toEqual([undefined, 2]);
  });

  it.each([
    ['another question', other],
    ['another token', { credentials: { token: 'token-of-ben', subscriptionKey: 'key' } }],
    ['another key', { credentials: { token: 'token-of-anna', subscriptionKey: 'key2' } }],
    ['a request that bypasses the cache', { anew: true }],
    ['an expired token', { expiresAt: 1 }],
  ])("doesn't serve %s", async (_name, request) => {
    await askOnce();
    await asked.send(request);
    expect(calls()).toBe(2);
  });

  it("doesn't serve orders, as responses for many products aren't cached", async () => {
    asked = await askedUpstream(json(stockOfProductsExample));
    const order = { operation: 'stockOfProducts', method: 'POST', path: '/stock', body: Buffer.from('{}') } as const;
    await asked.send(order);
    await asked.send(order);
    expect(calls()).toBe(2);
  });

  it.each([401, 403])('is dropped after a %d', async (status) => {
    await askOnce();
    asked.upstream.next = [refusal(status)];
    await asked.send(other);
    await asked.send();
    expect(calls()).toBe(3);
    asked.upstream.manner = refusal(500);
    expect((await asked.send(other)).status).toBe(500);
  });

  it.each([401, 403])('is dropped after a %d to a probe with the same credentials', async (status) => {
    await askOnce();
    const probe = { method: 'GET', path: '/stock/1', body: undefined, signal: new AbortController().signal } as const;
    const { authorization, 'ocp-apim-subscription-key': key } = asked.upstream.calls[0]?.headers ?? {};
    const headers = { Authorization: String(authorization), 'Ocp-Apim-Subscription-Key': String(key) };
    asked.upstream.next = [refusal(status), refusal(status)];
    await asked.backend.probe({ ...probe, headers: { ...headers, Authorization: 'Bearer another' } });
    await asked.send();
    expect(calls()).toBe(2);
    await asked.backend.probe({ ...probe, headers });
    await asked.send();
    expect(calls()).toBe(4);
  });

  it('is not stored if a 401 arrived while it was in flight', async () => {
    asked = await askedUpstream(good);
    const slow = held(good);
    asked.upstream.next = [slow.manner, refusal(401)];
    const first = asked.send();
    await slow.begun;
    await asked.send(other);
    slow.release();
    expect((await first).status).toBe(200);
    await asked.send();
    expect(calls()).toBe(3);
  });

  it.each<[string, Manner]>([
    ['5xx', refusal(500)],
    ['no response', hangUp],
    ['a requested pause', refusal(503, { 'Retry-After': '40' })],
  ])('is served stale for %s, marked with its age', async (_name, failing) => {
    await askOnce();
    now += 12 * minute;
    asked.upstream.manner = failing;
    for (let time = 0; time < 4; time += 1) {
      const { status, headers, text } = await asked.send();
      expect([status, headers['stock-answer'], headers['age']]).toEqual([200, 'stale', '720']);
      expect(JSON.parse(text)).toEqual(stockOfProductExample);
    }
  });

  it.each<[string, Manner, number]>([
    ['a refusal', refusal(404), 404],
    ['a requested pause', refusal(429, { 'Retry-After': '40' }), 429],
    ['an answer that breaks the contract', json({}), 502],
  ])('is not served stale for %s', async (_name, manner, status) => {
    await askOnce();
    now += 2 * minute;
    asked.upstream.manner = manner;
    expect((await asked.send()).status).toBe(status);
  });

  it('is not served stale if the request bypasses the cache, or if it is too old', async () => {
    await askOnce();
    asked.upstream.manner = refusal(500);
    expect((await asked.send({ anew: true })).status).toBe(500);
    now += 30 * minute + 1;
    expect((await asked.send()).status).toBeGreaterThanOrEqual(500);
  });
});

describe('concurrent identical requests', () => {
  it('share one upstream call per user', async () => {
    asked = await askedUpstream(good);
    const ben = { credentials: { token: 'token-of-ben', subscriptionKey: 'key' } };
    const answers = await Promise.all([asked.send(), asked.send(), asked.send(ben), asked.send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(calls()).toBe(2);
  });

  it('abort the upstream call when the last browser disconnects, not before', async () => {
    asked = await askedUpstream(hang, { limits: { headers: 60_000 } });
    const [anna, ben] = [new AbortController(), new AbortController()];
    const first = asked.send({ signal: anna.signal });
    const second = asked.send({ signal: ben.signal });
    await expect.poll(calls).toBe(1);
    anna.abort();
    await expect(first).rejects.toThrow(/abort/i);
    expect(asked.upstream.calledOff()).toBe(0);
    ben.abort();
    await expect(second).rejects.toThrow(/abort/i);
    await expect.poll(asked.upstream.calledOff).toBe(1);
  });

  it('continue when one of several browsers disconnects', async () => {
    asked = await askedUpstream(good);
    const slow = held(good);
    asked.upstream.next = [slow.manner];
    const browser = new AbortController();
    const first = asked.send({ signal: browser.signal });
    const second = asked.send();
    await slow.begun;
    browser.abort();
    await expect(first).rejects.toThrow(/abort/i);
    slow.release();
    expect((await second).status).toBe(200);
    expect(calls()).toBe(1);
  });

  it('start a new call after an abort', async () => {
    asked = await askedUpstream(good);
    asked.upstream.next = [hang];
    const browser = new AbortController();
    const first = asked.send({ signal: browser.signal });
    await expect.poll(calls).toBe(1);
    browser.abort();
    await expect(first).rejects.toThrow(/abort/i);
    expect((await asked.send()).status).toBe(200);
  });
});

it('shares the call that replaced an aborted one', async () => {
  asked = await askedUpstream(good);
  const slow = held(good);
  asked.upstream.next = [hang, slow.manner];
  const browser = new AbortController();
  const first = asked.send({ signal: browser.signal });
  await expect.poll(calls).toBe(1);
  browser.abort();
  const second = asked.send();
  await expect(first).rejects.toThrow(/abort/i);
  await slow.begun;
  const third = asked.send();
  slow.release();
  expect([(await second).status, (await third).status, calls()]).toEqual([200, 200, 2]);
});

it('limits concurrent calls, and rejects calls beyond the queue', async () => {
  let underWay = 0;
  let most = 0;
  asked = await askedUpstream(
    async (call, response) => {
      most = Math.max(most, (underWay += 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      underWay -= 1;
      await good(call, response);
    },
    { limits: { callsAtOnce: 3, questionsWaiting: 4 } },
  );
  const paths = Array.from({ length: 10 }, (_, index) => `/stock/${index + 1}`);
  const answers = await Promise.all(paths.map((path) => asked.send({ path })));
  const turnedAway = answers.filter(({ status }) => status === 503);
  expect([most, answers.length - turnedAway.length, turnedAway.length]).toEqual([3, 7, 3]);
  expect(turnedAway[0]?.problem?.detail).toMatch(/Too many requests/);
  expect(turnedAway[0]?.headers['retry-after']).toBe('2');
});

it('reports the duration of a call in seconds', async () => {
  const taken: number[] = [];
  asked = await askedUpstream(good, {
    observer: { ...noObserver, called: (_of, _how, seconds) => void taken.push(seconds) },
  });
  const startedAt = performance.now();
  asked.upstream.next = [hangUp];
  await asked.send();
  const whole = (performance.now() - startedAt) / 1000;
  expect(taken).toHaveLength(2);
  for (const seconds of taken) expect(seconds > 0 && seconds <= whole).toBe(true);
});

it('waits for pauses up to the maximum and no longer', async () => {
  asked = await askedUpstream(good, { limits: { longestWait: 1000 } });
  asked.upstream.next = [refusal(429, { 'Retry-After': '1' })];
  expect([(await asked.send()).status, calls()]).toEqual([200, 2]);
  asked.upstream.next = [refusal(429, { 'Retry-After': '2' })];
  expect([(await asked.send(other)).status, calls()]).toEqual([429, 3]);
});

it('reports events to the observer', async () => {
  const told: string[] = [];
  const observer: UpstreamObserver = {
    called: (operation, outcome) =>
      void told.push(`${operation} ${'status' in outcome ? outcome.status : outcome.reason}`),
    retried: () => void told.push('again'),
    answered: (_operation, source) => void told.push(source),
    breakerChanged: () => undefined,
  };
  asked = await askedUpstream(good, { observer });
  asked.upstream.next = [hangUp];
  await asked.send();
  await asked.send();
  expect(told).toEqual(['stockOfProduct broken-off', 'again', 'stockOfProduct 200', 'miss', 'hit']);
});
