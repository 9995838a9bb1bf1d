import { describe, expect, it } from 'vitest';

import { CheckedOrder, faulted, linesOf, serviceOf, upTo } from './checked-order.sample.ts';
import type { Fault } from './checked-service.fake.ts';

describe('a check whose connection is lost', () => {
  it('requests only the lines without a result again', async () => {
    const { service, kinds } = await faulted(8, ['lost', 'lost']);
    expect(service.stockCalls.map(({ length }) => length)).toEqual([8, 4, 2]);
    expect(service.askedTwice).toEqual([]);
    expect(kinds).toEqual(Array(8).fill('result'));
  });

  it('ends after three attempts without a result, and can be retried', async () => {
    const { service, check } = await faulted(1, Array(9).fill('lost'));
    expect(service.stockCalls).toHaveLength(3);
    expect(check.states).toMatchObject([{ kind: 'no-result', reason: 'no-connection' }]);
    expect(check.getSnapshot()).toMatchObject({ phase: 'idle', canRetry: true });
    service.faults = [];
    await check.check();
    expect(check.kinds).toEqual(['result']);
    expect(check.getSnapshot().canRetry).toBe(false);
  });
});

it.each<[Fault, string, number]>([
  ['503', 'service-error', 3],
  ['429', 'busy', 20],
  ['403', 'not-allowed', 1],
])('a rejected check leaves its lines without a result: %s', async (fault, reason, attempts) => {
  const { service, check } = await faulted(3, Array(99).fill(fault));
  expect(service.stockCalls).toHaveLength(attempts);
  const result = { kind: 'no-result', reason, requestId: 'request-1', sentence: 'No.' };
  expect(check.states).toEqual([result, result, result]);
});

it('leaves lines without a result that the response leaves out', async () => {
  const { service, check, kinds } = await faulted(4, ['left out']);
  expect(kinds).toEqual(['result', 'result', 'no-result', 'no-result']);
  expect(service.stockCalls).toHaveLength(1);
  await check.check();
  expect(check.kinds).toEqual(Array(4).fill('result'));
  expect(service.askedTwice).toEqual([]);
});

it.each<[Fault, string]>([
  ['unanswered', 'no-result'],
  ['unreliable', 'not-trusted'],
])('requests lines without a reliable result again on retry: %s', async (fault, kind) => {
  const { service, check, kinds } = await faulted(4, [fault]);
  expect(kinds).toEqual([kind, 'result', kind, 'result']);
  expect(check.getSnapshot().canRetry).toBe(true);
  await check.check();
  expect(service.stockCalls[1]).toHaveLength(2);
  expect(check.kinds).toEqual(Array(4).fill('result'));
});

it('shows a pause that the service requests', async () => {
  const service = serviceOf(1);
  const check = new CheckedOrder(service, linesOf(...upTo(1)));
  service.pausedUntil = service.clock + 9000;
  const seen = new Set<number | null>();
  check.subscribe(() => {
    const { pausedUntil } = check.getSnapshot();
    seen.add(pausedUntil);
    if (pausedUntil !== null) check.cancel();
  });
  await check.check();
  expect(seen).toEqual(new Set([null, service.pausedUntil]));
  expect(check.getSnapshot().pausedUntil).toBeNull();
});
