import { expect, it } from 'vitest';

import { knownLocale } from './known-locale.ts';

it.each([
  ['de-DE', 'de-DE'],
  ['en-in', 'en-IN'],
  ['de-DE-u-nu-latn', 'de-DE-u-nu-latn'],
  ['xx', 'en'],
  ['tlh', 'en'],
  ['en_US', 'en'],
  ['C', 'en'],
  ['', 'en'],
  ['!!', 'en'],
])('%j is %s', (locale, known) => {
  expect(knownLocale(locale)).toBe(known);
});
