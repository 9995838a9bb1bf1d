import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { formatQuantity } from './locale-number.ts';
import { withUnit } from './with-unit.ts';

import { quantityEcho, readTypedQuantity } from './typed-quantity.ts';

describe('a quantity is read with its unit', () => {
  test.each([
    ['300', 'en-US', 300, null],
    ['300m', 'en-US', 300, 'm'],
    ['300 m', 'en-US', 300, 'm'],
    ['300 lfm', 'de-DE', 300, 'lfm'],
    ['300 lfd. m', 'de-DE', 300, 'lfd. m'],
    ['300 meters', 'en-US', 300, 'meters'],
    ['1.250,5 m', 'de-DE', 1250.5, 'm'],
    ['1,250.5m', 'en-US', 1250.5, 'm'],
    ['1 250,5 m', 'fr-FR', 1250.5, 'm'],
    ['12 Stk.', 'de-DE', 12, 'Stk.'],
    ['12Stück', 'de-DE', 12, 'Stück'],
    ['12 m²', 'en-US', 12, 'm²'],
    ['12 m2', 'en-US', 12, 'm2'],
    ['5. m', 'en-US', 5, 'm'],
    ['٣٠٠', 'ar-EG', 300, null],
    ['٣٠٠ m', 'ar-EG', 300, 'm'],
    ['١٬٢٥٠٫٥', 'ar-EG', 1250.5, null],
    ['١٬٢٥٠٫٥', 'en-US', 1250.5, null],
    ['١٬٢٥٠٫٥', 'de-DE', 1250.5, null],
    ['۱٬۲۵۰٫۵', 'fa-IR', 1250.5, null],
    ['３００', 'ja-JP', 300, null],
    ['１，２５０．５', 'ja-JP', 1250.5, null],
    ['๓๐๐', 'th-TH', 300, null],
  ])('%j in %s', (text, locale, value, unit) => {
    expect(readTypedQuantity(text, locale)).toEqual({ ok: true, value: value * 1000, unit });
  });

  test('as it is shown, in any locale and unit', () => {
    const locales = fc.constantFrom(
      'en-US',
      'en-IN',
      'de-DE',
      'de-CH',
      'fr-FR',
      'ar-EG',
      'fa-IR',
      'th-TH',
      'ja-JP',
      'bn-BD',
    );
    const units = fc.constantFrom('m', 'kg', 'pcs', 'Stück', 'm²', 'Rollen');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), locales, units, (value, locale, unit) => {
        const text = withUnit(formatQuantity(value, locale), unit);
        expect(readTypedQuantity(text, locale, [unit])).toEqual({ ok: true, value, unit });
      }),
    );
  });
});

describe('a unit is compared with the product\u2019s', () => {
  test.each([
    ['300 lfm', 'm'],
    ['300 meters', 'm'],
    ['300 Stk', 'pcs'],
    ['300 Coupons', 'coupons'],
    ['300 m', null],
  ])('%j is in %s', (text, unit) =>
    expect(readTypedQuantity(text, 'de-DE', unit === null ? [] : [unit])).toMatchObject({ ok: true, value: 300_000 }),
  );

  test.each([
    ['300 kg', 'm', 'kg'],
    ['300cm', 'm', 'cm'],
    ['300 m', 'kg', 'm'],
    ['300 Stk', 'Rolle', 'Stk'],
  ])('%j is not in %s', (text, unit, written) => {
    expect(readTypedQuantity(text, 'de-DE', [unit])).toEqual({
      ok: false,
      reason: 'other-unit',
      value: 300_000,
      unit: written,
      productUnits: [unit],
    });
  });
});

describe('what is no quantity', () => {
  test.each([
    ['', 'empty'],
    ['m', 'not-a-number'],
    ['300 blue', 'not-a-number'],
    ['300 x', 'not-a-number'],
    ['5e3', 'not-a-number'],
    ['300 m m', 'not-a-number'],
    ['٣3', 'not-a-number'],
    ['1,5 m', 'ambiguous'],
    ['0 m', 'too-small'],
    ['-5 m', 'too-small'],
    ['1.0005 m', 'too-many-decimals'],
    ['2000000000 m', 'too-large'],
  ])('%j: %s', (text, reason) => expect(readTypedQuantity(text, 'en-US')).toEqual({ ok: false, reason }));
});

test.each([
  ['300m', 'm', '300 m'],
  ['300 lfm', 'm', '300 m'],
  ['1250,5', 'm', '1.250,5 m'],
  ['1250,5', null, '1.250,5'],
  ['300m', null, '300 m'],
  ['300', 'm', null],
  ['300 m', 'm', null],
  ['300 kg', 'm', null],
  ['many', 'm', null],
  ['', 'm', null],
])('beside %j for a product in %s stands %j', (text, productUnit, echo) => {
  const units = productUnit === null ? [] : [productUnit];
  expect(quantityEcho(text, 'de-DE', units)?.replaceAll('\u00a0', ' ') ?? null).toBe(echo);
});

test('a unit may be that of any of several products', () => {
  expect(readTypedQuantity('300 Stück', 'de-DE', ['m', 'pcs'])).toEqual({ ok: true, value: 300_000, unit: 'Stück' });
  expect(quantityEcho('300 Stück', 'de-DE', ['m', 'pcs'])).toBe('300\u00a0pcs');
  expect(quantityEcho('300,0', 'de-DE', ['m', 'pcs'])).toBe('300');
  expect(readTypedQuantity('300 kg', 'de-DE', ['m', 'pcs'])).toMatchObject({ reason: 'other-unit', unit: 'kg' });
});
