import { describe, expect, it } from 'vitest';

import { questionOf, searchOf } from './question.ts';

const today = '2026-03-01';

describe('questionOf', () => {
  it.each([
    [{}, null],
    [{ product: 12345 }, null],
    [{ quantity: 40 }, null],
    [{ product: 'MT-100', quantity: 40 }, null],
    [
      { product: 12345, quantity: 2.5 },
      { productId: 12345, quantity: 2500, neededBy: null },
    ],
    [
      { product: 1, quantity: 1, neededBy: '2026-03-01' },
      { productId: 1, quantity: 1000, neededBy: '2026-03-01' },
    ],
    [
      { product: 1, quantity: 1, neededBy: '2026-02-28' },
      { productId: 1, quantity: 1000, neededBy: null },
    ],
  ] as const)('reads %j', (search, question) => {
    expect(questionOf(search, today)).toEqual(question);
  });
});

describe('searchOf', () => {
  it.each([
    { productId: 12345, quantity: 2500, neededBy: null },
    { productId: 2_147_483_647, quantity: 1, neededBy: '2026-03-17' },
    { productId: 1, quantity: 1_000_000_000_000, neededBy: null },
  ] as const)('is read back as %j', (question) => {
    expect(questionOf(searchOf(question), today)).toEqual(question);
  });
});
