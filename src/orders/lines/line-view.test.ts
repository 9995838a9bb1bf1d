import { describe, expect, it } from 'vitest';

import { checkedResult } from '#stock/order/order.sample.ts';
import { draftLine, type NewLine } from '#parts/saved-orders/saved-order.ts';
import { wordsOn } from '#orders/order-words.sample.ts';

import { lineNotes, type LineView } from './line-view.ts';

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
    ['a past date', { shipBy: '2026-03-23' }, 'past-date'],
    ['a date far ahead', { shipBy: '2207-04-30' }, 'far-date'],
    ['today', { shipBy: today }, null],
    ['nothing in it', { product: '', quantity: null }, undefined],
  ])('%s', async (_, line, expected) => {
    expect(await problem(line)).toBe(expected);
  });

  it('are unknown until the product is looked up', () => {
    const session = sessionOf([{ product: 'S-1', quantity: 1000 }]);
    expect(session.lines.getEntries()[0]?.derived).toBeUndefined();
  });
});

const nothing = {
  failure: null,
  stale: null,
  isLookingUp: false,
  daysLate: null,
  advice: null,
  closed: null,
  change: null,
};

it.each([
  [null, '50'],
  [{ quantity: 80_000, lines: [1] }, '80'],
])('a note tells of an earlier date that the service does not confirm', (combined, quantity) => {
  const state = {
    ...checkedResult({ kind: 'expected', date: '2026-12-14' }),
    earlier: { kind: 'expected', date: '2026-12-10' } as const,
  };
  const view: LineView = { product: null, productId: 1, problem: null, ...nothing, state, combined };
  const line = draftLine(2, { product: '1', quantity: 50_000 }, String);
  expect(lineNotes(line, view, wordsOn(today))).toContain(
    `The stock calendar shows ${quantity} from Dec 10; the service confirms Dec 14.`,
  );
});
