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
    ['3 rolls x 50 m', 150, 'm'],
    ['20 boxes x 12 pcs', 240, 'pcs'],
    ['3 Stück à 50 m', 150, 'm'],
    ['3 pcs x 50 m', 150, 'm'],
    ['3 pcs of 50', 150, ''],
    ['50 kg x 3', 150, 'kg'],
    ['280cm x 5', 1400, 'cm'],
    ['50 m x 3 rolls', 150, 'm'],
    ['50 lfm. × 3 Stk', 150, 'lfm'],
    ['50 pcs x 3', 150, 'pcs'],
    ['12 pcs x 20 boxes', 240, 'pcs'],
    ['2 Dutzend x 3', 6, 'Dutzend'],
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
    ['50 cm x 3 m'],
    ['50 kg à 25'],
    ['50 kg of 25 boxes'],
    ['2 dozen of 45 m'],
    ['45'],
    ['x 45'],
    ['2 x 45 and 3 x 20'],
    [''],
  ])('%j is none', (text) => expect(multipliedQuantity(text, 'en-US')).toBeNull());

  test.each([
    ['2 x 45 m linen sateen sage (10006)', '2 x 45 m'],
    ['10006: 2 x 45 linen', '2 x 45'],
    ['10006: 50 kg x 3 linen', '50 kg x 3'],
    ['AB-2 x 45 m', undefined],
    ['10001 x 300', undefined],
    ['2 x 45 m or 3 x 30 m', undefined],
  ])('in %j is %j', (text, written) => expect(multiplicationIn(text)?.text).toBe(written));
});
