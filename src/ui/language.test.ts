import { expect, it } from 'vitest';

import { localeFor, preferredLanguage } from './language.ts';

it.each([
  ['de', ['en-GB'], 'de'],
  [null, ['de-AT', 'en'], 'de'],
  [null, ['fr-FR', 'DE', 'en'], 'de'],
  [null, ['fr-FR'], 'en'],
  [null, [], 'en'],
  ['xx', ['de'], 'de'],
  ['toString', ['de'], 'de'],
] as const)('prefers the stored choice %j to %j: %s', (stored, browser, expected) => {
  expect(preferredLanguage(stored, browser)).toBe(expected);
});

it.each([
  ['en', ['en-GB', 'en-US'], 'en-GB'],
  ['en', ['de-CH', 'en-AU'], 'en-AU'],
  ['de', ['en-US', 'de-CH'], 'de-CH'],
  ['de', ['en-US'], 'de'],
  ['en', ['en_BAD_TAG!', 'en-NZ'], 'en-NZ'],
  ['en', ['fr-FR', 'fr'], 'fr-FR-u-ca-gregory'],
  ['en', ['th-TH'], 'th-TH-u-ca-gregory'],
  ['de', ['fr-FR', 'en'], 'de'],
  ['en', [], 'en'],
] as const)('formats numbers and dates in %s for %j as %s', (language, browser, expected) => {
  expect(localeFor(language, browser)).toBe(expected);
});
