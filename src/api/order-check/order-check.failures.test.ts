import { describe, expect, it, vi } from 'vitest';

import { HttpError } from '#api/errors.ts';
import { real } from '#domain/entries.arbitrary.ts';
import { countedLine } from '#domain/order/order.sample.ts';

import { CheckedOrder, checkOf, entries, faulted, linesOf, serviceOf, sizesOf, upTo } from './checked-order.sample.ts';
import { type Fault, FaultyService } from './faulty-service.fake.ts';

/** An error response without details. */
const silent = { problem: null, sentence: null, requestId: null, retryAfter: null };

describe('a service that rejects a call as too large', () => {
  it('receives half as many lines per call from then on', async () => {
    const service = serviceOf(400);
    service.mostProducts = 60;
    const check = checkOf(service, linesOf(...upTo(400)));
    await check.check();
    expect(sizesOf(service).slice(0, 2)).toEqual([200, 200]);
    expect(Math.max(...sizesOf(service).slice(-4))).toBeLessThanOrEqual(60);
    expect(new Set(check.kinds)).toEqual(new Set(['answered']));
  });

  it.each<Fault>(['413', '400 size'])('may report it by %s', async (fault) => {
    const { service, kinds } = await faulted(8, [fault], 8);
    expect(sizesOf(service)).toEqual([8, 4, 4]);
    expect(new Set(kinds)).toEqual(new Set(['answered']));
  });
});

describe('a service that requests a pause', () => {
  it.each<[Fault, number]>([
    ['429 Retry-After seconds', 5000],
    ['429 Retry-After date', 3000],
    ['503 Retry-After', 2000],
    ['429', 2000],
  ])('gets it: %s', async (fault, milliseconds) => {
    const { service, kinds } = await faulted(3, [fault]);
    expect(service.waits).toEqual([milliseconds]);
    expect(kinds).toEqual(Array(3).fill('answered'));
  });

  it('receives no other requests meanwhile', async () => {
    const service = serviceOf(40);
    service.faults = ['429 Retry-After seconds'];
    const { askedAt } = service;
    const check = new CheckedOrder({ ...service.options, batchSize: 1 }, linesOf(...upTo(40)));
    const start = service.clock;
    await check.check();
    expect(askedAt.filter((at) => at > start && at < start + 5000)).toEqual([]);
    expect(askedAt.filter((at) => at === start).length).toBeLessThanOrEqual(8);
    expect(askedAt).toHaveLength(41);
  });

  it('receives no more requests if it requests pauses repeatedly', async () => {
    const { service, check } = await faulted(1, Array(99).fill('429'));
    expect(service.stockCalls).toHaveLength(20);
    expect(check.states[0]).toMatchObject({ kind: 'not-answered', reason: 'busy' });
  });

  it("isn't waited for if the pause is long", async () => {
    const service = serviceOf(900);
    const refusal = new HttpError({ ...silent, status: 429, retryAfter: 3600 });
    const ask = vi.fn(() => Promise.reject(refusal));
    const check = new CheckedOrder({ ...service.options, ask }, linesOf(...upTo(900)));
    await check.check();
    expect(ask.mock.calls.length).toBeLessThanOrEqual(4);
    expect(service.waits).toEqual([]);
    for (const state of check.states) expect(state).toMatchObject({ kind: 'not-answered', reason: 'busy' });
  });

  it('is shown as paused', async () => {
    const service = serviceOf(1);
    service.faults = ['429 Retry-After seconds'];
    const check = checkOf(service, linesOf(1));
    const start = service.clock;
    const seen = new Set<number | null>();
    check.subscribe(() => seen.add(check.getSnapshot().pausedUntil));
    await check.check();
    expect(seen).toEqual(new Set([null, start + 5000]));
    expect(check.getSnapshot().pausedUntil).toBeNull();
  });
});

describe('a failing service', () => {
  it.each<[Fault, string]>([
    ['500', 'service-error'],
    ['503', 'service-error'],
    ['timeout', 'timeout'],
    ['cut', 'no-connection'],
    ['no JSON', 'broken-answer'],
  ])('is retried after %s; its lines have no result if that fails too', async (fault, reason) => {
    const once = await faulted(3, [fault]);
    expect(once.kinds).toEqual(Array(3).fill('answered'));

    const always = await faulted(3, Array(40).fill(fault));
    expect(always.check.states[0]).toMatchObject({ kind: 'not-answered', reason });
    expect(always.check.getSnapshot().canRetry).toBe(true);
    always.service.faults = [];
    await always.check.check();
    expect(always.check.kinds).toEqual(Array(3).fill('answered'));
    expect(always.check.getSnapshot().canRetry).toBe(false);
  });

  it("isn't retried if the gateway already has", async () => {
    const service = serviceOf(3);
    const lines = linesOf(...upTo(3));
    let calls = 0;
    const ask = () => {
      calls += 1;
      return Promise.reject(new HttpError({ ...silent, status: 503, attempts: 3 }));
    };
    const check = new CheckedOrder({ ...service.options, ask }, lines);
    await check.check();
    expect(calls).toBe(1);
    expect(check.kinds).toEqual(Array(3).fill('not-answered'));
    expect(check.getSnapshot().canRetry).toBe(true);
  });

  it('receives no more requests once nothing works', async () => {
    const { service, kinds } = await faulted(10_000, Array(1000).fill('cut'));
    expect(service.stockCalls.length).toBeLessThan(20);
    expect(new Set(kinds)).toEqual(new Set(['not-answered']));
  });

  it('receives no more requests if all responses break the contract', async () => {
    const { service, kinds } = await faulted(10_000, Array(9000).fill('no JSON'));
    expect(service.stockCalls.length).toBeLessThan(120);
    expect(new Set(kinds)).toEqual(new Set(['not-answered']));
  });

  it('leaves only the lines of failed batches without a result', async () => {
    const { service, check, kinds } = await faulted(6, [null, 'cut', 'cut', 'cut'], 3);
    expect(kinds.filter((kind) => kind === 'answered')).toHaveLength(3);
    await check.check();
    expect(service.askedTwice).toEqual([]);
    expect(check.kinds).toEqual(Array(6).fill('answered'));
  });

  it('is narrowed down to the line that causes the failure', async () => {
    const service = serviceOf(64);
    const { ask, ...options } = service.options;
    const check = new CheckedOrder(
      {
        ...options,
        batchSize: 32,
        ask: (questions, signal) =>
          questions.some(({ productId }) => productId === 40)
            ? Promise.reject(new HttpError({ ...silent, status: 500 }))
            : ask(questions, signal),
      },
      linesOf(...upTo(64)),
    );
    await check.check();
    expect(check.kinds.flatMap((kind, index) => (kind === 'answered' ? [] : [index + 1]))).toEqual([40]);
  });
});

describe("a response that doesn't match the request", () => {
  it('is requested again if lines are missing', async () => {
    const { service, kinds } = await faulted(4, ['half']);
    expect(sizesOf(service)).toEqual([4, 2]);
    expect(kinds).toEqual(Array(4).fill('answered'));
  });

  it('is not reliable if lines stay missing', async () => {
    const { check, kinds } = await faulted(1, Array(9).fill('half'));
    expect(kinds).toEqual(['not-trusted']);
    expect(check.states[0]).toMatchObject({ finding: { kind: 'missing' } });
  });

  it.each<[Fault, string[]]>([
    ['swapped', ['answered', 'answered', 'answered']],
    ['foreign beside', ['answered', 'answered', 'answered']],
    ['foreign in place', ['not-trusted', 'answered', 'not-trusted']],
    ['other quantity', ['not-trusted', 'answered', 'not-trusted']],
    ['other day', ['not-trusted', 'answered', 'not-trusted']],
    ['deleted', ['not-trusted', 'answered', 'not-trusted']],
    ['doubled', ['not-trusted', 'answered', 'answered']],
  ])('is detected: %s', async (fault, expected) => {
    const { service, check, kinds } = await faulted(3, [fault]);
    expect(kinds).toEqual(expected);
    await check.check();
    expect(check.kinds).toEqual(Array(3).fill('answered'));
    expect(service.stockCalls.slice(1).flat()).toHaveLength(expected.filter((kind) => kind === 'not-trusted').length);
  });
});

describe('a service that rejects calls without details', () => {
  it('has the failing lines found, and settled by their calendars', async () => {
    const service = new FaultyService(
      new Map([...upTo(60).map((id) => [id, entries] as const), [61, [real('2026-03-20', 5)]] as const]),
      'names nothing',
    );
    const lines = [
      ...linesOf(...upTo(60)),
      countedLine(61, { productId: 61, quantity: 6000 }),
      countedLine(62, { productId: 99 }),
    ];
    const check = checkOf(service, lines);
    await check.check();
    expect(check.kinds).toEqual([...Array(60).fill('answered'), 'not-available', 'unknown-product']);
  });

  it("with an empty calendar doesn't know the product", async () => {
    const check = checkOf(serviceOf(1, 'names nothing, empty calendars'), linesOf(1, 9));
    await check.check();
    expect(check.kinds).toEqual(['answered', 'unknown-product']);
  });

  it('never makes available stock appear as not available', async () => {
    const { kinds } = await faulted(1, ['404 nothing named']);
    expect(kinds).toEqual(['not-answered']);
  });

  it('receives no more requests after twenty single failures, without marking products as unknown', async () => {
    const service = serviceOf(0, 'names nothing');
    const lines = linesOf(...upTo(500));
    const check = checkOf(service, lines);
    await check.check();
    expect(new Set(check.kinds)).toEqual(new Set(['not-answered']));
    expect(check.states[0]).toMatchObject({ reason: 'stopped' });
    expect(service.stockCalls.length).toBeLessThan(80);
  });

  it('may know none of a few products', async () => {
    const check = checkOf(serviceOf(0, 'names nothing'), linesOf(1, 2, 3));
    await check.check();
    expect(check.kinds).toEqual(Array(3).fill('unknown-product'));
  });

  it('may not know many products once it has returned a result for one', async () => {
    const lines = linesOf(1, ...upTo(60).map((id) => id + 100));
    const check = checkOf(serviceOf(1, 'names nothing'), lines, 1);
    await check.check();
    expect(check.kinds).toEqual(['answered', ...Array(60).fill('unknown-product')]);
  });
});

it('ends the check if the credentials lack permission', async () => {
  const service = serviceOf(900);
  const lines = linesOf(...upTo(900));
  const refusal = new HttpError({
    status: 403,
    problem: null,
    sentence: 'Not for you.',
    requestId: 'r-1',
    retryAfter: null,
  });
  const ask = vi.fn(() => Promise.reject(refusal));
  const check = new CheckedOrder({ ...service.options, ask }, lines);
  await check.check();
  expect(ask.mock.calls.length).toBeLessThanOrEqual(4);
  for (const state of [check.states[0], check.states[899]]) {
    expect(state).toEqual({
      kind: 'not-answered',
      reason: 'not-allowed',
      requestId: 'r-1',
      sentence: 'Not for you.',
    });
  }
});
