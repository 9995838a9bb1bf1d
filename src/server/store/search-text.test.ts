import { describe, expect, test } from 'vitest';

import { foldText, indexedWordsOf, wordsOf } from './search-text.ts';

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

  test('is settled by itself', () => {
    for (const [text] of cases) expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

test('words are runs of letters and digits in any script, each once', () => {
  expect(wordsOf('ln-tw 145 (שלום) l’été, 145')).toEqual(['ln', 'tw', '145', 'שלום', 'l', 'été']);
  expect(wordsOf('"*" -- ()')).toEqual([]);
});

test('a run without spaces is found from each of its characters on', () => {
  expect(indexedWordsOf('綿サテン 145')).toEqual(['綿サテン', 'サテン', 'テン', 'ン', '145']);
});
