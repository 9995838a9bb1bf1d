import { describe, expect, it } from 'vitest';

import { draftLine, type NewLine } from '#features/saved-orders/saved-order.ts';
import { unasked } from '#domain/order/line-state.ts';

import { lineView, type LineKnowledge } from './line-view.ts';
import type { Finding } from './product-directory.ts';

const canvas: Finding = { productId: 1, product: { productId: 1, name: 'Canvas', sku: null, unit: 'm' } };
const today = '2027-03-01';

function view(line: Partial<NewLine>, finding: Finding | undefined = canvas) {
  const knowledge: LineKnowledge = {
    answers: { stateOf: () => unasked, answerTo: () => unasked, realDateOf: () => 'working-out' },
    together: new Map(),
    find: () => finding,
    previous: null,
    today,
  };
  return lineView(draftLine(7, { product: 'x', quantity: 1000, ...line }, String), undefined, knowledge);
}

describe('what is wrong with a line', () => {
  it.each<[string, Partial<NewLine>, Finding | undefined, string | null]>([
    ['nothing', {}, canvas, null],
    ['no product', { product: ' ' }, canvas, 'no-product'],
    ['a product that nobody knows', {}, { productId: null, product: null }, 'not-found'],
    ['no quantity', { quantity: null, quantityText: 'lots' }, canvas, 'no-quantity'],
    ['another unit', { writtenUnit: 'pcs' }, canvas, 'other-unit'],
    ['the same unit in other words', { writtenUnit: 'metres' }, canvas, null],
    ['a day that is over', { neededBy: '2027-02-28' }, canvas, 'past-date'],
    ['today', { neededBy: today }, canvas, null],
  ])('%s', (_, line, finding, problem) => {
    expect(view(line, finding)?.problem).toBe(problem);
  });

  it('is not said of a line that is blank, or of which nothing is known yet', () => {
    expect(view({ product: '', quantity: null })).toBeUndefined();
    expect(
      lineView(draftLine(7, { product: 'x', quantity: 1000 }, String), undefined, {
        answers: { stateOf: () => unasked, answerTo: () => unasked, realDateOf: () => 'working-out' },
        together: new Map(),
        find: () => undefined,
        previous: null,
        today,
      }),
    ).toBeUndefined();
  });
});
