import { expect, test } from 'vitest';

import { draftLine } from '#parts/saved-orders/saved-order.ts';
import type { LineState } from '#stock/order/line-state.ts';
import { checkedResult } from '#stock/order/order.sample.ts';
import type { PromisedLines } from '#stock/promises/told-order.ts';
import { wordsOn } from '#orders/order-words.sample.ts';

import type { LineView } from './line-view.ts';
import { type LineActions, orderColumns } from './order-columns.tsx';

const row = draftLine(1, { product: 'S-1', quantity: 1000 }, String);
const unused = { search: async () => [], actions: {} as LineActions, before: null, watched: undefined };

function isAfterPromise(state: LineState, closed: 'shipped' | null = null): boolean | undefined {
  const promised = { kind: 'expected', date: '2026-03-20', day: '2026-03-10' } as const;
  const lines: PromisedLines = new Map([
    [
      1,
      {
        productId: 1,
        promised,
        openQuantity: closed ? 0 : 1000,
        closedQuantity: closed ? 1000 : 0,
        closedAs: closed,
      },
    ],
  ]);
  const columns = orderColumns(wordsOn('2026-03-24'), { ...unused, promised: lines, isCompact: false, isCard: false });
  return columns.find(({ id }) => id === 'promised')?.isBad?.({ row, derived: { state, productId: 1 } as LineView });
}

test.each<[what: string, state: LineState, expected: boolean]>([
  ['stock that was there on the promised day', checkedResult({ kind: 'in-stock', date: '2026-03-19' }), false],
  ['stock since a later day', checkedResult({ kind: 'in-stock', date: '2026-03-22' }), true],
  ['a later ship date', checkedResult({ kind: 'expected', date: '2026-03-30' }), true],
  ['no ship date any more', { kind: 'not-available' }, true],
  ['no reliable result', { kind: 'unknown-product' }, false],
])('is after what was promised, or not: %s', (_, state, expected) => {
  expect(isAfterPromise(state)).toBe(expected);
  expect(isAfterPromise(state, 'shipped'), 'closed').toBe(false);
});
