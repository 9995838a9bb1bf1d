import { beforeEach, describe, expect, it } from 'vitest';

import { CircuitOpenError } from './circuit.ts';
import { upstreamBreaker } from './upstream-breaker.ts';
import { upstreamLimits } from './upstream-limits.ts';
import { noObserver } from './upstream-setup.fixture.ts';
import { TransportFailure, type UpstreamRequest } from './upstream-transport.ts';

let now: number;
let breaker: ReturnType<typeof upstreamBreaker>;
beforeEach(() => {
  now = 1_000_000;
  breaker = upstreamBreaker(upstreamLimits, noObserver, () => now);
});

const requestOf = (path: string, changes: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  operation: 'stockOfProduct',
  method: 'GET',
  path,
  headers: {},
  body: undefined,
  credentialKey: 'anna',
  secrets: [],
  ...changes,
});
const calendarOf = (product: number) => requestOf(`/stock/${product}/calendar`, { operation: 'productCalendar' });
const responseOf = (status: number) => ({ status, headers: {}, body: Buffer.alloc(0) });
const failure = (reason: TransportFailure['reason'], hitDeadline = false) =>
  Object.assign(new TransportFailure(reason), { hitDeadline });

/** Makes a call for each product, which all end the same. */
async function callEach(products: readonly number[], result: number | TransportFailure): Promise<void> {
  for (const product of products) {
    const call = async () => {
      if (typeof result !== 'number') throw result;
      return responseOf(result);
    };
    await breaker.run(requestOf(`/stock/${product}?quantity=1`), call).catch(() => undefined);
  }
}
const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

describe('the breaker', () => {
  it('opens when more than four of five requests have failed, of at least six', async () => {
    await callEach(from(1, 5), 500);
    expect(breaker.retryAt()).toBeNull();
    await callEach([6], 500);
    expect(breaker.retryAt()).toBe(now + 10_000);
    expect(breaker.check).toThrow(CircuitOpenError);
  });

  it('stays closed as long as one of five succeeds', async () => {
    await callEach(from(1, 2), 200);
    await callEach(from(3, 8), 500);
    expect(breaker.retryAt()).toBeNull();
    await callEach([11], 500);
    expect(breaker.retryAt()).not.toBeNull();
  });

  it('counts the last twenty requests', async () => {
    await callEach(from(1, 16), 200);
    await callEach(from(101, 16), failure('broken-off'));
    expect(breaker.retryAt()).toBeNull();
    await callEach([117], failure('broken-off'));
    expect(breaker.retryAt()).not.toBeNull();
  });

  it('counts what fails for one product once, and no longer if it succeeds', async () => {
    await callEach([1, 1, 1, 1, 1, 1, 1], 500);
    for (const product of [1, 2, 3, 4, 5]) {
      await breaker.run(calendarOf(product), async () => responseOf(500));
      await callEach([product], 500);
    }
    expect(breaker.retryAt()).toBeNull();
    await callEach([1, 2], 200);
    await callEach(from(6, 5), 500);
    expect(breaker.retryAt()).toBeNull();
    await callEach([11], 500);
    expect(breaker.retryAt()).not.toBeNull();
  });

  it.each([
    ['pages of calendars', 'productCalendars', (at: number) => [`/stock/calendar?page=${at}`, undefined]],
    ['several products', 'stockOfProducts', (at: number) => ['/stock', `{"products":[${at}]}`]],
  ] as const)('counts different requests for %s apart', async (_what, operation, partsOf) => {
    for (const at of [1, 1, 2, 3, 4, 5, 6]) {
      expect(breaker.retryAt()).toBeNull();
      const [path = '', body] = partsOf(at);
      await breaker.run(requestOf(path, { operation, body }), async () => responseOf(503));
    }
    expect(breaker.retryAt()).not.toBeNull();
  });

  it('counts no response that is too large or refused, and no deadline that queuing used up', async () => {
    await callEach(from(1, 10), failure('too-large'));
    await callEach(from(1, 10), 404);
    breaker = upstreamBreaker(upstreamLimits, noObserver, () => now);
    await callEach([1], 200);
    now += upstreamLimits.headersTimeout - 1;
    await callEach(from(2, 10), failure('timeout', true));
    expect(breaker.retryAt()).toBeNull();
    now += 1;
    await callEach(from(2, 10), failure('timeout', true));
    expect(breaker.retryAt()).not.toBeNull();
  });

  it('counts other failures right after a success', async () => {
    await callEach([1], 200);
    await callEach(from(2, 6), failure('timeout'));
    expect(breaker.retryAt()).not.toBeNull();
  });

  it('closes after a call on trial that succeeds, and opens twice as long, up to a minute, after one that fails', async () => {
    await callEach(from(1, 6), 500);
    for (const seconds of [20, 40, 60, 60]) {
      now = breaker.retryAt() ?? 0;
      await callEach([7], failure('timeout', true));
      expect(breaker.retryAt()).toBe(now + seconds * 1000);
    }
    now = breaker.retryAt() ?? 0;
    await callEach([7], 200);
    expect(breaker.retryAt()).toBeNull();
    await callEach(from(1, 4), 500);
    expect(breaker.retryAt()).toBeNull();
    await callEach(from(5, 2), 500);
    expect(breaker.retryAt()).toBe(now + 10_000);
  });
});
