import { describe, expect, it } from 'vitest';

import { CircuitOpenError, TrialUnderwayError } from './circuit.ts';
import { upstreamPauses } from './upstream-pauses.ts';
import { TransportFailure } from './upstream-transport.ts';

let now = 1_000_000;
const responseOf = (status: number, retryAfter?: string) => ({
  status,
  headers: (retryAfter === undefined ? {} : { 'retry-after': retryAfter }) as Record<string, string>,
  body: Buffer.alloc(0),
});
const pauses = () => upstreamPauses({ defaultPause: 1000 }, () => now);
/** Whether two calls at the same time are both made at once. */
const passes = (paused: ReturnType<typeof pauses>, credentialKey = 'anna') => {
  let made = 0;
  const call = async () => {
    made += 1;
    return responseOf(200);
  };
  const both = [paused.run(credentialKey, call), paused.run(credentialKey, call)];
  return Promise.allSettled(both).then(() => made === 2);
};
const receive = (paused: ReturnType<typeof pauses>, status: number, retryAfter?: string) =>
  paused.run('anna', async () => responseOf(status, retryAfter));

describe('a pause', () => {
  it.each([
    [403, '5', 5000],
    [429, '5', 5000],
    [503, '5', 5000],
    [429, undefined, 1000],
    [403, undefined, null],
    [503, undefined, null],
    [500, '5', null],
    [200, '5', null],
  ])('is requested by status %s with Retry-After %s: %s', (status, retryAfter, pause) => {
    const response = responseOf(status, retryAfter);
    expect(pauses().requested(response)).toBe(pause);
  });

  it.each([
    [429, false, true],
    [403, false, true],
    [503, false, false],
  ])('of status %s lets calls with these credentials pass: %s, with others: %s', async (status, own, others) => {
    const paused = pauses();
    await receive(paused, status, '5');
    expect([await passes(paused), await passes(paused, 'bob')]).toEqual([own, others]);
    now += 5000;
    expect(() => paused.check('anna')).not.toThrow();
    now -= 1;
    expect(() => paused.check('anna')).toThrow(CircuitOpenError);
  });

  it('of no time is none', async () => {
    const paused = pauses();
    await receive(paused, 503, '0');
    expect(await passes(paused)).toBe(true);
  });

  it.each<[string, () => Promise<ReturnType<typeof responseOf>>, boolean]>([
    ['succeeds', async () => responseOf(200), true],
    ['gets no response', () => Promise.reject(new TransportFailure('broken-off')), true],
    ['is aborted', () => Promise.reject(new Error('gone')), false],
    ['gets another pause', async () => responseOf(503, '5'), false],
  ])('ends with a call on trial that %s', async (_what, call, isOver) => {
    const paused = pauses();
    await receive(paused, 503, '5');
    now += 5000;
    const trial = paused.run('anna', call);
    expect(() => paused.check('anna')).toThrow(TrialUnderwayError);
    await trial.catch(() => undefined);
    expect(await passes(paused)).toBe(isOver);
  });
});
