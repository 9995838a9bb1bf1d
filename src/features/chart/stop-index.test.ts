import { expect, it } from 'vitest';

import { toMilliseconds } from '#lib/calendar-date.ts';

import { stopIndexAt, stopIndexFrom } from './stop-index.ts';

const stops = [
  { date: '2026-03-01' },
  { date: '2026-03-10' },
  { date: '2026-04-02' },
  { date: '2026-04-20' },
  { date: '2026-09-01' },
] as const;

it.each([
  ['2026-02-01', 0],
  ['2026-03-09', 0],
  ['2026-03-10', 1],
  ['2027-01-01', 4],
] as const)('on %s the stop at %d holds', (date, index) => {
  expect(stopIndexAt(stops, toMilliseconds(date))).toBe(index);
});

it.each([
  [0, 28, 2],
  [3, 28, 4],
  [4, 28, 4],
  [4, -28, 3],
  [2, -28, 0],
  [0, -28, 0],
])('from %d, %d days on stands %d', (from, days, index) => {
  expect(stopIndexFrom(stops, from, days)).toBe(index);
});
