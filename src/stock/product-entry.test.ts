import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { formatQuantity } from './locale-number.ts';

import type { Product } from '#stock/contract/gateway-responses.ts';

import {
  isOtherUnit,
  type ProductEntry,
  parseProductId,
  productReadings,
  readProductEntry,
  suggestProducts,
  unreadDate,
} from './product-entry.ts';

/** A Wednesday. */
const today = '2026-11-25';

const entry = (product: string, quantity: number | null = null, unit: string | null = null): ProductEntry => ({
  product,
  quantity: quantity === null ? null : quantity * 1000,
  unit,
  shipBy: null,
});

describe('readProductEntry', () => {
  it.each<[string, string, ProductEntry]>([
    ['12345', 'en', entry('12345')],
    ['  12345 ', 'en', entry('12345')],
    ['', 'en', entry('')],
    ['linen natural', 'en', entry('linen natural')],
    ['12345 x 40', 'en', entry('12345', 40)],
    ['12345 X 40', 'en', entry('12345', 40)],
    ['12345 × 40', 'en', entry('12345', 40)],
    ['12345 * 40', 'en', entry('12345', 40)],
    ['12345×40', 'en', entry('12345', 40)],
    ['12345 x40', 'en', entry('12345', 40)],
    ['12345 x 40 m', 'en', entry('12345', 40, 'm')],
    ['12345 x 40m', 'en', entry('12345', 40, 'm')],
    ['AB-12/X x 1,250.5 m²', 'en', entry('AB-12/X', 1250.5, 'm²')],
    ['12345 x 40,5 Stück', 'de', entry('12345', 40.5, 'Stück')],
    ['12345 x 1.250', 'de', entry('12345', 1250)],
    ['Linen blue x 40', 'en', entry('Linen blue', 40)],
    ['250 m of 12345', 'en', entry('12345', 250, 'm')],
    ['250m of 12345', 'en', entry('12345', 250, 'm')],
    ['250 metres of Linen blue', 'en', entry('Linen blue', 250, 'metres')],
    ['250,5 m von AB-12', 'de', entry('AB-12', 250.5, 'm')],
    ['250 m of the sea green linen twill', 'en', entry('sea green linen twill', 250, 'm')],
    ['250 m von dem Leinen', 'de', entry('Leinen', 250, 'm')],
    ['12 of 12345', 'en', entry('12345', 12)],
    ['40 x linen', 'en', entry('linen', 40)],
    ['12345\t40', 'en', entry('12345', 40)],
    ['12345 \t 40', 'en', entry('12345', 40)],
    ['12345\t1.250,5', 'de', entry('12345', 1250.5)],
    ['CP-1001-SK 40', 'en', entry('CP-1001-SK', 40)],
    ['CP-1001-SK 40.5 m', 'en', entry('CP-1001-SK', 40.5, 'm')],
    ['CP-1001-SK 1.250', 'de', entry('CP-1001-SK', 1250)],
    ['AB-12 40', 'en', entry('AB-12', 40)],
    ['250 m 10004', 'en', entry('10004', 250, 'm')],
    ['250m CP-1001-SK', 'en', entry('CP-1001-SK', 250, 'm')],
    ['250,5 m 10004', 'de', entry('10004', 250.5, 'm')],
    ['10004 250 m', 'en', entry('10004', 250, 'm')],
  ])('splits %j in %s', (text, locale, expected) => {
    expect(readProductEntry(text, { locale, today })).toEqual(expected);
  });

  it.each([
    ['a SKU with an x', 'AX40'],
    ['a SKU with a star', 'AB*40'],
    ['a name that ends in a measure', 'Towel 50 x 70'],
    ['a measure in three', '10 × 20 × 30'],
    ['a name with "of"', '3 shades of grey'],
    ['a unit that would need conversion', '250 cm of 12345'],
    ['an ambiguous quantity', '12345 x 1,5'],
    ['a quantity of zero', '12345 x 0'],
    ['a quantity that is too large', '12345 x 2000000000'],
    ['a multiplication sign without a quantity', '12345 x'],
    ['a quantity without a product', 'x 40'],
    ['two numbers, either of which may be the quantity', '10004 250'],
    ['a name that ends in a number', 'Velvet 40'],
    ['a name that begins with a short code', 'A4 80'],
    ['a measure and a name', '140 cm 10004'],
    ['a code and an ambiguous quantity', 'CP-1001-SK 1,5'],
    ['two codes', 'CP-1001-SK CP-1002-SK'],
    ['a code and a size', 'CP-1001-SK 2XL'],
    ['three cells', '12345\t40\tm'],
  ])('does not split %s: %j', (_, text) => {
    expect(readProductEntry(text, { locale: 'en', today })).toEqual(entry(text));
  });

  test('reads back every product and quantity in the format of the locale', () => {
    const locales = fc.constantFrom('en-US', 'en-IN', 'de-DE', 'de-CH', 'fr-FR', 'ar-EG');
    const products = fc.stringMatching(/^[A-Z0-9]([A-Z0-9-]{0,8}[A-Z0-9])?$/);
    fc.assert(
      fc.property(products, fc.integer({ min: 1, max: 10_000_000 }), locales, (product, quantity, locale) => {
        expect(readProductEntry(`${product} x ${formatQuantity(quantity, locale)}`, { locale, today })).toEqual({
          ...entry(product),
          quantity,
        });
      }),
    );
  });

  test('returns the whole text if it finds no quantity', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const read = readProductEntry(text, { locale: 'en', today });
        if (read.quantity === null && read.shipBy === null) expect(read).toEqual(entry(text.trim()));
      }),
    );
  });
});

describe('a date beside the product', () => {
  it.each<[string, string, ProductEntry]>([
    ['12345 x 40 by Dec 12', 'en', { ...entry('12345', 40), shipBy: '2026-12-12' }],
    ['12345 x 40 m bis 12.12.', 'de', { ...entry('12345', 40, 'm'), shipBy: '2026-12-12' }],
    ['250 m of 12345 by Friday', 'en', { ...entry('12345', 250, 'm'), shipBy: '2026-11-27' }],
    ['250 m 10004, 12. Dezember', 'de', { ...entry('10004', 250, 'm'), shipBy: '2026-12-12' }],
    ['by 12/12 10004 250 m', 'en', { ...entry('10004', 250, 'm'), shipBy: '2026-12-12' }],
    ['10004 250 m in 2 weeks', 'en', { ...entry('10004', 250, 'm'), shipBy: '2026-12-09' }],
    ['10004 250 m KW 50', 'de', { ...entry('10004', 250, 'm'), shipBy: '2026-12-11' }],
    ['CP-1001-SK 40 2026-12-12', 'en', { ...entry('CP-1001-SK', 40), shipBy: '2026-12-12' }],
    ['CP-1001-SK 20 Dec 12', 'en', { ...entry('CP-1001-SK', 20), shipBy: '2026-12-12' }],
    ['10004 by Dec 12', 'en', { ...entry('10004'), shipBy: '2026-12-12' }],
    ['10004 250 m ; by Dec 12', 'en', { ...entry('10004', 250, 'm'), shipBy: '2026-12-12' }],
    ['12345 x 20 by Dec 30', 'en', { ...entry('12345', 20), shipBy: '2026-12-30' }],
    ['12345 x 2027 bis 30. Dezember', 'de', { ...entry('12345', 2027), shipBy: '2026-12-30' }],
    ['2026 by Dec 12', 'en', { ...entry('2026'), shipBy: '2026-12-12' }],
    ['10004 12.12. 2026', 'de', { ...entry('10004'), shipBy: '2026-12-12' }],
    ['10004 250 m  in  2  weeks', 'en', { ...entry('10004', 250, 'm'), shipBy: '2026-12-09' }],
    ['10004 by today', 'en', { ...entry('10004'), shipBy: today }],
    ['10004 x 40 by tomorrow', 'en', { ...entry('10004', 40), shipBy: '2026-11-26' }],
  ])('reads %j in %s', (text, locale, expected) => {
    expect(readProductEntry(text, { locale, today })).toEqual(expected);
  });

  it.each([
    ['a number that could be a date', '12345 1.5'],
    ['a yarn count', '12345 12/2'],
    ['a weekday', 'Black Friday'],
    ['an ID like a date', '20261204'],
    ['a date alone', 'Dec 12'],
    ['a date and its year', '12.12. 2026'],
    ['a date and a year of two digits', 'Dec 12 26'],
    ['a past date and its year', '12.12. 2020'],
    ['a far date and its year', '12.12. 2099'],
    ['a day that its year does not have', '29.2. 2027'],
    ['a product and a past date', 'CP-1001-SK 12.12. 2020'],
    ['a past date', '10004 2020-12-12'],
    ['a far date', '10004 by 2099-12-31'],
  ])('does not take %s: %j', (_, text) => {
    expect(readProductEntry(text, { locale: 'en', today })).toEqual(entry(text));
  });

  it('keeps an ID like a date', () => {
    expect(readProductEntry('20261204 x 40', { locale: 'en', today })).toEqual(entry('20261204', 40));
  });
});

describe('productReadings', () => {
  it.each<[string, ProductEntry[]]>([
    ['10004', [entry('10004')]],
    ['linen natural', [entry('linen natural')]],
    ['10004 x 40', [entry('10004', 40), entry('10004 x 40')]],
    ['10004 250', [entry('10004 250'), entry('10004', 250), entry('250', 10_004)]],
    ['10004  250', [entry('10004  250'), entry('10004', 250), entry('250', 10_004)]],
    ['300 velvet 40', [entry('300 velvet 40'), entry('velvet 40', 300), entry('300 velvet', 40)]],
    ['300 m silk 40 30', [entry('300 m silk 40 30'), entry('silk 40 30', 300, 'm'), entry('300 m silk 40', 30)]],
    ['Dec 12', [entry('Dec 12'), entry('Dec', 12)]],
    ['linen by today', [entry('linen by today'), { ...entry('linen'), shipBy: today }]],
  ])('of %j', (text, readings) => {
    expect(productReadings(text, { locale: 'en', today })).toEqual(readings);
  });
});

const product = (productId: number, name: string, sku: string | null = null): Product => ({
  productId,
  name,
  sku,
  unit: 'm',
});
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

describe('suggestProducts', () => {
  const catalog = [
    product(9001, 'Swatch of CP-1001-SK'),
    product(10_001, 'Cotton poplin Marenza, sky blue, 150 cm', 'CP-1001-SK'),
    product(10_002, 'Popeline blau'),
    product(10_003, 'Towel 50 x 70'),
    product(10_004, 'Wool flannel, graphite'),
    product(10_005, 'Ribbon 300 m'),
    product(10_006, 'Ribbon, opal'),
    product(10_007, 'Velvet 40'),
    product(10_250, 'Silk, 250 cm'),
  ];
  /** Every word is the start of a word of the product. */
  const search = async (words: string) => {
    const sought = wordsOf(words);
    return catalog.filter(({ productId, name, sku }) => {
      const own = wordsOf(`${productId} ${sku ?? ''} ${name}`);
      return sought.every((word) => own.some((each) => each.startsWith(word)));
    });
  };
  const first = async (text: string, locale = 'en') => {
    const [suggestion] = await suggestProducts(text, { locale, today }, search);
    if (!suggestion) return null;
    const { product: found, quantity, unit, shipBy } = suggestion;
    return [found.productId, quantity === null ? null : quantity / 1000, unit, shipBy];
  };

  it.each<[string, string, unknown[]]>([
    ['300 m blue poplin by Dec 12', 'en', [10_001, 300, 'm', '2026-12-12']],
    ['300m blue poplin', 'en', [10_001, 300, 'm', null]],
    ['blue poplin 300 m', 'en', [10_001, 300, 'm', null]],
    ['300 poplin blue', 'en', [10_001, 300, null, null]],
    ['blue poplin by friday', 'en', [10_001, null, null, '2026-11-27']],
    ['by Dec 12 300 m blue poplin', 'en', [10_001, 300, 'm', '2026-12-12']],
    ['300 m of blue poplin', 'en', [10_001, 300, 'm', null]],
    ['300 m Popeline blau bis 12.12.', 'de', [10_002, 300, 'm', '2026-12-12']],
    ['1.250,5 lfm Popeline', 'de', [10_002, 1250.5, 'lfm', null]],
    ['popeline 1 250', 'fr', [10_002, 1250, null, null]],
    ['popeline 1 250 000 m', 'fr', [10_002, 1_250_000, 'm', null]],
    ['popeline 28 by Dec 28', 'en', [10_002, 28, null, '2026-12-28']],
    ['25 silk 2', 'en', [10_250, 25, null, null]],
    ['silk 250 2', 'en', [10_250, 2, null, null]],
    ['10004 250', 'en', [10_004, 250, null, null]],
    ['250 10004', 'en', [10_004, 250, null, null]],
    ['10004 x 40', 'en', [10_004, 40, null, null]],
    ['12 kg flannel', 'en', [10_004, 12, 'kg', null]],
    ['towel 50 x 70', 'en', [10_003, null, null, null]],
    ['ribbon 300 m', 'en', [10_005, null, null, null]],
    ['200 m ribbon', 'en', [10_005, 200, 'm', null]],
    ['velvet 40', 'en', [10_007, null, null, null]],
    ['40 velvet', 'en', [10_007, null, null, null]],
    ['velvet 30', 'en', [10_007, 30, null, null]],
    ['poplin blue 150 cm', 'en', [10_001, null, null, null]],
    ['300   m blue poplin', 'en', [10_001, 300, 'm', null]],
    ['velvet 4', 'en', [10_007, 4, null, null]],
    ['CP-1001-SK', 'en', [10_001, null, null, null]],
    ['cp-1001-sk', 'en', [10_001, null, null, null]],
  ])('%j in %s', async (text, locale, expected) => expect(await first(text, locale)).toEqual(expected));

  it('lists each product once, and none for what the catalog does not have', async () => {
    const found = await suggestProducts('300 ribbon', { locale: 'en', today }, search);
    expect(found.map((each) => [each.product.productId, each.quantity])).toEqual([
      [10_005, null],
      [10_006, 300_000],
    ]);
    expect(await first('300 m denim')).toBeNull();
    expect(await first('')).toBeNull();
  });
});

it.each([
  ['m', 'm', false],
  ['metres', 'm', false],
  ['kg', 'm', true],
  [null, 'm', false],
  ['kg', null, false],
])('a quantity in %s of a product in %s is in another unit: %s', (unit, own, isOther) => {
  const suggested = { ...product(10_004, 'Wool flannel'), unit: own };
  expect(isOtherUnit({ product: suggested, quantity: 12_000, unit, shipBy: null })).toBe(isOther);
});

describe('unreadDate', () => {
  it.each([
    ['300 m poplin by dec 32', 'dec 32', { ok: false, reason: 'not-a-date' }],
    ['by dec 32', 'dec 32', { ok: false, reason: 'not-a-date' }],
    [' 10004 bis zum 32.12. ', '32.12.', { ok: false, reason: 'not-a-date' }],
    ['10004 until feb 30', 'feb 30', { ok: false, reason: 'no-such-day', month: '2027-02-01', days: 28 }],
    ['10004 by 2099-12-31', '2099-12-31', { ok: false, reason: 'far' }],
    ['10004 by 2026-11-24', '2026-11-24', { ok: true, date: '2026-11-24' }],
  ])('of %j is %j', (text, written, reading) => {
    expect(unreadDate(text, { locale: 'en', today })).toEqual({ written, reading });
  });

  it.each(['10004 by 2026-11-25', '10004 by Dec 12', '10004 dec 32', 'Standby dec 32', '10004 by'])(
    'of %j is none',
    (text) => {
      expect(unreadDate(text, { locale: 'en', today })).toBeNull();
    },
  );
});

it.each([
  ['12345', 12_345],
  ['2147483647', 2_147_483_647],
  ['2147483648', null],
  ['21474836470', null],
  ['0', null],
  ['012', null],
  ['12a', null],
  ['a12', null],
  ['12.5', null],
  ['', null],
])('reads %j as the product id %j', (text, id) => {
  expect(parseProductId(text)).toBe(id);
});
