import { expect, it } from 'vitest';

import { keptPromise } from '#stock/promises/kept-promise.sample.ts';

import { concernedIn, openPromises } from './concerned.tsx';

const order = (id: string, ...productIds: number[]) => ({ id, name: id, lineCount: productIds.length, productIds });
const received = [{ orders: [order('spring', 1, 2), order('autumn', 2)] }];

it('names the orders that have a product, then its promises that belong to none of them', () => {
  const alone = keptPromise({ letterId: 'alone' });
  const ofOrder = keptPromise({ letterId: 'of-order', orderId: 'spring' });
  const ofDeletedLine = keptPromise({ letterId: 'of-deleted-line', orderId: 'autumn' });
  const concernedBy = concernedIn(received, [alone, ofOrder, ofDeletedLine]);
  expect(concernedBy(1)).toEqual([received[0]?.orders[0], alone, ofDeletedLine]);
  expect(concernedBy(2)).toEqual(received[0]?.orders);
  expect(concernedBy(3)).toEqual([]);
});

it('leaves out promises that are closed or past', () => {
  const open = keptPromise();
  const promises = [open, keptPromise({ closed: 'shipped' }), keptPromise()];
  expect(openPromises({ promises, today: '2026-12-10', at: 0, unreadable: 0, failed: 0 })).toEqual([open, open]);
  expect(openPromises({ promises, today: '2026-12-11', at: 0, unreadable: 0, failed: 0 })).toEqual([]);
});
