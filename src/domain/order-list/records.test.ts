import { describe, expect, it } from 'vitest';
import { readRecords, type Separator } from './records.ts';

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
    ['text behind a closing quote', '"a"b;c', ';', [[1, '"a"b', 'c']]],
    [
      'a pair of stray quotes over whole records',
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
        [1, ' a ', ' b '],
        [2, ' c ', ' '],
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

  it('keeps the text of a record as it stands', () => {
    expect(readRecords('a;"b\nc"\nd', ';').map(({ text }) => text)).toEqual(['a;"b\nc"', 'd']);
  });
});
