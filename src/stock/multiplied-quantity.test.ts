import { describe, expect, test } from 'vitest';

import { multipliedQuantity, multiplicationIn } from './multiplied-quantity.ts';

describe('a count of equal quantities', () => {
  test.each([
    ['2 x 45', 90, ''],
    ['2x45', 90, ''],
    ['2 × 45 m', 90, 'm'],
    [' 2*45m ', 90, 'm'],
    ['3 x 12.5 m', 37.5, 'm'],
    ['2 rolls of 45 m', 90, 'm'],
    ['2 Rollen à 45 lfm', 90, 'lfm'],
    ['2 rolls x 45', 90, ''],
    ['4 x 1,250 m', 5000, 'm'],
  ])('%j is their sum', (text, quantity, unit) => {
    expect(multipliedQuantity(text, 'en-US')).toEqual({ quantity: quantity * 1000, unit });
  });

  test.each([
    ['10001 x 300'],
    ['300 x 10001'],
    ['2 x 3 x 45'],
    ['2 x 1,5 m'],
    ['2 x 0 m'],
    ['2 x 45 linen'],
    ['2 of 45'],
    ['2 friends of 45 m'],
    ['45'],
    ['x 45'],
    ['2 x 45 and 3 x 20'],
    [''],
  ])('%j is none', (text) => expect(multipliedQuantity(text, 'en-US')).toBeNull());

  test.each([
    ['2 x 45 m linen sateen sage (10006)', '2 x 45 m'],
    ['10006: 2 x 45 linen', '2 x 45'],
    ['AB-2 x 45 m', undefined],
    ['10001 x 300', undefined],
    ['2 x 45 m or 3 x 30 m', undefined],
  ])('in %j is %j', (text, written) => expect(multiplicationIn(text)?.text).toBe(written));
});
