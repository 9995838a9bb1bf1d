import { describe, expect, it } from 'vitest';

import { ContractError, HttpError, NetworkError, type Refusal, TimeoutError } from './errors.ts';

import { failureOf } from './request-failure.ts';

function refusal(status: number, more: Partial<Refusal> = {}): HttpError {
  return new HttpError({ status, problem: null, sentence: null, requestId: 'r-1', retryAfter: null, ...more });
}

describe('failureOf', () => {
  it.each([500, 503, 408])('recognizes that the gateway has retried after %d', (status) => {
    expect(failureOf(refusal(status))).toMatchObject({ kind: 'passing', isRepeated: false });
    expect(failureOf(refusal(status, { attempts: 3 }))).toMatchObject({ kind: 'passing', isRepeated: true });
  });

  it.each<[string, unknown, string, string]>([
    ['a broken connection', new NetworkError('cut'), 'passing', 'no-connection'],
    ['a timeout', new TimeoutError(30_000), 'passing', 'timeout'],
    ['408', refusal(408), 'passing', 'timeout'],
    ['500', refusal(500), 'passing', 'service-error'],
    ['502', refusal(502), 'passing', 'service-error'],
    ['503', refusal(503), 'passing', 'service-error'],
    ['503 with a pause', refusal(503, { retryAfter: 5 }), 'pause', 'busy'],
    ['429', refusal(429), 'pause', 'busy'],
    ['a spent quota', refusal(403, { retryAfter: 5 }), 'pause', 'busy'],
    ['403', refusal(403), 'refused', 'not-allowed'],
    ['401', refusal(401), 'signed-out', 'not-allowed'],
    ['401 with a pause', refusal(401, { retryAfter: 5 }), 'signed-out', 'not-allowed'],
    ['413', refusal(413), 'refused', 'refused'],
    ['400', refusal(400, { sentence: 'Bad product.' }), 'refused', 'refused'],
    ['404', refusal(404), 'refused', 'refused'],
    ['405', refusal(405), 'refused', 'refused'],
    ['an answer against the contract', new ContractError('results', 'gone'), 'refused', 'broken-response'],
    ['what nobody thought of', new RangeError('oh'), 'refused', 'broken-response'],
    ['nothing at all', undefined, 'refused', 'broken-response'],
  ])('%s', (_, error, kind, reason) => {
    expect(failureOf(error)).toMatchObject({ kind, why: { kind: 'no-result', reason } });
  });

  it("keeps the service's message and the request ID", () => {
    const { why } = failureOf(refusal(503, { sentence: 'Back at nine.' }));
    expect(why).toMatchObject({ requestId: 'r-1', sentence: 'Back at nine.' });
    expect(failureOf(new ContractError('results', 'gone', { requestId: 'r-2' })).why.requestId).toBe('r-2');
  });

  it.each([
    [5, 5000],
    [0, 250],
    [null, 2000],
  ])('converts a pause of %j seconds to %i ms', (retryAfter, milliseconds) => {
    expect(failureOf(refusal(429, { retryAfter }))).toMatchObject({ milliseconds });
  });
});
