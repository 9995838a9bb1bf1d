import { describe, expect, it } from 'vitest';

import type { Session } from '#contract/gateway.ts';

import { readRecentProducts, recentProductsKey, withRecentProduct } from './recent-products.ts';

const session: Session = {
  signedIn: true,
  by: 'local',
  market: { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' },
  expiresAt: null,
  service: {
    kind: 'embedded',
    baseUrl: 'http://127.0.0.1:8080/api',
    version: '0.1.0',
    today: '2026-03-10',
    demo: false,
    generation: 1,
    searchable: true,
  },
};

describe('recentProductsKey', () => {
  it('differs by service, market and how the person signed in', () => {
    const keys = [
      session,
      { ...session, service: { ...session.service, baseUrl: 'https://stock.example/api' } },
      { ...session, market: { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_NL' } },
      { ...session, by: 'credentials' as const },
    ].map(recentProductsKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('lies under the prefix that sign-out wipes', () => {
    expect(recentProductsKey(session)).toMatch(/^stock-horizon:/);
  });
});

describe('withRecentProduct', () => {
  const looked = (productId: number, lookedAt = productId) => ({ productId, name: `Product ${productId}`, lookedAt });

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
