import { describe, expect, it } from 'vitest';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import { CircuitOpenError } from './circuit.ts';
import { upstreamPauses } from './upstream-pauses.ts';
import { TransportFailure } from './upstream-transport.ts';

const response = (status: number, retryAfter?: string): BackendResponse => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  body: Buffer.alloc(0),
});

/** Pauses with a clock that the test moves, and calls of two credentials. */
function setUp() {
  let now = 0;
  const pauses = upstreamPauses({ defaultPause: 1000 }, () => now);
  const call = (result: BackendResponse | Error, credentials = 'a') =>
    pauses.run(credentials, () => (result instanceof Error ? Promise.reject(result) : Promise.resolve(result)));
  const isPaused = (credentials = 'a') => {
    try {
      pauses.check(credentials);
      return false;
    } catch (error) {
      if (error instanceof CircuitOpenError) return true;
      throw error;
    }
  };
  return { pauses, call, isPaused, wait: (milliseconds: number) => (now += milliseconds) };
}

describe('upstreamPauses', () => {
  it('pauses the credentials that were refused, for as long as the response requests', async () => {
    const { call, isPaused, wait } = setUp();
    await call(response(429, '2'));
    expect([isPaused('a'), isPaused('b')]).toEqual([true, false]);
    wait(1999);
    expect(isPaused()).toBe(true);
    wait(1);
    expect(isPaused()).toBe(false);
  });

  it('pauses all credentials after a 503', async () => {
    const { call, isPaused } = setUp();
    await call(response(503, '2'));
    expect([isPaused('a'), isPaused('b')]).toEqual([true, true]);
  });

  it.each([
    ['a 429 without a time', response(429), true],
    ['a 403 with a time', response(403, '1'), true],
    ['a 403 without a time', response(403), false],
    ['a 503 without a time', response(503), false],
    ['a time of no refusal', response(200, '1'), false],
    ['a time that has passed', response(429, '0'), false],
  ])('after %s', async (_, refusal, pauses) => {
    const { call, isPaused } = setUp();
    await call(refusal);
    expect(isPaused()).toBe(pauses);
  });

  it('ends with the response to the call on trial, or continues as it requests', async () => {
    const { call, isPaused, wait } = setUp();
    await call(response(429, '2'));
    wait(2000);
    await call(response(429, '3'));
    expect(isPaused()).toBe(true);
    wait(3000);
    await call(response(200));
    await call(response(200));
    expect(isPaused()).toBe(false);
  });

  it.each([
    ['ends with a failed connection', new TransportFailure('broken-off'), false],
    ['continues with another trial after an aborted call', new Error('aborted'), true],
  ])('%s', async (_, failure, isOnTrial) => {
    const { pauses, call, wait } = setUp();
    await call(response(429, '2'));
    wait(2000);
    await expect(call(failure)).rejects.toThrow(failure);
    void pauses.run('a', () => new Promise<BackendResponse>(() => undefined));
    const check = expect(() => pauses.check('a'));
    if (isOnTrial) check.toThrow('Another call tries');
    else check.not.toThrow();
  });

  it('keeps no pause of a failed connection without one', async () => {
    const { call, isPaused } = setUp();
    await expect(call(new TransportFailure('broken-off'))).rejects.toThrow(TransportFailure);
    expect(isPaused()).toBe(false);
  });
});
