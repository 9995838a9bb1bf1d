import { describe, expect, test } from 'vitest';

import type { Product } from '#stock/contract/gateway-responses.ts';

import { findByName, isName, productKey } from './line-product.ts';

const product = (productId: number, name: string | null): Product => ({ productId, name, sku: null, unit: null });
const find = (products: Product[]) => findByName({ search: async () => products }, 'blue poplin');

test.each([
  ['  Blue   POPLIN\t150 ', 'blue poplin 150'],
  ['CP-1001-SK', 'cp-1001-sk'],
  ['a\u00a0\u2028b', 'a b'],
  ['', ''],
])('%j is looked up as %j', (text, key) => expect(productKey(text)).toBe(key));

describe('a name', () => {
  test.each(['poplin', 'blue poplin', 'towel 50 x 70 white', '1001 blue x', 'crêpe (alizé)', '2 für'.concat(' x')])(
    'is %j',
    (key) => expect(isName(key)).toBe(true),
  );

  test.each(['10001', 'cp-1001-sk', 'a4', 'towel 50', '50 towel', '12 34', '', ' ', 'poplin-', '7 velvet-1'])(
    'is not %j',
    (key) => expect(isName(key)).toBe(false),
  );

  test('is told from hostile texts in no time', () => {
    const hostile = ['a'.repeat(500) + ' 1'.repeat(250), 'a '.repeat(10) + '1 '.repeat(490), 'a'.repeat(999) + '1'];
    const begun = performance.now();
    for (let time = 0; time < 100; time += 1) for (const key of hostile) isName(key + time);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});

describe('a product is found by its whole name', () => {
  test('in any case', async () => {
    const blue = product(2, 'Blue  Poplin');
    expect(await find([product(1, 'Blue poplin wide'), blue, product(3, null)])).toBe(blue);
  });

  test('unless there are several or none', async () => {
    expect(await find([product(1, 'Blue poplin'), product(2, 'BLUE POPLIN')])).toBe(null);
    expect(await find([product(1, 'Blue')])).toBe(null);
  });
});
