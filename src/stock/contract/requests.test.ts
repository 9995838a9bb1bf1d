import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { defaultLimits } from './limits.ts';
import { filteredProductIds, parseProductFilter, printProductFilter, printProductIds } from './requests.ts';
import { maxProductId } from './limits.ts';

const parse = (text: string) => parseProductFilter(text, defaultLimits);

const any = (count: number) => printProductIds(Array.from({ length: count }, (_, index) => index + 1));

describe('parseProductFilter', () => {
  test.each([
    ['productid.eq.5', [[5]]],
    ['productId.eq.5', [[5]]],
    ['PRODUCTID.eq.2147483647', [[2_147_483_647]]],
    ['productid.eq.any(5)', [[5]]],
    ['productid.eq.any(7,5,7)', [[7, 5, 7]]],
    ['productid.eq.any(1,2)/productId.eq.2', [[1, 2], [2]]],
  ])('parses %s', (text, filter) => {
    expect(parse(text)).toEqual({ ok: true, filter });
  });

  test.each([
    '',
    '/',
    'productid',
    'productid.eq',
    'productid.eq.',
    'productid.eq.0',
    'productid.eq.-1',
    'productid.eq.+5',
    'productid.eq.007',
    'productid.eq.1.5',
    'productid.eq.1e3',
    'productid.eq.0x10',
    'productid.eq.٥',
    'productid.eq.2147483648',
    'productid.eq.99999999999999999999',
    'productid.eq.5 ',
    ' productid.eq.5',
    'productid.eq.any()',
    'productid.eq.any(,)',
    'productid.eq.any(1,)',
    'productid.eq.any(1, 2)',
    'productid.eq.any(1,2',
    'productid.eq.any(1)(2)',
    'productid.eq.any(1))',
    'productid.eq.all(1,2)',
    'productid.EQ.5',
    'productid.eq.ANY(5)',
    'productid.in(1-5)',
    'productid.startswith.5',
    'company.eq.BRU',
    'productid.eq.5/',
    'productid.eq.5/company.eq.BRU',
    'productid.eq.5\0',
    'productid.eq.5,6',
    '__proto__.eq.5',
  ])('rejects %j', (text) => {
    expect(parse(text)).toEqual({ ok: false, message: expect.stringContaining('productid.eq.any(<id>,<id>,...)') });
  });

  test('limits the IDs of all terms together', () => {
    expect(parse(any(1000))).toMatchObject({ ok: true });
    expect(parse(any(1001))).toEqual({ ok: false, message: 'must name at most 1,000 products; it names 1,001' });
    expect(parse(`${any(1000)}/productid.eq.1`)).toMatchObject({ ok: false });
  });

  test('parses what is printed', () => {
    const productId = fc.integer({ min: 1, max: maxProductId });
    const filters = fc.array(fc.array(productId, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(filters, (filter) => {
        expect(parse(printProductFilter(filter))).toEqual({ ok: true, filter });
      }),
    );
  });

  test('never throws on any text; what it parses is printed the same except for letter case and any() of one', () => {
    const texts = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom('productid', '.', 'eq', 'any(', '1', '23', ',', ')', '/', ' '), { maxLength: 12 })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parse(text);
        const plain = text.toLowerCase().replaceAll(/any\((\d+)\)/g, '$1');
        if (parsed.ok) expect(printProductFilter(parsed.filter).toLowerCase()).toBe(plain);
        else expect(parsed.message).toMatch(/^must /);
      }),
    );
  });
});

test.each([
  [[[5]], [5]],
  [[[9, 5, 9, 10]], [5, 9, 10]],
  [[[1, 2, 3], [3, 2], [2]], [2]],
  [[[1], [2]], []],
])('filteredProductIds of %j is %j', (filter, productIds) => {
  expect(filteredProductIds(filter)).toEqual(productIds);
});

test.each([
  [[], ''],
  [[5], 'productId.eq.5'],
  [[5, 6], 'productId.eq.any(5,6)'],
])('printProductIds of %j is %j', (productIds, text) => {
  expect(printProductIds(productIds)).toBe(text);
});
