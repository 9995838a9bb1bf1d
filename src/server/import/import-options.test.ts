import { expect, test } from 'vitest';

import { UsageError, readImportOptions } from './import-options.ts';

test('files and switches are parsed', () => {
  expect(readImportOptions(['--stock', 'a.csv', '--products=b.csv', '--replace', '--keep-going'])).toEqual({
    stockFile: 'a.csv',
    productsFile: 'b.csv',
    replace: true,
    keepGoing: true,
  });
  expect(readImportOptions(['--products', 'b.csv'])).toEqual({
    stockFile: null,
    productsFile: 'b.csv',
    replace: false,
    keepGoing: false,
  });
  expect(readImportOptions(['--help'])).toBeNull();
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
])('%j is rejected', (words, sentence) => {
  expect(() => readImportOptions(words)).toThrow(UsageError);
  expect(() => readImportOptions(words)).toThrow(sentence);
});
