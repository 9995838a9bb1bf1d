import { expect, it } from 'vitest';

import { oldestUpdate } from './oldest-update.ts';

it('returns the earliest date, its first product and the number of others', () => {
  expect(
    oldestUpdate([
      [4, '2026-03-02'],
      [9, '2026-02-27'],
      [2, '2026-03-01'],
      [3, '2026-02-27'],
    ]),
  ).toEqual({ date: '2026-02-27', productId: 9, others: 1 });
});

it('returns null without updates', () => {
  expect(oldestUpdate(new Map())).toBeNull();
});
