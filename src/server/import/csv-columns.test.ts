import { describe, expect, test } from 'vitest';

import { CellFault } from './cell-fault.ts';
import {
  productReader,
  readFlag,
  readLines,
  readProductId,
  readText,
  stockRowReader,
  type StockReading,
} from './csv-columns.ts';

const ruleOf = (value: unknown) => (value instanceof CellFault ? value.rule : value);

describe('readProductId', () => {
  test.each([
    ['1', 1],
    ['12345', 12_345],
    ['000012345', 12_345],
    ['2147483647', 2_147_483_647],
    ['1001.0', 1001],
    ['1001.', 1001],
    ['1001.00', 1001],
    ['1001.000000', 1001],
    ['1001,0', 1001],
  ])('accepts %s', (text, productId) => expect(readProductId(text)).toBe(productId));
  test.each([
    '',
    '0',
    '-1',
    '1.5',
    '1e3',
    '1.001E+03',
    '0x10',
    '2147483648',
    '12 345',
    '１２',
    'abc',
    '1.000',
    '1,000',
  ])('rejects %j', (text) => expect(ruleOf(readProductId(text))).toBe('must be a whole number from 1 to 2147483647'));
});

describe('readFlag', () => {
  test.each(['TRUE', 'true', 'True', 'T', 't', '1', '1.0', 'Y', 'yes', 'x', 'X', 'WAHR', 'ja', 'J'])(
    'parses %s as true',
    (text) => expect(readFlag(text)).toBe(true),
  );
  test.each(['FALSE', 'false', 'F', 'f', '0', '0.0', '', 'N', 'no', 'FALSCH', 'Nein'])('parses %j as false', (text) =>
    expect(readFlag(text)).toBe(false),
  );
  test.each(['2', '-1', 'maybe', 'oui', 'TRUEE'])('rejects %s', (text) =>
    expect(ruleOf(readFlag(text))).toBe('must be TRUE or FALSE, yes or no, 1 or 0, or x or empty'),
  );
});

test('readLines accepts line breaks and tabs, and normalizes line breaks', () => {
  expect(readLines('a "b"\r\nc\rd\te', 20)).toBe('a "b"\nc\nd\te');
  expect(ruleOf(readLines('a\u0007b', 10))).toMatch('must be without control characters');
  expect(ruleOf(readLines('abc', 2))).toBe('must have at most 2 characters');
});

test('readText accepts one line up to a length', () => {
  expect(readText('Étamine 綿', 10)).toBe('Étamine 綿');
  expect(ruleOf(readText('x'.repeat(11), 10))).toMatch('must have at most 10 characters');
  expect(ruleOf(readText('a\nb', 10))).toMatch('must be one line');
});

const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
const places = {
  productId: 0,
  stockDate: 1,
  stockQuantity: 2,
  isMaxLeadTime: 3,
  isDeleted: 4,
  lastUpdateDate: 5,
  company: 6,
};

function read(line: string, reading: Partial<StockReading> = {}) {
  const settings: StockReading = { market, lastUpdateDate: '2026-11-25', dates: null, decimal: null, ...reading };
  const result = stockRowReader(places, settings)(line.split(';'));
  return 'row' in result ? result.row : result.map(({ column, text, rule }) => `${column} ${text} ${rule}`);
}

describe('a row of a stock file', () => {
  const row = {
    productId: 1001,
    stockDate: '2026-12-01',
    stockQuantity: 12_500,
    isMaxLeadTime: false,
    isDeleted: false,
    lastUpdateDate: '2026-11-25',
  };

  test.each([
    ['1001;2026-12-01;12.5;;;'],
    [' 1001 ; 2026-12-01 ; 12.5 ; ; ; '],
    ['1001.0;2026-12-01T00:00:00Z;12.5;N;no;2026-11-25 08:15:00'],
    ['="1001";="2026-12-01";="12.5";FALSE;0;'],
    ['1001;20261201;+12.50;F;FALSCH;NULL;NULL'],
    ['1001;2026/12/1;12.500000000000002;\\N;\\N;\\N;\\N'],
  ])('is read with one reading: %s', (line) => expect(read(line)).toEqual(row));

  test('that is deleted or a max lead time needs no quantity', () => {
    expect(read('2016;2026-12-24;;;TRUE;')).toMatchObject({ isDeleted: true, productId: 2016 });
    expect(read('2016;2026-12-24;;x;;')).toMatchObject({ isMaxLeadTime: true, stockQuantity: 99_999_000 });
    expect(read('2016;2026-12-24;;;;')).toEqual([expect.stringMatching(/^stockQuantity {2}must be a number/)]);
    expect(read('2016;2026-12-24;abc;;x;')).toEqual([expect.stringMatching(/^stockQuantity abc must be a number/)]);
  });

  test('names all its faults at once', () => {
    expect(read('x;01.12.2026;12,5;maybe;perhaps;gestern;B\u0007')).toEqual([
      'productId x must be a whole number from 1 to 2147483647',
      'stockDate 01.12.2026 is dd.mm.yyyy: write it YYYY-MM-DD, or use --dates dd.mm.yyyy',
      'isMaxLeadTime maybe must be TRUE or FALSE, yes or no, 1 or 0, or x or empty',
      'isDeleted perhaps must be TRUE or FALSE, yes or no, 1 or 0, or x or empty',
      'stockQuantity 12,5 has a decimal comma: write it as in 1234.5, or use --decimal ,',
      'lastUpdateDate gestern must be a day that exists, written YYYY-MM-DD',
      'company B\u0007 must be one line without control characters',
    ]);
  });

  test('has no faults of the row before it', () => {
    const readRow = stockRowReader(places, { market, lastUpdateDate: '2026-11-25', dates: null, decimal: null });
    expect(readRow('x;y;z;;;;'.split(';'))).toHaveLength(3);
    expect(readRow('1001;2026-12-01;12.5;;;;'.split(';'))).toEqual({ market, row });
  });
});

test('a row of a products file names all its faults at once', () => {
  const readRow = productReader({ productId: 0, name: 1, sku: 2, unit: 3 });
  expect(readRow(['7.0', 'Linen', '', 'm'])).toEqual({ productId: 7, name: 'Linen', sku: null, unit: 'm' });
  expect(readRow(['x', 'Lin\u0007en', 's'.repeat(101), 'm'])).toMatchObject([
    { column: 'productId' },
    { column: 'name' },
    { column: 'sku', text: `${'s'.repeat(40)}...` },
  ]);
});
