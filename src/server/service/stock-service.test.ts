import { expect, test } from 'vitest';

import { createToday } from './stock-service.ts';

test.each([
  ['UTC', '2026-11-21', '2026-11-22'],
  ['Pacific/Auckland', '2026-11-22', '2026-11-22'],
  ['America/New_York', '2026-11-21', '2026-11-21'],
])('is the date in %s, before and after midnight UTC', (timeZone, before, after) => {
  let now = new Date('2026-11-21T23:59:59.999Z');
  const today = createToday(timeZone, () => now);
  expect(today()).toBe(before);
  now = new Date('2026-11-22T00:00:00Z');
  expect(today()).toBe(after);
});
