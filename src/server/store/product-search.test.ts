import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Market } from '#stock/contract/envelope.ts';

import { type TemporaryStore, openTemporaryStore, stockRow, testMarket } from './temporary-store.fixture.ts';

let temporary: TemporaryStore;

const catalogue: [productId: number, name: string | null, sku: string | null][] = [
  [12345, 'Linen twill, sea green, 145 cm', 'LT-2345-SG'],
  [12346, 'Linen sateen, sage', 'LS-12'],
  [123450, 'Wool flannel 12345', 'WF-1'],
  [200, 'Velours côtelé Søholt', 'VC-200'],
  [201, 'Sea island cotton, ecru', '12'],
  [202, 'בד פשתן, ירוק זית', 'HE-GR'],
  [203, 'مخمل أحمر', 'AR-RD'],
  [204, '正絹サテン 藍色', 'JA-IN'],
  [205, null, 'NO-NAME'],
  [206, 'Velvet ribbon, sea green', 'TWICE'],
  [208, null, 'H07RNF3'],
  [209, 'Cobalt bouclé', 'COBC-HE-145'],
  [207, 'Velvet ribbon, red', 'twice'],
];

beforeAll(async () => {
  temporary = await openTemporaryStore();
  await temporary.write({
    products: catalogue.map(([productId, name, sku]) => ({ productId, name, sku, unit: 'm' })),
    rows: [12345, 12, 1234567].map((productId) => stockRow({ productId, stockDate: '2026-11-21' })),
  });
});

afterAll(() => temporary.close());

const idsFor = async (query: string, page = 1, pageSize = 20) =>
  (await temporary.store.searchProducts(query, page, pageSize)).products.map((product) => product.productId);

describe('searchProducts', () => {
  const cases: [what: string, query: string, productIds: number[]][] = [
    ['the exact ID, then IDs and names that begin with it or contain it', '12345', [12345, 123450, 1234567]],
    ['an exact ID before an exact SKU, then prefixes', '12', [12, 201, 12345, 12346, 123450, 1234567]],
    ['an exact SKU in any letter case', 'lt-2345-sg', [12345]],
    ['a SKU by its beginning', 'lt-2', [12345]],
    ['a name by its beginning', 'linen t', [12345]],
    ['beginnings of names before words inside', 'sea', [201, 206, 12345]],
    ['words in any order, by their beginnings', 'gre lin sea', [12345]],
    ['a word of the SKU beside one of the name', 'sateen ls', [12346]],
    ['a SKU without its hyphens', 'lt2345sg', [12345]],
    ['a SKU with other marks, or parts of it run together', 'LT2345 sg', [12345]],
    ['a SKU of words and digits, without its hyphens', 'cobche145', [209]],
    ['the beginning of a SKU without its hyphens', 'LT23', [12345]],
    ['no other SKU by a wrong digit', 'h07rnf2', []],
    ['names without their accents', 'COTELE soholt', [200]],
    ['names with additional accents', 'écrü', [201]],
    ['Hebrew', 'פשתן', [202]],
    ['Arabic in another order', 'أحمر مخمل', [203]],
    ['Japanese from inside a run', 'サテン', [204]],
    ['a letter left out', 'lnen twil', [12345]],
    ['letters swapped in two words', 'vlevet rde', [207]],
    ['an error in a beginning', 'velevt rib', [206, 207]],
    ['an error in Hebrew', 'פתשן', [202]],
    ['nothing', 'zzzzzz', []],
    ['no product by a wrong digit', '12354', []],
  ];

  test.each(cases)('finds %s', async (_, query, productIds) => {
    const found = await idsFor(query);
    expect(found.slice(0, productIds.length)).toEqual(productIds);
    if (productIds.length === 0) expect(found).toEqual([]);
  });

  test('lists everything by ID for an empty query', async () => {
    expect(await idsFor('  ')).toEqual([
      12, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 12345, 12346, 123450, 1234567,
    ]);
  });

  test('returns a product that has only stock without a name', async () => {
    const { products } = await temporary.store.searchProducts('1234567', 1, 20);
    expect(products[0]).toEqual({ productId: 1234567, name: null, sku: null, unit: null });
  });

  test('pages without repeating or losing a product, and reports whether more follow', async () => {
    const all = await idsFor('12');
    for (const pageSize of [1, 2, 4, 5, 100]) {
      const pages: number[] = [];
      for (let page = 1, hasMore = true; hasMore; page++) {
        const found = await temporary.store.searchProducts('12', page, pageSize);
        pages.push(...found.products.map((product) => product.productId));
        ({ hasMore } = found);
      }
      expect(pages).toEqual(all);
    }
    expect(await temporary.store.searchProducts('12', 50, 20)).toEqual({ products: [], hasMore: false });
  });

  test.each([
    '"',
    '*',
    'linen"',
    'linen* OR -wool',
    'NEAR(linen twill)',
    'words:linen',
    '^linen',
    "'; DROP TABLE product",
    '\\',
    '%',
    'a\u0000b',
    '\ud800',
  ])('treats %j as text', async (query) =>
    expect(await temporary.store.searchProducts(query, 1, 20)).toHaveProperty('hasMore'),
  );

  test('accepts any text', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme' }));
    await fc.assert(fc.asyncProperty(text, async (query) => void (await temporary.store.searchProducts(query, 1, 20))));
  });
});

const resolve = async (...keys: string[]) =>
  (await temporary.store.resolveProducts(keys)).map((product) => product?.productId ?? null);

describe('resolveProducts', () => {
  test('resolves IDs and SKUs, in order, repeated ones included', async () => {
    expect(await resolve('12345', ' ls-12 ', 'nothing', '1234567', '12345', '')).toEqual([
      12345,
      12346,
      null,
      1234567,
      12345,
      null,
    ]);
  });

  test('prefers the ID to an identical SKU', async () => expect(await resolve('12')).toEqual([12]));

  test.each(['0012345', '12345.0', '+12345', '1e4', '١٢٣٤٥', '99999999999', 'TWICE'])(
    'never guesses: %s',
    async (key) => expect(await resolve(key)).toEqual([null]),
  );

  test('returns the product of the catalog', async () => {
    expect(await temporary.store.resolveProducts(['no-name'])).toEqual([
      { productId: 205, name: null, sku: 'NO-NAME', unit: 'm' },
    ]);
  });
});

describe('suggestProducts', () => {
  test.each<[what: string, text: string, productIds: number[]]>([
    ['words of a name among others', 'and maybe the linen sateen please', [12346]],
    ['words in any order', 'sage linen', [12346]],
    ['names with accents', 'cotele velours', [200]],
    ['several names', 'some velvet ribbon', [206, 207]],
    ['a word with a typing error', 'some velvte ribbon', [206, 207]],
    ['words with typing errors', '5 m linnen satteen', [12346]],
    ['the longest run of words', 'velvet ribbon red and linen', [207]],
    ['no product by one word of its name', 'please send linen', []],
    ['no product by short words', 'we do', []],
    ['nothing', '', []],
  ])('finds %s', async (_, text, productIds) => {
    const [found] = await temporary.store.suggestProducts([text]);
    expect(found?.map((product) => product.productId).toSorted((a, b) => a - b)).toEqual(productIds);
  });

  test('returns one result for each text, in order', async () => {
    const found = await temporary.store.suggestProducts(['red velvet ribbon', 'nothing here', 'linen sateen']);
    expect(found.map((products) => products.map(({ productId }) => productId))).toEqual([[207], [], [12346]]);
  });
});

const rowsOf = (ids: number[]) => ids.map((productId) => stockRow({ productId, stockDate: '2026-11-21' }));

describe('the catalog of a market', () => {
  const other = { ...testMarket, territoryId: 'BRU_EU' };
  let apart: TemporaryStore;
  beforeAll(async () => {
    apart = await openTemporaryStore();
    const products = catalogue.map(([productId, name, sku]) => ({ productId, name, sku, unit: 'm' }));
    await apart.write({ products, rows: rowsOf([12345, 206, 12]) });
    await apart.write({ rows: rowsOf([12346, 207, 1234567]), market: other });
  });
  afterAll(() => apart.close());
  const suggest = async (market: Market) =>
    (await apart.store.suggestProducts(['red velvet ribbon', 'linen twill sea'], market)).map((products) =>
      products.map(({ productId }) => productId),
    );
  const search = async (query: string, market?: Market) =>
    (await apart.store.searchProducts(query, 1, 20, market)).products.map(({ productId }) => productId);

  test.each<[query: string, ofMarket: number[], ofOther: number[]]>([
    ['', [12, 206, 12345], [207, 12346, 1234567]],
    ['12345', [12345], [1234567]],
    ['12', [12, 12345], [12346, 1234567]],
    ['linen', [12345], [12346]],
    ['LT-2345-SG', [12345], []],
    ['lt', [12345], []],
    ['velvet', [206], [207]],
    ['vlevet', [206], [207]],
    ['flannel', [], []],
  ])('has only what the market knows: %j', async (query, ofMarket, ofOther) => {
    expect(await search(query, testMarket)).toEqual(ofMarket);
    expect(await search(query, other)).toEqual(ofOther);
    expect(await search(query, { ...testMarket, company: 'NEW' })).toEqual([]);
    expect(await search(query)).toEqual(expect.arrayContaining([...ofMarket, ...ofOther]));
  });

  test('resolves IDs and SKUs of the market alone', async () => {
    const keys = ['12345', 'LT-2345-SG', '12346', 'ls-12', 'TWICE', '12', '200'];
    const resolved = async (market: Market) =>
      (await apart.store.resolveProducts(keys, market)).map((product) => product?.productId ?? null);
    // A SKU that two products share is unique where one of them is unknown.
    expect(await resolved(testMarket)).toEqual([12345, 12345, null, null, 206, 12, null]);
    expect(await resolved(other)).toEqual([null, null, 12346, 12346, 207, null, null]);
  });

  test('suggests products of the market alone', async () => {
    expect(await suggest(testMarket)).toEqual([[206], [12345]]);
    expect(await suggest(other)).toEqual([[207], []]);
  });

  test('finds, sorts and counts no other products, even if they are named', async () => {
    const query = {
      productIds: [12345, 12346],
      quantity: 1000,
      today: '2026-11-21' as const,
      includeMaxLeadTime: true,
      tile: null,
      shortWeeks: 2 as const,
      sort: null,
      unit: undefined,
      page: 1,
      pageSize: 20,
    };
    const found = async (find: string, ofMarketOnly: boolean) => {
      const { productIds, units } = await apart.store.sortedPage(testMarket, { ...query, find, ofMarketOnly });
      return { productIds, units: units.map(({ count }) => count) };
    };
    expect(await found('linen', false)).toEqual({ productIds: [12345, 12346], units: [2] });
    expect(await found('linen', true)).toEqual({ productIds: [12345], units: [1] });
    expect(await found('', true)).toEqual({ productIds: [12345, 12346], units: [1] });
  });
});
