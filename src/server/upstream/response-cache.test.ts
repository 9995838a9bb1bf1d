import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import { responseCache, SharedCalls } from './response-cache.ts';

const anna = { credentialKey: 'anna', request: 'GET /stock/1 ' };
const ben = { ...anna, credentialKey: 'ben' };
const responseOf = (bytes = 10): BackendResponse => ({ status: 200, headers: {}, body: Buffer.alloc(bytes, 'x') });

let now = 0;
const cache = (cacheBytes = 100_000) => responseCache({ cacheBytes, maxStale: 1000 }, () => now);
beforeEach(() => {
  now = 5000;
});

describe('a cached response', () => {
  it('is found by credentials and request until it is older than the requested age', () => {
    const responses = cache();
    const response = responseOf();
    responses.store(anna, response, responses.ticket());
    now += 60;
    expect(responses.find(anna, 60)).toEqual({ response, receivedAt: 5000 });
    expect(responses.find(anna, 59)).toBeUndefined();
    expect(responses.find(ben, 60)).toBeUndefined();
    expect(responses.find({ ...anna, request: 'GET /stock/2 ' }, 60)).toBeUndefined();
  });

  it('expires when it is too old to be served stale, whatever age is requested', async () => {
    const responses = cache();
    responses.store(anna, responseOf(), responses.ticket());
    now += 1001;
    // The cache caches the clock for a moment, so wait until it reads it again.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(responses.find(anna, Infinity)).toBeUndefined();
  });

  it('is evicted when the cache is full, counting its overhead', () => {
    const responses = cache(20_000);
    const keys = Array.from({ length: 40 }, (_, index) => ({ credentialKey: 'anna', request: `GET /stock/${index} ` }));
    for (const key of keys) responses.store(key, responseOf(), responses.ticket());
    const left = keys.filter((key) => responses.find(key, 1000) !== undefined);
    expect(left).toEqual(keys.slice(-left.length));
    expect(left.length).toBeGreaterThan(30);
    expect(left.length).toBeLessThan(40);
  });

  it('is not stored if larger than an eighth of the cache', () => {
    const responses = cache(80_000);
    responses.store(anna, responseOf(9000), responses.ticket());
    responses.store(ben, responseOf(9600), responses.ticket());
    expect([responses.find(anna, 1000), responses.find(ben, 1000)]).toEqual([expect.anything(), undefined]);
  });
});

describe('the responses of one user', () => {
  it('are dropped for that user only', () => {
    const responses = cache();
    responses.store(anna, responseOf(), responses.ticket());
    responses.store(ben, responseOf(), responses.ticket());
    responses.drop('anna');
    expect([responses.find(anna, 1000), responses.find(ben, 1000)]).toEqual([undefined, expect.anything()]);
  });

  it('are not stored if requested before the drop, but are if requested after it', () => {
    const responses = cache();
    const [before, bens] = [responses.ticket(), responses.ticket()];
    responses.drop('anna');
    responses.store(anna, responseOf(), before);
    responses.store(ben, responseOf(), bens);
    expect([responses.find(anna, 1000), responses.find(ben, 1000)]).toEqual([undefined, expect.anything()]);
    responses.store(anna, responseOf(), responses.ticket());
    expect(responses.find(anna, 1000)).toBeDefined();
  });
});

describe('a call in flight', () => {
  it('is shared, and aborted when its last caller has left', async () => {
    const calls = new SharedCalls<string>();
    const [first, second] = [new AbortController(), new AbortController()];
    const signals: AbortSignal[] = [];
    const call = (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<string>(() => undefined);
    };
    const both = [calls.join('key', call, first.signal), calls.join('key', call, second.signal)];
    const ended = Promise.allSettled(both);
    expect([calls.has('key'), calls.has('other'), signals.length]).toEqual([true, false, 1]);
    first.abort(new Error('gone'));
    expect([calls.has('key'), signals[0]?.aborted]).toEqual([true, false]);
    second.abort(new Error('gone'));
    expect([calls.has('key'), signals[0]?.aborted]).toEqual([false, true]);
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('isn’t forgotten by the end of the one that it replaces', async () => {
    const calls = new SharedCalls<string>();
    const leaving = new AbortController();
    let end!: (text: string) => void;
    const left = calls.join('key', () => new Promise<string>((resolve) => (end = resolve)), leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const staying = new AbortController().signal;
    void calls.join('key', () => new Promise<string>(() => undefined), staying);
    end('late');
    await new Promise(setImmediate);
    expect(calls.has('key')).toBe(true);
  });

  it('leaves nothing with the signals of its callers', async () => {
    const calls = new SharedCalls<string>();
    const { signal } = new AbortController();
    expect(await calls.join('key', async () => 'done', signal)).toBe('done');
    await new Promise(setImmediate);
    expect([calls.has('key'), getEventListeners(signal, 'abort')]).toEqual([false, []]);
  });
});
