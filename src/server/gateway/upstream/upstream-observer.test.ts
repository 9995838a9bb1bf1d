import { expect, it } from 'vitest';

import type { BackendRequest, BackendResponse } from '#server/gateway/stock-backend.ts';

import type { UpstreamOutcome } from './upstream-calls.ts';
import { upstreamLog } from './upstream-observer.ts';
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
  kind: 'answer',
  response: { status, headers: {}, body: Buffer.from('nothing of this'), breach: null },
  attempts: 1,
});
const failed = (cause?: unknown): UpstreamOutcome => ({
  kind: 'failed',
  failure: new TransportFailure('timeout', { cause }),
  attempts: 3,
});
const refusal: BackendResponse = { status: 503, headers: {}, body: Buffer.from('nor of this') };

it.each<[string, UpstreamOutcome, object]>([
  ['an answer of 500', answered(500), { status: 500 }],
  ['an answer of 302', answered(302), { status: 302 }],
  ['an answer of 399', answered(399), { status: 399 }],
  ['an answer of 408', answered(408), { status: 408 }],
  ['an answer of 429', answered(429), { status: 429 }],
  ['no answer', failed(), { reason: 'timeout' }],
  [
    'no answer, for a reason with a code',
    failed(Object.assign(new Error(), { code: 'EPIPE' })),
    { reason: 'timeout', code: 'EPIPE' },
  ],
  ['no answer, for a reason without one', failed(new Error('x')), { reason: 'timeout' }],
  ['a service that is left alone', { kind: 'resting', until: 5 }, { reason: 'resting' }],
  ['a service that asked for it', { kind: 'paused', pause: { refusal, until: 5 } }, { reason: 'paused' }],
  ['too many questions', { kind: 'crowded' }, { reason: 'crowded' }],
])('writes down %s, and nothing of an answer or of who asked', (_, outcome, reason) => {
  expect(written((log) => log.failed(request, outcome))).toEqual([
    [{ reqId: 'request-1', operation: 'stockOfProduct', ...reason }, 'question to the upstream failed'],
  ]);
});

it.each([400, 401, 403, 404, 499])('has nothing to say of a refusal of %d, which is about the question', (status) => {
  expect(written((log) => log.failed(request, answered(status)))).toEqual([]);
});

it('writes down where an answer departs from the contract, and each turn of the breaker', () => {
  const departed = written((log) => log.departed(request, { path: 'results', rule: 'is missing' }));
  expect(departed).toEqual([
    [
      { reqId: 'request-1', operation: 'stockOfProduct', reason: 'contract-broken', where: 'results is missing' },
      'question to the upstream failed',
    ],
  ]);
  expect(written((log) => log.breakerChanged('open'))).toEqual([[{ breaker: 'open' }, 'upstream breaker changed']]);
});
