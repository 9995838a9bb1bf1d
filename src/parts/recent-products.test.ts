import { describe, expect, it } from 'vitest';

import { recentProducts } from './recent-products.ts';
import { readEntries, withEntry } from './remembered.ts';

type RecentProduct = Parameters<typeof recentProducts.isSame>[0];
const looked = (productId: number, lookedAt = productId): RecentProduct => ({
  productId,
  name: `Product ${productId}`,
  lookedAt,
});
const withProduct = (products: RecentProduct[], product: RecentProduct) => withEntry(recentProducts, products, product);

describe('recent products', () => {
  it('are distinct, latest first', () => {
    const products = [looked(1), looked(2), looked(1, 9)].reduce(withProduct, []);
    expect(products).toEqual([looked(1, 9), looked(2)]);
  });

  it('drop the oldest beyond eight', () => {
    const products = Array.from({ length: 10 }, (_, index) => looked(index + 1)).reduce(withProduct, []);
    expect(products.map(({ productId }) => productId)).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
  });

  it('are read back as they were written', () => {
    const products = [{ productId: 5, name: null, lookedAt: 12 }];
    expect(readEntries(recentProducts, JSON.stringify(products))).toEqual(products);
  });

  it.each([null, '', 'no json', '{}', '[{"productId":0}]', '[{"productId":5,"name":3,"lookedAt":1}]'])(
    'are none in %j',
    (text) => expect(readEntries(recentProducts, text)).toEqual([]),
  );
});
