import { expect, it } from 'vitest';

import { momentWords } from './moment-words.ts';

it.each([
  ['2026-11-21T14:05:00Z', 'en-GB', /^2\d Nov 2026, \d\d:\d5 \S+$/],
  ['2026-11-21T14:05:00Z', 'de-DE', /^2\d\. Nov\. 2026, \d\d:\d5 \S+$/],
  ['', 'en-GB', /^$/],
])('writes %j for %s', (moment, locale, words) => {
  expect(momentWords(moment, locale)).toMatch(words);
});
