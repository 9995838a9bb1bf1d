import { expect, test } from 'vitest';

import { keptPromise } from '#stock/promises/kept-promise.sample.ts';

import { withCustomers } from './kept-promises.ts';

test('the customer is that of the order, if it had none when the promise was kept', () => {
  const kept = [
    keptPromise({ orderId: 'spring' }),
    keptPromise({ orderId: 'spring', customer: 'Atelier Nord' }),
    keptPromise({ orderId: 'summer' }),
    keptPromise({}),
  ];
  const orders = [
    { id: 'spring', customer: 'Maison Lefèvre' },
    { id: 'summer', customer: '' },
  ];
  const customers = withCustomers(kept, orders).map(({ customer }) => customer);
  expect(customers).toEqual(['Maison Lefèvre', 'Atelier Nord', undefined, undefined]);
});
