import { expect, it } from 'vitest';

import { findColumnRoles } from './column-roles.ts';

it('takes a number before a name for its quantity, or else for a product whose quantity is missing', () => {
  const rows = [
    ['5', 'Satin'],
    ['6', 'Velvet'],
  ];
  expect(findColumnRoles(null, rows).likely).toMatchObject([
    { product: 1, quantity: 0 },
    { product: 0, quantity: null },
  ]);
});
