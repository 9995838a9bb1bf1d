import { describe, expect, it } from 'vitest';
import { leadingCode, productText } from './product-text.ts';

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
  ])('takes %j for %j', (written, product) => {
    expect(productText(written)).toBe(product);
  });
});

describe('leadingCode', () => {
  it.each([
    ['a number that is part of the name', '3 - Ply tissue'],
    ['a measure', '100 - metre reel'],
    ['a short code that begins a name', '3M Tape blue'],
    ['a number and a name', '2000 Flushes'],
    ['two codes', 'VL-2202-GR VL-2203-WH'],
    ['a code and its size', 'VL-2202-GR XL'],
    ['a share', '(100%) cotton'],
    ['a code behind its name', 'Velvet midnight (HO-000100)'],
    ['a sentence', `VL-2202-GR ${'very '.repeat(40)}long`],
  ])('finds none in %s: %j', (_, text) => {
    expect(leadingCode(text)).toBeNull();
  });
});
