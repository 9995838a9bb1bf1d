import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { formatQuantity } from '#lib/locale-number.ts';

import { type ProductEntry, parseProductId, readProductEntry } from './product-entry.ts';

const entry = (product: string, quantity: number | null = null, unit: string | null = null): ProductEntry => ({
  product,
  quantity: quantity === null ? null : quantity * 1000,
  unit,
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
    ['12 of 12345', 'en', entry('12345', 12)],
    ['40 x linen', 'en', entry('linen', 40)],
    ['12345\t40', 'en', entry('12345', 40)],
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
    expect(readProductEntry(text, locale)).toEqual(expected);
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
    expect(readProductEntry(text, 'en')).toEqual(entry(text));
  });

  test('reads back every product and quantity in the format of the locale', () => {
    const locales = fc.constantFrom('en-US', 'en-IN', 'de-DE', 'de-CH', 'fr-FR', 'ar-EG');
    const products = fc.stringMatching(/^[A-Z0-9]([A-Z0-9-]{0,8}[A-Z0-9])?$/);
    fc.assert(
      fc.property(products, fc.integer({ min: 1, max: 10_000_000 }), locales, (product, quantity, locale) => {
        expect(readProductEntry(`${product} x ${formatQuantity(quantity, locale)}`, locale)).toEqual({
          product,
          quantity,
          unit: null,
        });
      }),
    );
  });

  test('returns the whole text if it finds no quantity', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const read = readProductEntry(text, 'en');
        if (read.quantity === null) expect(read).toEqual(entry(text.trim()));
      }),
    );
  });
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
