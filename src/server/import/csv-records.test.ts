import { dsvFormat } from 'd3-dsv';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type CsvRecord, CsvRecordReader } from './csv-records.ts';

function read(...texts: string[]): CsvRecord[] {
  const reader = new CsvRecordReader('file.csv', ',');
  const records = texts.flatMap((text) => Array.from(reader.read(text)));
  reader.end();
  return records;
}

const fieldsOf = (...texts: string[]) => read(...texts).map((record) => record.fields);
const linesOf = (...texts: string[]) => read(...texts).map((record) => record.line);

describe('fields', () => {
  const cases: [what: string, text: string, records: string[][]][] = [
    [
      'unquoted',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'without a last line end',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CR',
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty',
      ',\n,,\n',
      [
        ['', ''],
        ['', '', ''],
      ],
    ],
    ['quoted', '"a","b"\n', [['a', 'b']]],
    ['quoted empty', '"",""\n', [['', '']]],
    ['quoted with a separator', '"a,b",c\n', [['a,b', 'c']]],
    ['quoted with doubled quotes', '"a ""b""",""""\n', [['a "b"', '"']]],
    [
      'quoted with line ends',
      '"a\nb\r\nc",d\ne,f\n',
      [
        ['a\nb\r\nc', 'd'],
        ['e', 'f'],
      ],
    ],
    ['a quote inside an unquoted one', '5" wide,b "c" d\n', [['5" wide', 'b "c" d']]],
    ['empty lines are no records', '\na\n\n\nb\n\n', [['a'], ['b']]],
    ['beyond the basic plane', '"𝒳,ש",é\n', [['𝒳,ש', 'é']]],
  ];

  test.each(cases)('%s', (_, text, records) => expect(fieldsOf(text)).toEqual(records));

  test('agree with d3-dsv, wherever the text is split', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '1', ',', '"', '\n', '\r', ' ', 'é'), maxLength: 5 });
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 2 }), { maxLength: 8 });
    fc.assert(
      fc.property(rows, fc.boolean(), (table, isWindows) => {
        const lines = table.map((row) => dsvFormat(',').formatRow(row));
        const end = isWindows ? '\r\n' : '\n';
        const text = lines.map((line) => line + end).join('');
        expect(fieldsOf(text)).toEqual(table);
        expect(fieldsOf(...lines.map((line) => line + end))).toEqual(table);
        const physical = text.split(/(?<=\n|\r(?!\n))/);
        expect(fieldsOf(...physical)).toEqual(table);
      }),
    );
  });
});

describe('lines', () => {
  test('are the physical lines on which records begin', () => {
    expect(linesOf('h\n"a\nb",c\n\nd\n"e\r\n\r\nf"\ng\n')).toEqual([1, 2, 5, 6, 9]);
    expect(linesOf('h\r"a\rb"\rc')).toEqual([1, 2, 4]);
    expect(linesOf('h\n"a\n', 'b"\nc\n', 'd\n')).toEqual([1, 2, 4, 5]);
  });

  test('have their text verbatim', () => {
    expect(read('"a\nb",c\r\nd\n').map((record) => record.text)).toEqual(['"a\nb",c', 'd']);
  });
});

test('text after a closing quote invalidates only its record', () => {
  const records = read('"a" b,c\nd,e\n');
  expect(records.map((record) => record.problem)).toEqual(['there is text behind a closing quote', null]);
});

test('an unclosed quote is reported with its line', () => {
  expect(() => read('a\nb\n"c\nd\n')).toThrow(/file\.csv, line 3: a quoted field isn't closed/);
  expect(() => read('a\n"b\n', 'c\n'.repeat(600_000))).toThrow(/line 2: a quote/);
});
