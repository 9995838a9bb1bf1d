import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fromThousandths } from '#lib/thousandths.ts';

import { readDate, readFlag, readLines, readProductId, readQuantity, readText } from './csv-columns.ts';

describe('readProductId', () => {
  test.each([
    ['1', 1],
    ['12345', 12_345],
    ['000012345', 12_345],
    ['2147483647', 2_147_483_647],
  ])('accepts %s', (text, productId) => expect(readProductId(text)).toBe(productId));
  test.each(['', '0', '-1', '1.0', '1e3', '0x10', '2147483648', '12 345', '１２', 'abc'])('rejects %j', (text) =>
    expect(() => readProductId(text)).toThrow(/^productId .*must be a whole number from 1 to 2147483647$/),
  );
});

describe('readQuantity', () => {
  const taken: [text: string, thousandths: number][] = [
    ['0', 0],
    ['-0', 0],
    ['5', 5000],
    ['500.5', 500_500],
    ['0.125', 125],
    ['.5', 500],
    ['-12.25', -12_250],
    ['1.500000', 1500],
    ['007', 7000],
    ['9999999999', 9_999_999_999_000],
  ];
  test.each(taken)('accepts %s', (text, thousandths) => expect(readQuantity('level', text)).toBe(thousandths));

  test.each([
    '1,5',
    '1,500',
    '1.234,5',
    '1,234.5',
    "1'234",
    '1 234',
    '+5',
    '5-',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '.',
    '-',
    '5.',
    '',
  ])('rejects %j', (text) =>
    expect(() => readQuantity('level', text)).toThrow(/^level .*must be a number with a decimal point/),
  );
  test('rejects numbers that it cannot represent exactly', () => {
    expect(() => readQuantity('level', '1.0001')).toThrow('level "1.0001" must have at most three decimals');
    expect(() => readQuantity('level', '9007199254741')).toThrow(/must be at most/);
  });
  test('parses every quantity of three decimals exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (thousandths) => {
        expect(readQuantity('level', fromThousandths(thousandths).toFixed(3))).toBe(thousandths);
      }),
    );
  });
});

describe('readDate', () => {
  test.each(['2026-11-21', '2028-02-29'])('accepts %s', (text) => expect(readDate('day', text)).toBe(text));
  test.each(['', '2026-02-29', '2026-11-31', '21.11.2026', '2026-1-5', '2026-11-21T00:00:00', '20261121'])(
    'rejects %j',
    (text) => expect(() => readDate('day', text)).toThrow(/^day .*must be a day that exists, written YYYY-MM-DD$/),
  );
});

describe('readFlag', () => {
  test.each(['TRUE', 'true', 'True', '1'])('parses %s as true', (text) => expect(readFlag('flag', text)).toBe(true));
  test.each(['FALSE', 'false', '0', ''])('parses %j as false', (text) => expect(readFlag('flag', text)).toBe(false));
  test.each(['yes', '2', 'X', '-1'])('rejects %s', (text) =>
    expect(() => readFlag('flag', text)).toThrow(`flag "${text}" must be TRUE or FALSE`),
  );
});

test('readLines accepts line breaks and tabs, and normalizes line breaks', () => {
  expect(readLines('name', 'a "b"\r\nc\rd\te', 20)).toBe('a "b"\nc\nd\te');
  expect(() => readLines('name', 'a\u0007b', 10)).toThrow('name must be without control characters');
  expect(() => readLines('name', 'abc', 2)).toThrow('at most 2 characters');
});

test('readText accepts one line up to a length', () => {
  expect(readText('name', 'Étamine 綿', 10)).toBe('Étamine 綿');
  expect(() => readText('name', 'x'.repeat(11), 10)).toThrow(/must have at most 10 characters/);
  expect(() => readText('name', 'a\nb', 10)).toThrow('name must be one line');
});
