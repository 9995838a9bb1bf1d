import { describe, expect, it } from 'vitest';

import { ContractError, HttpError, NetworkError, type Refusal, TimeoutError } from './errors.ts';
import type { Problem } from '#stock/contract/problem.ts';

import { CheckStopped, failureOf, isSizeError } from './request-failure.ts';

function refusal(status: number, more: Partial<Refusal> = {}): HttpError {
  return new HttpError({ status, problem: null, sentence: null, requestId: 'r-1', retryAfter: null, ...more });
}

const named: Problem = {
  type: 'urn:stock-horizon:problem:products-not-available',
  title: 'Some products are not available',
  status: 404,
  detail: 'No.',
  instance: '/stock',
  unknownProductIds: [1],
  unavailableProductIds: [2],
};

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
    ['403', refusal(403), 'final', 'not-allowed'],
    ['401', refusal(401), 'signed-out', 'not-allowed'],
    ['401 with a pause', refusal(401, { retryAfter: 5 }), 'signed-out', 'not-allowed'],
    ['413', refusal(413), 'too-many', 'refused'],
    ['400 of size', refusal(400, { sentence: 'Too many products.' }), 'too-many', 'refused'],
    ['another 400', refusal(400, { sentence: 'Bad product.' }), 'refused', 'refused'],
    ['404 that names products', refusal(404, { problem: named }), 'named', 'refused'],
    ['404 that names none', refusal(404), 'refused', 'refused'],
    ['405', refusal(405), 'refused', 'refused'],
    ['an answer against the contract', new ContractError('results', 'gone'), 'refused', 'broken-answer'],
    ['what nobody thought of', new RangeError('oh'), 'refused', 'broken-answer'],
    ['nothing at all', undefined, 'refused', 'broken-answer'],
  ])('%s', (_, error, kind, reason) => {
    expect(failureOf(error)).toMatchObject({ kind, why: { kind: 'not-answered', reason } });
  });

  it("keeps the service's message and the request ID", () => {
    const { why } = failureOf(refusal(503, { sentence: 'Back at nine.' }));
    expect(why).toMatchObject({ requestId: 'r-1', sentence: 'Back at nine.' });
    expect(failureOf(new ContractError('results', 'gone', { requestId: 'r-2' })).why.requestId).toBe('r-2');
  });

  it('reads the named products', () => {
    expect(failureOf(refusal(404, { problem: named }))).toMatchObject({
      unknown: new Set([1]),
      unavailable: new Set([2]),
    });
  });

  it.each([
    [5, 5000],
    [0, 250],
    [null, 2000],
  ])('converts a pause of %j seconds to %i ms', (retryAfter, milliseconds) => {
    expect(failureOf(refusal(429, { retryAfter }))).toMatchObject({ milliseconds });
  });

  it('returns the reason for which a check was stopped', () => {
    const why = { kind: 'not-answered', reason: 'stopped', requestId: null } as const;
    expect(failureOf(new CheckStopped(why))).toEqual({ kind: 'final', why });
  });
});

const refusalOf = (status: number, sentence: string | null, path?: string) => ({
  status,
  sentence,
  problem:
    path === undefined
      ? null
      : {
          type: 'about:blank',
          title: 'Bad request',
          status,
          detail: 'See errors.',
          instance: '/stock',
          errors: [{ path, message: sentence ?? '' }],
        },
});

it.each([
  [413, null, undefined],
  [413, 'No.', undefined],
  [400, 'products must be a list of 1 to 1,000 products, each with productId and quantity.', 'products'],
  [400, 'Too many products in one request', undefined],
  [400, 'The request is too large.', undefined],
  [400, 'At most 100 items are allowed', undefined],
  [400, 'No more than 50 products per call', undefined],
  [400, 'The maximum number of products is 100', undefined],
  [400, 'The number of products exceeds the maximum', undefined],
  [400, 'Batch size must not be above 25', undefined],
  [400, 'Request exceeded the limit of 500 lines', undefined],
])('%i %j is about the size', (status, sentence, path) => {
  expect(isSizeError(refusalOf(status, sentence, path))).toBe(true);
});

it.each([
  [
    400,
    'products[3].quantity must be a number above 0 and up to 1,000,000,000, written like 250.',
    'products[3].quantity',
  ],
  [400, 'products[3].quantity is too large', 'products[3].quantity'],
  [400, 'Unknown product', undefined],
  [400, null, undefined],
  [404, 'Too many products', undefined],
  [500, 'The request is too large.', undefined],
  [422, 'Product 12345 is not in the assortment', undefined],
])("%i %j isn't", (status, sentence, path) => {
  expect(isSizeError(refusalOf(status, sentence, path))).toBe(false);
});
