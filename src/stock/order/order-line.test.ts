import { describe, expect, it } from 'vitest';

import { isValidQuantity, isBlank, lineQueries, quantityAbove } from './order-line.ts';
import { countedLine } from './order.sample.ts';

describe('isValidQuantity', () => {
  it.each([
    [1, true],
    [1_000_000_000_000, true],
    [1_000_000_000_001, false],
    [0, false],
    [-1, false],
    [null, false],
  ])('%s', (quantity, expected) => {
    expect(isValidQuantity(quantity)).toBe(expected);
  });
});

it('adds the quantities of earlier lines of the product', () => {
  const products = [1, 2, 1, 1, 2];
  const queries = lineQueries(
    products.map((productId, index) => countedLine(index + 1, { productId, quantity: (index + 1) * 10 })),
  );
  expect(queries.map(({ quantity }) => quantity)).toEqual([10, 20, 40, 80, 70]);
  expect(queries.map(quantityAbove)).toEqual([0, 0, 10, 40, 20]);
  expect(queries.map(({ lines, place }) => lines.slice(0, place))).toEqual([[], [], [1], [1, 3], [2]]);
});

describe('isBlank', () => {
  it.each([
    ['', '', true],
    [' ', '\t', true],
    ['AB-1', '', false],
    ['', '5', false],
  ])('product %j and quantity %j', (product, quantityText, expected) => {
    expect(isBlank({ product, quantityText })).toBe(expected);
  });
});
