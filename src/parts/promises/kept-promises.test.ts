import { expect, test } from 'vitest';

import type { KeptPromise } from '#stock/contract/promises.ts';

import { withCustomers } from './kept-promises.ts';

const result = { kind: 'expected', date: '2026-12-10', day: '2026-11-26' } as const;
const promise = (changes: Partial<KeptPromise>): KeptPromise => ({
  letterId: 'a-letter',
  place: 0,
  productId: 1,
  product: 'Blue poplin',
  quantity: 60_000,
  unit: 'm',
  toldAt: 0,
  promised: result,
  now: result,
  since: 0,
  checkedAt: 0,
  closed: null,
  changes: [],
  ...changes,
});

test('the customer is that of the order, if it had none when the promise was kept', () => {
  const kept = [
    promise({ orderId: 'spring' }),
    promise({ orderId: 'spring', customer: 'Atelier Nord' }),
    promise({ orderId: 'summer' }),
    promise({}),
  ];
  const orders = [
    { id: 'spring', customer: 'Maison Lefèvre' },
    { id: 'summer', customer: '' },
  ];
  const customers = withCustomers(kept, orders).map(({ customer }) => customer);
  expect(customers).toEqual(['Maison Lefèvre', 'Atelier Nord', undefined, undefined]);
});
