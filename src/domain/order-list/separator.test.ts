import { describe, expect, it } from 'vitest';
import type { Separator } from './records.ts';
import { findSeparator } from './separator.ts';

describe('findSeparator', () => {
  it.each<[habit: string, text: string, source: 'paste' | 'file', separator: Separator]>([
    ['one tab is enough in what is pasted', 'Hi,\n\nA;1\tB\nC;2', 'paste', '\t'],
    ['a tab in a file of semicolons is a character', 'a\tb;1\nc;2\nd;3', 'file', ';'],
    ['semicolons before commas', '100;1,5\n200;2,5', 'file', ';'],
    ['commas', '12345,250\n12346,10', 'file', ','],
    ['commas in quotes do not count', '"a, b";1\n"c, d";2', 'file', ';'],
    ['commas of decimals do not count', '12345 1,5\n12346 2,5', 'paste', null],
    ['nor do those of decimals behind names', 'Satin blue 1,5\nSatin red 2,5', 'paste', null],
    ['in a file they separate', 'Widget 2,5\nWidget 3,7', 'file', ','],
    [
      'a header tells, whatever stands around the table',
      'Dear all; hello\nas agreed\nplease find\nSKU,Qty\nA,1',
      'paste',
      ',',
    ],
    ['a named separator', 'sep=|\na;b|1', 'file', '|'],
    ['spaces in columns', 'A-1   blue   5\nA-2   red    6', 'paste', 'spaces'],
    ['a mail', 'Hi Anna,\n250 m of 12345\n100 m of 12346\nRegards, Bob', 'paste', null],
    ['nothing', '', 'paste', null],
  ])('%s', (_, text, source, separator) => {
    expect(findSeparator(text, source)).toBe(separator);
  });
});
