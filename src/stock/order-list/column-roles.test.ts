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

it.each([
  ['002000', 0],
  ['000010', 1],
  ['00030', 1],
])('reads %s before a name as a product unless it numbers a row', (first, product) => {
  const [likely] = findColumnRoles(null, [[first, 'Satin blue', '998.34']]).likely;
  expect(likely).toMatchObject({ product, quantity: 2 });
});
