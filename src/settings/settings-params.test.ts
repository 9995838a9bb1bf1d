import { expect, it } from 'vitest';

import { parseSearch, readSearch } from '#parts/search-params.ts';

import { connectionParams } from './settings-params.ts';

it.each([
  ['?result=failed', 'failed'],
  ['?result=broken', 'failed'],
  ['?result=not-shown', 'not-specified'],
  ['?result=toString', undefined],
  ['', undefined],
])('parses %s, also as saved earlier', (search, result) => {
  expect(readSearch(connectionParams, parseSearch(search))).toEqual({ result });
});
