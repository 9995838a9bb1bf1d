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
  [['00030', '00010'], 0],
  [['00011', '00023'], 0],
  [['00010', '00030'], 1],
])('reads numbers with zeros before a name as products unless they number the rows: %j', (numbers, product) => {
  const [likely] = findColumnRoles(
    null,
    numbers.map((number, at) => [number, ['Satin blue', 'Velvet red'][at] ?? '', '998.34']),
  ).likely;
  expect(likely).toMatchObject({ product, quantity: 2 });
});

it('takes the second text behind a quantity and its product as a note', () => {
  const rows = [
    ['5.5', 'AB-1001', 'Poplin', 'cut in two'],
    ['7.5', 'AB-1002', 'Satin', 'cut in two'],
  ];
  expect(findColumnRoles(null, rows).likely[0]).toMatchObject({
    product: 1,
    quantity: 0,
    notes: [3],
  });
});

it.each([
  ['002000', 0],
  ['000010', 1],
  ['00030', 1],
])('reads %s before a name as a product unless it numbers a row', (first, product) => {
  const [likely] = findColumnRoles(null, [[first, 'Satin blue', '998.34']]).likely;
  expect(likely).toMatchObject({ product, quantity: 2 });
});
