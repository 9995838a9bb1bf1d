import { expect, it } from 'vitest';

import { changeWords } from './order-words.ts';
import { wordsOn } from './order-words.sample.ts';

it.each([
  ['2026-04-02', 14, '14 days later than Apr 2'],
  ['2026-04-02', -1, '1 day earlier than Apr 2'],
  ['2026-03-24', 14, '14 days later'],
] as const)('a date that moved from %s by %d days is %s', (from, days, words) => {
  expect(changeWords({ kind: 'moved', from, days }, wordsOn('2026-03-24'))).toBe(words);
});
