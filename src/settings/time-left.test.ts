import { expect, it } from 'vitest';

import { formatTimeLeft } from './time-left.tsx';

const minute = 60_000;
const hour = 60 * minute;

it.each([
  [40_900, 'in 40 seconds'],
  [minute, 'in 1 minute'],
  [59.9 * minute, 'in 59 minutes'],
  [11.9 * hour, 'in 11 hours'],
  [47 * hour, 'in 47 hours'],
  [49 * hour, 'in 2 days'],
  [30 * 24 * hour, 'in 30 days'],
  [-3 * minute, '3 minutes ago'],
])('%d ms are %s', (left, words) => {
  expect(formatTimeLeft(1_000_000 + left, 1_000_000, 'en')).toBe(words);
});
