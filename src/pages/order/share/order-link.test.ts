import { expect, it } from 'vitest';

import { acceptedRows, linesOf, reviewRows } from '#pages/order/intake/review-rows.ts';

import { openSharedOrder } from './order-link.ts';

const order = {
  name: 'Spring',
  lines: [
    { product: 'AB-1', quantity: 1500, neededBy: '2027-03-17' as const, writtenUnit: 'm', note: 'soon' },
    { product: 'CD-2', quantity: null, quantityText: 'lots' },
    { product: '', quantity: 1000 },
  ],
};

it('looks over the lines of a link, and takes the whole of each', () => {
  const { list } = openSharedOrder(order);
  expect(list.reading.refused.map(({ line, code }) => [line, code])).toEqual([
    [2, 'no-quantity'],
    [3, 'no-product'],
  ]);
  expect(list.texts.get(1)).toBe('AB-1\t1.5\tm\t2027-03-17\tsoon');
  expect(linesOf(acceptedRows(reviewRows(list), new Map()), 'keep-apart')).toEqual([order.lines[0]]);
});
