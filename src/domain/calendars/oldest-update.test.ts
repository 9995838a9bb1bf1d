import { expect, it } from 'vitest';

import { oldestUpdate } from './oldest-update.ts';

it('is the earliest day, with its first product and how many share it', () => {
  expect(
    oldestUpdate([
      [4, '2026-03-02'],
      [9, '2026-02-27'],
      [2, '2026-03-01'],
      [3, '2026-02-27'],
    ]),
  ).toEqual({ date: '2026-02-27', productId: 9, others: 1 });
});

it('is none where no product has one', () => {
  expect(oldestUpdate(new Map())).toBeNull();
});
