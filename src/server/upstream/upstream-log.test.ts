import { expect, it } from 'vitest';

import type { BackendRequest, BackendResponse } from '#server/gateway/stock-backend.ts';

import type { UpstreamOutcome } from './upstream-calls.ts';
import { upstreamLog } from './upstream-log.ts';
import { TransportFailure } from './upstream-transport.ts';

const request = {
  requestId: 'request-1',
  operation: 'stockOfProduct',
  credentials: { token: 'token-of-anna', subscriptionKey: 'key-of-anna' },
} as BackendRequest;

/** Logged lines, in order. */
function written(tell: (log: ReturnType<typeof upstreamLog>) => void): unknown[] {
  const lines: unknown[] = [];
  tell(upstreamLog({ warn: (...words: unknown[]) => void lines.push(words) }));
  return lines;
}

const answered = (status: number): UpstreamOutcome => ({
  kind: 'response',
  response: { status, headers: {}, body: Buffer.from('nothing of this'), breach: null, itemBreach: null },
  attempts: 1,
});
const failed = (cause?: unknown): UpstreamOutcome => ({
  kind: 'failed',
  failure: new TransportFailure('timeout', { cause }),
  attempts: 3,
});
const refusal: BackendResponse = { status: 503, headers: {}, body: Buffer.from('nor of this') };

it.each<[string, UpstreamOutcome, object]>([
  ['a response of 500', answered(500), { status: 500 }],
  ['a response of 302', answered(302), { status: 302 }],
  ['a response of 399', answered(399), { status: 399 }],
  ['a response of 408', answered(408), { status: 408 }],
  ['a response of 429', answered(429), { status: 429 }],
  ['no response', failed(), { reason: 'timeout' }],
  [
    'no response, with an error code',
    failed(Object.assign(new Error(), { code: 'EPIPE' })),
    { reason: 'timeout', code: 'EPIPE' },
  ],
  ['no response, without an error code', failed(new Error('x')), { reason: 'timeout' }],
  ['an open circuit breaker', { kind: 'held', until: 5, refusal: null }, { reason: 'resting' }],
  ['a requested pause', { kind: 'held', refusal, until: 5 }, { reason: 'paused' }],
  ['a full queue', { kind: 'crowded' }, { reason: 'crowded' }],
])('logs %s without response body or credentials', (_, outcome, reason) => {
  expect(written((log) => log.failed(request, outcome))).toEqual([
    [{ reqId: 'request-1', operation: 'stockOfProduct', ...reason }, 'request to the upstream failed'],
  ]);
});

it.each([400, 401, 403, 404, 499])("doesn't log status %d, which is about the request", (status) => {
  expect(written((log) => log.failed(request, answered(status)))).toEqual([]);
});

it("logs contract violations and changes of the breaker's state", () => {
  const contractViolation = written((log) => log.contractViolation(request, { path: 'results', rule: 'is missing' }));
  expect(contractViolation).toEqual([
    [
      { reqId: 'request-1', operation: 'stockOfProduct', reason: 'contract-broken', where: 'results is missing' },
      'request to the upstream failed',
    ],
  ]);
  expect(written((log) => log.breakerChanged('open'))).toEqual([[{ breaker: 'open' }, 'upstream breaker changed']]);
});
