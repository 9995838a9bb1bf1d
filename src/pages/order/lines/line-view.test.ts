import { describe, expect, it } from 'vitest';

import { type NewLine } from '#features/saved-orders/saved-order.ts';

import { sessionOf, settledSession } from './order-session.sample.ts';

const today = '2026-03-24';

async function problem(line: Partial<NewLine>) {
  const session = await settledSession([{ product: 'S-1', quantity: 1000, ...line }]);
  return session.lines.getEntries()[0]?.derived?.problem;
}

describe('problems of a line', () => {
  it.each<[string, Partial<NewLine>, string | null | undefined]>([
    ['nothing', {}, null],
    ['no product', { product: ' ' }, 'no-product'],
    ['an unknown product', { product: 'NOPE-1' }, 'not-found'],
    ['no quantity', { quantity: null, quantityText: 'lots' }, 'no-quantity'],
    ['another unit', { writtenUnit: 'pcs' }, 'other-unit'],
    ['the same unit in other words', { writtenUnit: 'metres' }, null],
    ['a past date', { neededBy: '2026-03-23' }, 'past-date'],
    ['a date far ahead', { neededBy: '2207-04-30' }, 'far-date'],
    ['today', { neededBy: today }, null],
    ['nothing in it', { product: '', quantity: null }, undefined],
  ])('%s', async (_, line, expected) => {
    expect(await problem(line)).toBe(expected);
  });

  it('are unknown until the product is looked up', () => {
    const session = sessionOf([{ product: 'S-1', quantity: 1000 }]);
    expect(session.lines.getEntries()[0]?.derived).toBeUndefined();
  });
});
