import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import { wordingOn } from '#parts/result/wording.sample.ts';

import {
  draftErrors,
  draftOf,
  shipByErrors,
  queryOf,
  searchOf,
  splitEntry,
  withProduct,
} from './availability-query.ts';

const today = '2026-03-01';

describe('queryOf', () => {
  it.each([
    [{}, null],
    [{ product: 12345 }, { productId: 12345, quantity: null, shipBy: null }],
    [{ quantity: 40 }, null],
    [{ product: 'MT-100', quantity: 40 }, null],
    [
      { product: 12345, quantity: 2.5 },
      { productId: 12345, quantity: 2500, shipBy: null },
    ],
    [
      { product: 1, quantity: 1, shipBy: '2026-03-01' },
      { productId: 1, quantity: 1000, shipBy: '2026-03-01' },
    ],
    [
      { product: 1, quantity: 1, shipBy: '2207-04-30' },
      { productId: 1, quantity: 1000, shipBy: null },
    ],
    [
      { product: 1, quantity: 1, shipBy: '2026-02-28' },
      { productId: 1, quantity: 1000, shipBy: null },
    ],
  ] as const)('reads %j', (search, query) => {
    expect(queryOf(search, today)).toEqual(query);
  });
});

describe('searchOf', () => {
  it.each([
    { productId: 12345, quantity: 2500, shipBy: null },
    { productId: 2_147_483_647, quantity: 1, shipBy: '2026-03-17' },
    { productId: 1, quantity: 1_000_000_000_000, shipBy: null },
    { productId: 1, quantity: null, shipBy: '2026-03-17' },
  ] as const)('round-trips %j', (query) => {
    expect(queryOf(searchOf(query), today)).toEqual(query);
  });
});

it('keeps the unit of a quantity in its field until there is a product, whose unit counts', () => {
  const search = { quantity: 1250.5, unit: 'm' };
  expect([draftOf(search, 'en').quantity, draftOf({ ...search, product: 1 }, 'en').quantity]).toEqual([
    '1,250.5 m',
    '1,250.5',
  ]);
  expect(searchOf({ productId: 1, quantity: 1, shipBy: null }).unit).toBeUndefined();
});

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const reader = (locale: string) => {
  const { formatDate } = wordingOn('2026-03-01');
  return { i18n, locale, today: '2026-03-01', namedToday: '2026-03-01', formatDate } as const;
};

describe('draftErrors', () => {
  it.each([
    ['en', '2.5'],
    ['de', '2,5'],
    ['de', '1.250'],
    ['en', ''],
  ])('accepts in %s: %s', (locale, quantity) => {
    expect(draftErrors({ product: ' MT-100 ', quantity, shipBy: '2026-03-01' }, reader(locale))).toEqual({});
  });

  it('returns an error for each invalid field', () => {
    expect(draftErrors({ product: ' ', quantity: 'many', shipBy: '2026-02-28' }, reader('en'))).toEqual({
      product: 'Enter a product ID, SKU or name.',
      quantity: expect.stringMatching(/^Enter a number/),
      shipBy: 'Enter today or a later date.',
    });
    expect(shipByErrors('2026-02-28', { ...reader('en'), namedToday: null })).toEqual({
      shipBy: 'Enter 1 Mar 2026 or a later date.',
    });
  });
});

describe('splitEntry', () => {
  it.each([
    ['12345 x 40', { product: '12345', quantity: '40' }],
    ['250 m of 12345', { product: '12345', quantity: '250 m' }],
    ['12345', { product: '12345', quantity: '7', shipBy: null }],
    ['300 m blue poplin', { product: '300 m blue poplin', quantity: '7' }],
    ['12345 x 40 kg by Mar 12', { product: '12345', quantity: '40 kg', shipBy: '2026-03-12' }],
    ['12345 by Mar 12', { product: '12345', quantity: '7', shipBy: '2026-03-12' }],
  ])('moves the parts of %j to their fields', (product, expected) => {
    expect(splitEntry({ product, quantity: '7', shipBy: null }, reader('en'), null)).toMatchObject(expected);
  });

  it.each([
    ['12345 x 40', '2026-03-01', null],
    ['12345 x 40', null, '2026-03-01'],
    ['12345 x 40 by Mar 12', '2026-03-01', '2026-03-12'],
    ['12345', '2026-03-01', '2026-03-01'],
  ] as const)('%j after a check by %s leaves the ship-by date %s', (product, checked, shipBy) => {
    expect(splitEntry({ product, quantity: '7', shipBy: '2026-03-01' }, reader('en'), checked)).toMatchObject({
      shipBy,
    });
  });
});

describe('withProduct', () => {
  const product = { productId: 12_345, name: 'Poplin', sku: null, unit: 'm' };
  const draft = { product: 'poplin', quantity: '7', shipBy: '2026-03-01' } as const;

  it.each([
    ['nothing', {}, { quantity: '7', shipBy: '2026-03-01' }],
    ['a quantity', { quantity: 1_250_500 }, { quantity: '1,250.5', shipBy: '2026-03-01' }],
    ['a quantity in its unit', { quantity: 40_000, unit: 'metres' }, { quantity: '40' }],
    ['a quantity in another unit', { quantity: 40_000, unit: 'kg' }, { quantity: '40 kg' }],
    ['a date', { shipBy: '2026-03-12' }, { quantity: '7', shipBy: '2026-03-12' }],
  ] as const)('fills the fields with the product and %s', (_, beside, expected) => {
    const found = { product, quantity: null, unit: null, shipBy: null, ...beside };
    expect(withProduct(draft, found, 'en', null)).toMatchObject({ product: '12345', ...expected });
  });

  it('keeps the ship-by date of the check for another product, but not for another quantity', () => {
    const draft = { product: 'poplin', quantity: '7', shipBy: '2026-03-01' } as const;
    const found = { product: { productId: 12_345, name: 'Poplin', sku: null, unit: 'm' }, unit: null, shipBy: null };
    expect(withProduct(draft, { ...found, quantity: null }, 'en', '2026-03-01').shipBy).toBe('2026-03-01');
    expect(withProduct(draft, { ...found, quantity: 40_000 }, 'en', '2026-03-01').shipBy).toBeNull();
  });
});

describe('draftOf', () => {
  it('formats the quantity by locale', () => {
    expect(draftOf({ product: 12345, quantity: 1250.5 }, 'de')).toEqual({
      product: '12345',
      quantity: '1.250,5',
      shipBy: null,
    });
    expect(draftOf({}, 'de')).toEqual({ product: '', quantity: '', shipBy: null });
  });
});
