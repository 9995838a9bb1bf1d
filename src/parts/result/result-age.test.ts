import { expect, it } from 'vitest';

import { formatAge } from './result-age.tsx';

const minute = 60_000;

it.each([
  [0, 'en', 'now'],
  [59_999, 'en', 'now'],
  [minute, 'en', '1 minute ago'],
  [59 * minute, 'de', 'vor 59 Minuten'],
  [60 * minute, 'en', '1 hour ago'],
  [24 * 60 * minute, 'en', 'yesterday'],
  [-5 * minute, 'en', 'now'],
])('%d ms ago in %s: %s', (age, locale, expected) => {
  expect(formatAge(1_800_000_000_000 - age, 1_800_000_000_000, locale)).toBe(expected);
});
