import { expect, test } from 'vitest';

import type { Product } from '#stock/contract/gateway-responses.ts';

import { findProducts } from './line-products.ts';

const poplin: Product = { productId: 7, name: 'Blue poplin', sku: 'BP-7', unit: 'm' };

test('lines are found by ID, SKU and name, and without a product or a quantity they are left out', async () => {
  const searched: string[] = [];
  const found = await findProducts(
    ['BP-7', ' Blue  POPLIN ', '99', 'unknown name', 'bp-8', ''].map((product, at) => ({ key: at + 1, product })),
    {
      resolveProducts: async (keys) => keys.map((key) => (key === 'bp-7' ? poplin : null)),
      searchProducts: async (text) => {
        searched.push(text);
        return { products: text === 'blue poplin' ? [poplin] : [], hasMore: false };
      },
    },
  );
  expect(found.map(({ number, productId, product }) => [number, productId, product?.name ?? null])).toEqual([
    [1, 7, 'Blue poplin'],
    [2, 7, 'Blue poplin'],
    [3, 99, null],
    [4, null, null],
    [5, null, null],
  ]);
  expect(searched).toEqual(['blue poplin', 'unknown name']);
});

test('others get a turn between names, of which 200 are searched', async () => {
  let turns = 0;
  let searches = 0;
  const count = () => {
    turns += 1;
    if (searches < 200) setImmediate(count);
  };
  setImmediate(count);
  const names = Array.from({ length: 300 }, (_, at) => `${'x'.repeat(at + 1)} name`);
  await findProducts(
    names.map((product, at) => ({ key: at + 1, product })),
    {
      resolveProducts: async (keys) => keys.map(() => null),
      searchProducts: async () => {
        searches += 1;
        return { products: [], hasMore: false };
      },
    },
  );
  expect(searches).toBe(200);
  expect(turns).toBeGreaterThan(150);
});
