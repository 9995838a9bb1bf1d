import { expect, it } from 'vitest';

import { type Catalogue, openCatalogue } from './product-routes.ts';

const crepe = { productId: 12_345, name: 'Crêpe Alizé', sku: 'CR-77', unit: 'm' };

function catalogueOf(contents: 'real' | 'demo'): Catalogue {
  return {
    state: () => Promise.resolve({ generation: 3, contents, searchable: true }),
    searchProducts: () => Promise.resolve({ products: [crepe], hasMore: false }),
    suggestProducts: (texts) => Promise.resolve(texts.map(() => [crepe])),
    resolveProducts: (keys) => Promise.resolve(keys.map((key) => (['12345', 'CR-77'].includes(key) ? crepe : null))),
  };
}

it('uses catalog names, and accepts any other ID that the service may know', async () => {
  const catalogue = openCatalogue(catalogueOf('real'));
  const keys = ['12345', 'CR-77', '777', ' 778 ', '0', '2147483648', 'CR-78', '1e3'];
  const none = { name: null, sku: null, unit: null };
  expect(await catalogue.resolveProducts(keys)).toEqual([
    crepe,
    crepe,
    { productId: 777, ...none },
    { productId: 778, ...none },
    null,
    null,
    null,
    null,
  ]);
  expect(await catalogue.searchProducts('alize', 1, 20)).toEqual({ products: [crepe], hasMore: false });
  expect(await catalogue.suggestProducts(['5 m crepe'])).toEqual([[crepe]]);
  expect(await catalogue.state()).toEqual({ generation: 3, contents: 'real', searchable: true });
});

it('ignores demo products', async () => {
  const catalogue = openCatalogue(catalogueOf('demo'));
  expect(await catalogue.resolveProducts(['CR-77', '12345'])).toEqual([
    null,
    { productId: 12_345, name: null, sku: null, unit: null },
  ]);
  expect(await catalogue.searchProducts('alize', 1, 20)).toEqual({ products: [], hasMore: false });
  expect(await catalogue.suggestProducts(['5 m crepe'])).toEqual([[]]);
  expect(await catalogue.state()).toEqual({ generation: 3, contents: 'empty', searchable: false });
});
