import { describe, expect, it } from 'vitest';
import {
  codeAndWords,
  otherKeys,
  productCandidates,
  productText,
  withoutName,
  wordsAfterCode,
} from './product-text.ts';

describe('productText', () => {
  it.each([
    ['20417', '20417'],
    ['00471', '00471'],
    ['20417.0', '20417'],
    ['300,00', '300'],
    ['10.000', '10.000'],
    ['0.0', '0.0'],
    ['ＶＬ－２２０１－ＢＫ', 'VL-2201-BK'],
    ['VL‑2201–BK', 'VL-2201-BK'],
    ['Samt – blau', 'Samt – blau'],
    ['100 - Velvet midnight', '100'],
    ['[HO-000100] Velvet midnight', 'HO-000100'],
    ['VL-2202-GR, Velour green', 'VL-2202-GR'],
    ['CP-1001-SK Cotton poplin sky blue', 'CP-1001-SK'],
    ['CP-1001-SK Cotton B5 poplin', 'CP-1001-SK'],
    ['CP-1001-SK Satin 140 wide', 'CP-1001-SK'],
  ])('normalizes %j to %j', (written, product) => {
    expect(productText(written)).toBe(product);
  });
});

describe('codeAndWords', () => {
  it.each([
    ['a number that is part of the name', '3 - Ply tissue'],
    ['a measure', '100 - metre reel'],
    ['a short code that begins a name', '3M Tape blue'],
    ['a number and a name', '2000 Flushes'],
    ['two codes', 'VL-2202-GR VL-2203-WH'],
    ['a code and its size', 'VL-2202-GR XL'],
    ['a code, a name and another code', 'VL-2202-GR Velour AB300'],
    ['a code, a name and its length', 'VL-2202-GR Velour 300cm'],
    ['a share', '(100%) cotton'],
    ['a code behind its name', 'Velvet midnight (HO-000100)'],
    ['a sentence', `VL-2202-GR ${'very '.repeat(40)}long`],
  ])('finds no code in %s: %j', (_, text) => {
    expect(codeAndWords(text)).toBeNull();
  });
});

describe('productCandidates', () => {
  it.each([
    ['2 WF-1004-GR Flannel about 300', ['WF-1004-GR']],
    ['4711 of AB-12', ['AB-12', '4711']],
    ['123 or 1234, 1234567890 or 12345678901', ['1234', '1234567890']],
    ['AB-1;AB-1 (AB-2)|[AB-3]:5', ['AB-1', 'AB-2', 'AB-3']],
    ['CP-1001-SK Cotton poplin\tlots', ['CP-1001-SK']],
    ['10001.0\tAB/1+2#3_4.5', ['AB/1+2#3_4.5', '10001']],
    ['-AB1 blue satin m', []],
    ['A1 B2\tC3', ['C3', 'A1', 'B2']],
    ['{HO-000100} Velvet', ['HO-000100']],
    ['A B1: , 1AB', ['B1', '1AB']],
  ])('finds the candidates of %j: %j', (text, candidates) => {
    expect(productCandidates(text)).toEqual(candidates);
  });
});

it('returns the words after a code', () => {
  expect(wordsAfterCode('[HO-000100] Velvet midnight')).toBe('Velvet midnight');
  expect(wordsAfterCode('Velvet midnight')).toBe('');
});

describe('withoutName', () => {
  it.each([
    ['Velvet Midnight', ''],
    ['VELVET, midnight', ''],
    ['velvet midnight blue', 'blue'],
    ['velvet midnight - cut', 'cut'],
    ['velvet midnights', 'velvet midnights'],
    ['velvet midnights - cut', 'velvet midnights - cut'],
    ['midnight velvet - cut', 'midnight velvet - cut'],
    ['velvet midnight, cut, rolled', 'cut, rolled'],
    ['midnight', 'midnight'],
    ['midnight velvet', 'midnight velvet'],
    ['vet mid', 'vet mid'],
  ])('removes the name from %s: %s', (words, rest) => {
    expect(withoutName(words, 'Velvet midnight')).toBe(rest);
  });

  it('removes part of a longer name, and nothing if the name is empty', () => {
    expect(withoutName('velvet midnight', 'Silk velvet midnight')).toBe('');
    expect(withoutName('satin', 'Satin')).toBe('');
    expect(withoutName('rolled', '')).toBe('rolled');
    expect(withoutName('-rolled', '')).toBe('-rolled');
  });
});

describe('otherKeys', () => {
  it.each<[product: string, quantity: number, text: string, keys: string[]]>([
    ['CP-1001-SK', 40, 'cp-1001-sk 10001 AB-12 m 40 XL AB1 AB123', ['10001', 'AB-12', 'AB123']],
    ['10001', 12_345.5, '10001;12345,5;10002', ['10002']],
    ['10001', 5, '-', []],
  ])('of %s and %s in %j', (product, quantity, text, keys) => expect(otherKeys(product, quantity, text)).toEqual(keys));
});
