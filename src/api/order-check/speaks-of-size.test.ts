import { expect, it } from 'vitest';

import { speaksOfSize } from './speaks-of-size.ts';

const refusal = (status: number, sentence: string | null, path?: string) => ({
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
])('%i %j speaks of size', (status, sentence, path) => {
  expect(speaksOfSize(refusal(status, sentence, path))).toBe(true);
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
])('%i %j does not', (status, sentence, path) => {
  expect(speaksOfSize(refusal(status, sentence, path))).toBe(false);
});
