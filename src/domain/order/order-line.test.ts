import { describe, expect, it } from 'vitest';

import { isAskable, isBlank, type OrderLine } from './order-line.ts';
import { orderLine } from './order.sample.ts';

describe('isAskable', () => {
  it.each<[string, Partial<OrderLine>, boolean]>([
    ['a product and a quantity', {}, true],
    ['the smallest quantity', { quantity: 1 }, true],
    ['the largest quantity', { quantity: 1_000_000_000_000 }, true],
    ['too much', { quantity: 1_000_000_000_001 }, false],
    ['nothing', { quantity: 0 }, false],
    ['less than nothing', { quantity: -1 }, false],
    ['no readable quantity', { quantity: null }, false],
    ['no product', { productId: null }, false],
  ])('%s', (_, more, expected) => {
    expect(isAskable(orderLine(1, more))).toBe(expected);
  });
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
