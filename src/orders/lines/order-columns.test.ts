import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { draftLine } from '#parts/saved-orders/saved-order.ts';
import type { LineState } from '#stock/order/line-state.ts';
import { checkedResult } from '#stock/order/order.sample.ts';
import type { PromisedLine, PromisedLines } from '#stock/promises/told-order.ts';
import { wordsOn } from '#orders/order-words.sample.ts';

import type { LineView } from './line-view.ts';
import { type LineActions, orderColumns } from './order-columns.tsx';

const row = draftLine(1, { product: 'S-1', quantity: 1000 }, String);
const unused = {
  search: async () => [],
  actions: {} as LineActions,
  before: null,
  watched: undefined,
};

function promisedCell(
  state: LineState,
  closed: 'shipped' | null = null,
  kind: 'expected' | 'in-stock' = 'expected',
  first?: PromisedLine['first'],
) {
  const promised = { kind, date: '2026-03-20', day: '2026-03-10' } as const;
  const lines: PromisedLines = new Map([
    [
      1,
      {
        productId: 1,
        promised,
        first,
        openQuantity: closed ? 0 : 1000,
        closedQuantity: closed ? 1000 : 0,
        closedAs: closed,
      },
    ],
  ]);
  const columns = orderColumns(wordsOn('2026-03-24'), { ...unused, promised: lines, isCompact: false, isCard: false });
  const column = columns.find(({ id }) => id === 'promised');
  const entry = { row, derived: { state, productId: 1 } as LineView };
  return {
    isBad: column?.isBad?.(entry),
    words: renderToStaticMarkup(column?.content?.(entry)).replace(/<.*?>/g, ' '),
  };
}

test.each<[what: string, state: LineState, isBad: boolean, moved: RegExp]>([
  [
    'stock that was there on the promised day',
    checkedResult({ kind: 'in-stock', date: '2026-03-19' }),
    false,
    /Mar 20\s*$/,
  ],
  ['stock since a later day', checkedResult({ kind: 'in-stock', date: '2026-03-22' }), true, /Mar 20\s+4 days later/],
  ['a later ship date', checkedResult({ kind: 'expected', date: '2026-03-30' }), true, /Mar 20\s+10 days later/],
  ['no ship date any more', { kind: 'not-available' }, true, /Mar 20\s*$/],
  ['no reliable result', { kind: 'unknown-product' }, false, /Mar 20\s*$/],
])('is after what was promised, or not: %s', (_, state, isBad, moved) => {
  expect(promisedCell(state).isBad).toBe(isBad);
  expect(promisedCell(state).words).toMatch(moved);
  expect(promisedCell(state, 'shipped').isBad, 'closed').toBe(false);
});

test('a line that is promised in parts has both dates', () => {
  const cell = promisedCell(checkedResult({ kind: 'expected', date: '2026-03-20' }), null, 'expected', {
    kind: 'in-stock',
    date: '2026-03-01',
    day: '2026-03-12',
  });
  expect(cell.words).toMatch(/Mar 12\s+Mar 20\s*$/);
});

test('stock on hand that was promised as such is not late for a newer entry', () => {
  expect(promisedCell(checkedResult({ kind: 'in-stock', date: '2026-03-22' }), null, 'in-stock').isBad).toBe(false);
});
