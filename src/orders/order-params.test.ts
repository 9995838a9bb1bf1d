import { expect, it } from 'vitest';

import { parseSearch, readSearch } from '#parts/search-params.ts';

import { orderParams } from './order-params.ts';

it.each([
  ['?show=no-result', { show: 'no-result' }],
  ['?show=not-answered', { show: 'no-result' }],
  ['?show=unasked', { show: 'not-checked' }],
  ['?show=toString', {}],
  ['?sort=answer', { sort: 'shipDate' }],
  ['?sort=shipDate', { sort: 'shipDate' }],
])('parses %s, also as saved earlier', (search, expected) => {
  expect(readSearch(orderParams, parseSearch(search))).toEqual({
    show: undefined,
    filter: undefined,
    sort: undefined,
    desc: undefined,
    ...expected,
  });
});
