import { describe, expect, test } from 'vitest';

import { foldText } from './fold-text.ts';

describe('foldText', () => {
  const cases: [text: string, folded: string][] = [
    ['  Linen\t TWILL,\n sea  green ', 'linen twill, sea green'],
    ['Velours Côtelé', 'velours cotele'],
    ['Co\u0302tele\u0301', 'cotele'],
    ['Søholt Łódź', 'soholt lodz'],
    ['STRASSE Straße', 'strasse strasse'],
    ['ΣΊΣΥΦΟΣ', 'σισυφος'],
    ['İstanbul ısı', 'istanbul isi'],
    ['שָׁלוֹם', 'שלום'],
    ['قُطْن كـتـان', 'قطن كتان'],
    ['ＬＮ－１２', 'ln-12'],
    ['ガーゼ', 'ガーゼ'],
    ['ｶﾞｰｾﾞ', 'ガーゼ'],
    ['a\u0000b\u200bc', 'a b c'],
    ['', ''],
  ];

  test.each(cases)('%j reads %j', (text, folded) => expect(foldText(text)).toBe(folded));

  test('is idempotent', () => {
    for (const [text] of cases) expect(foldText(foldText(text))).toBe(foldText(text));
  });
});
