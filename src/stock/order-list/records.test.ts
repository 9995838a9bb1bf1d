import { describe, expect, it } from 'vitest';
import { readRecords, type Separator, findSeparator } from './records.ts';

describe('readRecords', () => {
  it.each<[habit: string, text: string, separator: Separator, records: [line: number, ...cells: string[]][]]>([
    [
      'plain cells',
      'a;b\nc;d\n',
      ';',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
      ],
    ],
    [
      'blank lines in between',
      'a\tb\n\nc\td',
      '\t',
      [
        [1, 'a', 'b'],
        [2, ''],
        [3, 'c', 'd'],
      ],
    ],
    ['quotes doubled in quotes', '"a ""b""",c', ',', [[1, 'a "b"', 'c']]],
    [
      'separators and line breaks in quotes',
      '"a,\nb",c\nd,e',
      ',',
      [
        [1, 'a,\nb', 'c'],
        [3, 'd', 'e'],
      ],
    ],
    ['spaces around quotes', 'a, "b, c" ,d', ',', [[1, 'a', 'b, c', 'd']]],
    ['a quote inside a cell', 'a 5" b;c', ';', [[1, 'a 5" b', 'c']]],
    [
      'a quote that is never closed',
      '"a;b\nc;d',
      ';',
      [
        [1, '"a', 'b'],
        [2, 'c', 'd'],
      ],
    ],
    ['text after a closing quote', '"a"b;c', ';', [[1, '"a"b', 'c']]],
    [
      'a pair of stray quotes around whole records',
      '"a;1\nb";2',
      ';',
      [
        [1, '"a', '1'],
        [2, 'b"', '2'],
      ],
    ],
    ['an empty quoted cell at the end', 'a;""', ';', [[1, 'a', '']]],
    [
      'a frame of pipes',
      '| a | b |\n| c | |',
      '|',
      [
        [1, '  a ', ' b  '],
        [2, '  c ', '  '],
      ],
    ],
    ['two or more spaces', ' a b   c  d', 'spaces', [[1, 'a b', 'c', 'd']]],
    ['a comma and a space', 'a, 1,5', ', ', [[1, 'a', '1,5']]],
    ['whole lines', 'a, b;c', null, [[1, 'a, b;c']]],
  ])('%s', (_, text, separator, records) => {
    expect(readRecords(text, separator).map(({ line, cells }) => [line, cells])).toEqual(
      records.map(([line, ...cells]) => [line, cells]),
    );
  });

  it('keeps the text of a record verbatim', () => {
    expect(readRecords('a;"b\nc"\nd', ';').map(({ text }) => text)).toEqual(['a;"b\nc"', 'd']);
  });
});

describe('findSeparator', () => {
  it.each<[habit: string, text: string, source: 'paste' | 'file', separator: Separator]>([
    ['one tab is enough in pasted text', 'Hi,\n\nA;1\tB\nC;2', 'paste', '\t'],
    ['a tab in a file with semicolons is an ordinary character', 'a\tb;1\nc;2\nd;3', 'file', ';'],
    ['semicolons before commas', '100;1,5\n200;2,5', 'file', ';'],
    ['commas', '12345,250\n12346,10', 'file', ','],
    ['commas in quotes do not count', '"a, b";1\n"c, d";2', 'file', ';'],
    ['commas of decimals do not count', '12345 1,5\n12346 2,5', 'paste', null],
    ['decimal commas after names do not count', 'Satin blue 1,5\nSatin red 2,5', 'paste', null],
    ['commas after names separate in a file', 'Widget 2,5\nWidget 3,7', 'file', ','],
    [
      'a header determines the separator, whatever surrounds the table',
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
