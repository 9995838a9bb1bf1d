import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fromThousandths } from '#stock/thousandths.ts';

import { CellFault } from './cell-fault.ts';
import { type DecimalMark, readQuantity } from './quantity-cell.ts';

function faultOf(text: string, decimal: DecimalMark | null = null): CellFault {
  const fault = readQuantity(text, decimal);
  if (!(fault instanceof CellFault)) throw new Error(`${text} is read as ${fault}`);
  return fault;
}

describe('a number with one reading is taken', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['5', 5000],
    ['500.5', 500_500],
    ['0.125', 125],
    ['.5', 500],
    ['-12.25', -12_250],
    ['\u221212.25', -12_250],
    ['1.500000', 1500],
    ['007', 7000],
    ['9999999999', 9_999_999_999_000],
    ['+5', 5000],
    ['5.', 5000],
    ['5-', -5000],
    ['1E+05', 100_000_000],
    ['1e3', 1_000_000],
    ['1.25E2', 125_000],
    ['5E-1', 500],
    ['1 234.5', 1_234_500],
    ["1'234'567", 1_234_567_000],
    ['1\u202f234', 1_234_000],
    ['1,234.5', 1_234_500],
    ['1,234,567', 1_234_567_000],
  ])('%s', (text, thousandths) => expect(readQuantity(text, null)).toBe(thousandths));

  test.each([
    ['0.30000000000000004', 300],
    ['12.499999999999998', 12_500],
    ['0.1000000000000000055511151231257827', 100],
    ['5.551115123125783e-17', 0],
    ['1.000000001', 1000],
    ['99999.99999999999', 100_000_000],
  ])('without its floating-point noise: %s', (text, thousandths) => expect(readQuantity(text, null)).toBe(thousandths));

  test('every quantity of three decimals, and every sum of two as a double', () => {
    const quantity = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(quantity, quantity, (a, b) => {
        expect(readQuantity(fromThousandths(a).toFixed(3), null)).toBe(a);
        const sum = fromThousandths(a) + fromThousandths(b);
        expect(readQuantity(String(sum), null)).toBe(a + b);
      }),
    );
  });
});

const formsOf = (text: string) => faultOf(text).forms.map(({ option }) => option);

describe('any other text is rejected, with what would be right', () => {
  const number = 'must be a number with a decimal point and without a unit, for example 1234.5';
  const comma = 'has a decimal comma: write it as in 1234.5, or use --decimal ,';
  test.each([
    ['1,5', comma],
    ['0,500', comma],
    ['1.234,5', comma],
    ['1.234.567', comma],
    ['1500,25', comma],
    ['1,500', 'can be 1.5 or 1500: write one of them, or use --decimal , or --decimal .'],
    ['-12,345', 'can be 12.345 or 12345: write one of them, or use --decimal , or --decimal .'],
    ['', number],
    ['.', number],
    ['-', number],
    ['--5', number],
    ['+5-', number],
    ['0x10', number],
    ['NaN', number],
    ['Infinity', number],
    ['12 m', number],
    ['1 23', number],
    ['1,23,4.5', number],
    ['1.2.3', number],
    ['1e', number],
    ['１２', number],
    ['1.0001', 'must have at most three decimals'],
    ['1.00000001', 'must have at most three decimals'],
    ['1E-4', 'must have at most three decimals'],
    ['9007199254741', 'must be at most 9,007,199,254,740'],
    ['1E+50', 'must be at most 9,007,199,254,740'],
  ])('%j', (text, rule) => expect(faultOf(text).rule).toBe(rule));

  test('with the forms that it can have', () => {
    expect(formsOf('12,5')).toEqual(['--decimal ,']);
    expect(formsOf('1,500')).toEqual(['--decimal ,', '--decimal .']);
    expect(formsOf('12 m')).toEqual([]);
  });
});

describe('--decimal', () => {
  test.each([
    [',', '12,5', 12_500],
    [',', '1.234,5', 1_234_500],
    [',', '1,500', 1500],
    [',', '1.500', 1_500_000],
    [',', '7', 7000],
    [',', '-0,25', -250],
    [',', '1,5E+03', 1_500_000],
    ['.', '1,500', 1_500_000],
    ['.', '1,234.5', 1_234_500],
    ['.', '1.500', 1500],
  ] as const)('%s reads %s', (decimal, text, thousandths) => expect(readQuantity(text, decimal)).toBe(thousandths));

  test.each([
    [',', '12.5', 'must be a number with a decimal comma'],
    [',', '1,234.5', 'must be a number with a decimal comma'],
    ['.', '12,5', 'must be a number with a decimal point'],
    ['.', '1.234,5', 'must be a number with a decimal point'],
  ] as const)('%s rejects %s', (decimal, text, rule) => expect(faultOf(text, decimal).rule).toBe(rule));
});
