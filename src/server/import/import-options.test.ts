import { expect, test } from 'vitest';

import { UsageError, readImportOptions } from './import-options.ts';

test('files and switches are parsed', () => {
  expect(readImportOptions(['--stock', 'a.csv', '--products=b.csv', '--replace', '--keep-going'])).toEqual({
    stockFile: 'a.csv',
    productsFile: 'b.csv',
    replace: true,
    keepGoing: true,
    dates: null,
    decimal: null,
  });
  expect(readImportOptions(['--products', 'b.csv'])).toEqual({
    stockFile: null,
    productsFile: 'b.csv',
    replace: false,
    keepGoing: false,
    dates: null,
    decimal: null,
  });
  expect(readImportOptions(['--help'])).toBeNull();
});

test.each([
  [['--dates', 'TT.MM.JJJJ', '--decimal', ','], { dates: 'dd.mm.yyyy', decimal: ',' }],
  [['--dates=mm/dd/yyyy', '--decimal=point'], { dates: 'mm/dd/yyyy', decimal: '.' }],
  [['--decimal', 'Comma'], { dates: null, decimal: ',' }],
])('forms of columns are parsed: %j', (words, forms) => {
  expect(readImportOptions(['--stock', 'a.csv', ...words])).toMatchObject(forms);
});

test.each([
  [[], /Name a file/],
  [['--replace'], /Name a file/],
  [['--stock'], /--stock/],
  [['--stock='], /each need a file name/],
  [['--stok', 'a.csv'], /--stok/],
  [['--stock', 'a.csv', '--stock', 'b.csv'], /one file/],
  [['--stock', 'a.csv', '--products', 'a.csv'], /different files/],
  [['a.csv'], /a\.csv/],
  [['--stock', 'a.csv', '--dates', 'german'], /--dates needs a form such as dd\.mm\.yyyy/],
  [['--stock', 'a.csv', '--decimal', ';'], /--decimal needs , or \./],
])('%j is rejected', (words, sentence) => {
  expect(() => readImportOptions(words)).toThrow(UsageError);
  expect(() => readImportOptions(words)).toThrow(sentence);
});
