import { expect, test } from 'vitest';

import { readRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each<[string | null, string | null, number | null]>([
  ['120', null, 120],
  ['0', null, 0],
  ['Sat, 21 Nov 2026 12:00:30 GMT', null, 30],
  ['Sat, 21 Nov 2026 12:00:30 GMT', 'Sat, 21 Nov 2026 12:00:20 GMT', 10],
  ['Sat, 21 Nov 2026 11:59:00 GMT', null, 0],
  ['Saturday, 21-Nov-26 12:00:30 GMT', null, 30],
  ['Sat Nov 21 12:00:30 2026', 'Sat, 21 Nov 2026 12:00:20 GMT', 10],
  ['Tue Dec  1 12:00:00 2026', null, 864_000],
  ['Sat, 99 Nov 2026 12:00:30 GMT', null, null],
  ['Not on Sat, 21 Nov 2026 12:00:30 GMT', null, null],
  ['Sat, 21 Nov 2026 12:00:30 GMT+1', null, null],
  ['On Sat Nov 21 12:00:30 2026', null, null],
  ['Sat Nov 21 12:00:30 2026 +1', null, null],
  ['soon', null, null],
  ['-5', null, null],
  ['2026-11-21T12:00:30Z', null, null],
  [null, null, null],
])('%s at %s is %s seconds', (value, date, seconds) => {
  expect(readRetryAfter(value, date, now)).toBe(seconds);
});
