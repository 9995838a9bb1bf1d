import { expect, it } from 'vitest';

import { findColumnRoles } from './column-roles.ts';

it('reads a number before a name as its quantity, or else as a product without a quantity', () => {
  const rows = [
    ['5', 'Satin'],
    ['6', 'Velvet'],
  ];
  expect(findColumnRoles(null, rows).likely).toMatchObject([
    { product: 1, quantity: 0 },
    { product: 0, quantity: null },
  ]);
});
