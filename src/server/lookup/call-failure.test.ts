import { describe, expect, it } from 'vitest';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import { callFailed, failureOf, isSizeError, LookupStopped } from './call-failure.ts';
import { refusal } from './faulty-backend.fake.ts';

/** A response of an external service's own problem type. */
const foreign = (status: number, detail = 'No.', headers: Record<string, string> = {}): BackendResponse => ({
  ...refusal({ code: 'not-found', type: 'about:blank', detail, headers }),
  status,
});

const pause = { 'retry-after': '5' };

describe('callFailed', () => {
  it.each<[string, BackendResponse, string, string]>([
    ['408', foreign(408), 'outage', 'timeout'],
    ['500', refusal({ code: 'internal-error' }), 'outage', 'service-error'],
    ['502', refusal({ code: 'upstream-unreachable' }), 'outage', 'service-error'],
    ['503', refusal({ code: 'unavailable' }), 'outage', 'service-error'],
    ['503 with a pause', refusal({ code: 'upstream-resting', headers: pause }), 'pause', 'busy'],
    ['429', refusal({ code: 'too-many-requests' }), 'pause', 'busy'],
    ['a spent quota', foreign(403, 'No.', pause), 'pause', 'busy'],
    ['403', refusal({ code: 'forbidden' }), 'final', 'not-allowed'],
    ['401', refusal({ code: 'unauthorized' }), 'signed-out', 'not-allowed'],
    ['401 with a pause', foreign(401, 'No.', pause), 'signed-out', 'not-allowed'],
    ['413', refusal({ code: 'payload-too-large' }), 'too-many', 'refused'],
    ['400 of size', foreign(400, 'Too many products.'), 'too-many', 'refused'],
    ['another 400', foreign(400, 'Bad product.'), 'refused', 'refused'],
    [
      '404 that names products',
      refusal({ code: 'products-not-available', unknownProductIds: [1] }),
      'named',
      'refused',
    ],
    ['404 that names none', foreign(404), 'refused', 'refused'],
    ['405', foreign(405), 'refused', 'refused'],
    ['a response against the contract', refusal({ code: 'contract-broken' }), 'refused', 'broken-response'],
    ['a body that is no problem', { ...foreign(404), body: Buffer.from('<html>') }, 'refused', 'refused'],
  ])('%s', (_, response, kind, reason) => {
    const { failure } = callFailed(response, 'request-1', null);
    expect(failure).toMatchObject({ kind, why: { kind: 'no-result', reason, requestId: 'request-1' } });
  });

  it("keeps the service's message", () => {
    const { failure, problem } = callFailed(foreign(503, 'Back at nine.'), 'request-1', null);
    expect(failure.why.sentence).toBe('Back at nine.');
    expect(problem).toMatchObject({ code: 'unavailable', message: 'Back at nine.' });
  });

  it('reads the named products', () => {
    const named = { unknownProductIds: [1], unavailableProductIds: [2] };
    expect(callFailed(refusal({ code: 'products-not-available', ...named }), 'request-1', null).failure).toMatchObject({
      unknown: new Set([1]),
      unavailable: new Set([2]),
    });
  });

  it.each([
    ['unknown-product', 'unknown'],
    ['quantity-not-available', 'unavailable'],
  ] as const)('names the only product of a call: %s', (code, list) => {
    expect(callFailed(refusal({ code }), 'request-1', 7).failure).toMatchObject({ [list]: new Set([7]) });
    expect(callFailed(refusal({ code }), 'request-1', null).failure.kind).toBe('refused');
  });

  it.each([
    ['5', 5000],
    ['0', 250],
    [undefined, 2000],
  ])('converts a pause of %j seconds to %i ms', (given, milliseconds) => {
    const headers: Record<string, string> = given === undefined ? {} : { 'retry-after': given };
    const { failure } = callFailed(refusal({ code: 'too-many-requests', headers }), 'request-1', null);
    expect(failure).toMatchObject({ milliseconds });
  });
});

describe('failureOf', () => {
  it('returns the reason for which a lookup was stopped', () => {
    const why = { kind: 'no-result', reason: 'stopped', requestId: null } as const;
    expect(failureOf(new LookupStopped(why))).toEqual({ kind: 'final', why });
  });

  it('throws other errors again', () => {
    expect(() => failureOf(new RangeError('oh'))).toThrow('oh');
  });
});

const errorsOf = (path: string | undefined, message: string | null) =>
  path === undefined ? undefined : [{ path, message: message ?? '' }];

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
  expect(isSizeError(status, sentence ?? '', errorsOf(path, sentence))).toBe(true);
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
  expect(isSizeError(status, sentence ?? '', errorsOf(path, sentence))).toBe(false);
});
