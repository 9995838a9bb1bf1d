import { beforeEach, describe, expect, it } from 'vitest';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import { answerCache } from './answer-cache.ts';

const anna = { credentialKey: 'anna', request: 'GET /stock/1 ' };
const ben = { ...anna, credentialKey: 'ben' };
const answer = (bytes = 10): BackendResponse => ({ status: 200, headers: {}, body: Buffer.alloc(bytes, 'x') });

let now = 0;
const cache = (cacheBytes = 100_000) => answerCache({ cacheBytes, maxStale: 1000 }, () => now);
beforeEach(() => {
  now = 5000;
});

describe('a cached response', () => {
  it('is found by credentials and request until it is older than the requested age', () => {
    const answers = cache();
    const response = answer();
    answers.store(anna, response, answers.ticket());
    now += 60;
    expect(answers.find(anna, 60)).toEqual({ response, receivedAt: 5000 });
    expect(answers.find(anna, 59)).toBeUndefined();
    expect(answers.find(ben, 60)).toBeUndefined();
    expect(answers.find({ ...anna, request: 'GET /stock/2 ' }, 60)).toBeUndefined();
  });

  it('expires when it is too old to be served stale, whatever age is requested', async () => {
    const answers = cache();
    answers.store(anna, answer(), answers.ticket());
    now += 1001;
    // The cache caches the clock for a moment, so wait until it reads it again.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(answers.find(anna, Infinity)).toBeUndefined();
  });

  it('is evicted when the cache is full, counting its overhead', () => {
    const answers = cache(20_000);
    const keys = Array.from({ length: 40 }, (_, index) => ({ credentialKey: 'anna', request: `GET /stock/${index} ` }));
    for (const key of keys) answers.store(key, answer(), answers.ticket());
    const left = keys.filter((key) => answers.find(key, 1000) !== undefined);
    expect(left).toEqual(keys.slice(-left.length));
    expect(left.length).toBeGreaterThan(30);
    expect(left.length).toBeLessThan(40);
  });

  it('is not stored if larger than an eighth of the cache', () => {
    const answers = cache(80_000);
    answers.store(anna, answer(9000), answers.ticket());
    answers.store(ben, answer(9600), answers.ticket());
    expect([answers.find(anna, 1000), answers.find(ben, 1000)]).toEqual([expect.anything(), undefined]);
  });
});

describe('the responses of one user', () => {
  it('are dropped for that user only', () => {
    const answers = cache();
    answers.store(anna, answer(), answers.ticket());
    answers.store(ben, answer(), answers.ticket());
    answers.drop('anna');
    expect([answers.find(anna, 1000), answers.find(ben, 1000)]).toEqual([undefined, expect.anything()]);
  });

  it('are not stored if requested before the drop, but are if requested after it', () => {
    const answers = cache();
    const [before, bens] = [answers.ticket(), answers.ticket()];
    answers.drop('anna');
    answers.store(anna, answer(), before);
    answers.store(ben, answer(), bens);
    expect([answers.find(anna, 1000), answers.find(ben, 1000)]).toEqual([undefined, expect.anything()]);
    answers.store(anna, answer(), answers.ticket());
    expect(answers.find(anna, 1000)).toBeDefined();
  });
});
