import { describe, expect, it } from 'vitest';
import { isCurrency, isSameUnit, unitName } from './unit-word.ts';

describe('unitName', () => {
  it.each([
    ['m', ['m', 'M', 'mtr.', 'Meter', 'mètres', 'metros', 'lfd. m']],
    ['piece', ['pcs', 'Stk.', 'Stück', 'pièces', 'stuks', 'piezas', 'uds.', 'EA']],
    ['roll', ['rolls', 'Rollen', 'rouleaux', 'rollos']],
    ['m2', ['m2', 'm²', 'qm']],
    [null, ['Satin', '12', 'AB-1', '']],
  ])('%s', (name, words) => {
    expect(words.map(unitName)).toEqual(words.map(() => name));
  });
});

describe('isSameUnit', () => {
  it('compares units, not their spellings', () => {
    expect(isSameUnit('Stk.', 'pieces')).toBe(true);
    expect(isSameUnit('m', 'cm')).toBe(false);
    expect(isSameUnit('Spulchen', 'spulchen')).toBe(true);
  });
});

describe('isCurrency', () => {
  it.each(['€', 'EUR', 'CHF/m', 'euros', 'kr.'])('%s', (text) => expect(isCurrency(text)).toBe(true));
  it.each(['m', 'EURO-1', ''])('not %s', (text) => expect(isCurrency(text)).toBe(false));
});
