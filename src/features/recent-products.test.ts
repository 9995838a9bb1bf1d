import { describe, expect, it } from 'vitest';

import { readRecentProducts, withRecentProduct } from './recent-products.ts';

const looked = (productId: number, lookedAt = productId) => ({ productId, name: `Product ${productId}`, lookedAt });

describe('withRecentProduct', () => {
  it('puts the latest first, each product once', () => {
    const products = [looked(1), looked(2), looked(1, 9)].reduce(withRecentProduct, []);
    expect(products).toEqual([looked(1, 9), looked(2)]);
  });

  it('forgets the oldest of more than eight', () => {
    const products = Array.from({ length: 10 }, (_, index) => looked(index + 1)).reduce(withRecentProduct, []);
    expect(products.map(({ productId }) => productId)).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
  });
});

describe('readRecentProducts', () => {
  it('reads back what was written', () => {
    const products = [{ productId: 5, name: null, lookedAt: 12 }];
    expect(readRecentProducts(JSON.stringify(products))).toEqual(products);
  });

  it.each([null, '', 'no json', '{}', '[{"productId":0}]', '[{"productId":5,"name":3,"lookedAt":1}]'])(
    'reads %j as none',
    (text) => expect(readRecentProducts(text)).toEqual([]),
  );
});
