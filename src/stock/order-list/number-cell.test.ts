import { describe, expect, it } from 'vitest';

import {
  isAmbiguous,
  type NumberCell,
  type NumberReading,
  numberStyleOf,
  numberStyleOfLocale,
  readNumberCell,
  valueOf,
} from './number-cell.ts';

describe('readNumberCell', () => {
  it.each<[text: string, point: NumberReading, comma: NumberReading]>([
    ['250', 250_000, 250_000],
    ['00250', 250_000, 250_000],
    ['1,234', 1_234_000, 1234],
    ['1.234', 1234, 1_234_000],
    ['1.234,5', null, 1_234_500],
    ['1,234.5', 1_234_500, null],
    ["1'234.5", 1_234_500, null],
    ['1\u202f234,5', null, 1_234_500],
    ['1 234', 1_234_000, 1_234_000],
    ['1,234,567', 1_234_567_000, null],
    ['1,00,000', 100_000_000, null],
    ['12,5', null, 12_500],
    ['1234,567', null, 1_234_567],
    ['0,125', null, 125],
    ['.5', 500, null],
    ['1.2345', 'too-many-decimals', null],
    ['1.2500', 1250, null],
    ['1,500000', null, 1500],
    ['+5', 5000, 5000],
  ])('parses %s with decimal point and decimal comma', (text, point, comma) => {
    expect(readNumberCell(text)).toMatchObject({ point, comma });
  });

  it.each([
    ['-5', { isNegative: true }],
    ['5-', { isNegative: true }],
    ['(5)', { isNegative: true }],
    ['\u22125 m', { isNegative: true, unit: 'm' }],
    ['250m', { unit: 'm' }],
    ['12 Stk.', { unit: 'Stk' }],
    ['3 x', { isMoney: false }],
    ['€ 12.50', { isMoney: true }],
    ['12,50 EUR/m', { isMoney: true }],
  ])('parses sign, currency and unit of %s', (text, expected) => {
    expect(readNumberCell(text)).toMatchObject(expected);
  });

  it.each([
    ['', 'no-quantity'],
    [' - ', 'no-quantity'],
    ['n/a', 'no-quantity'],
    ['ten', 'not-a-number'],
    ['1,23,4', 'not-a-number'],
    ['250 or so', 'not-a-number'],
    ['250-300', 'not-a-number'],
    ['1/2', 'not-a-number'],
    ['2 x 30 m', 'unclear-quantity'],
    ['2 rolls x30', 'unclear-quantity'],
    ['2 rolls  x  30', 'unclear-quantity'],
    ['X-1', 'not-a-number'],
    ['2 x m', 'not-a-number'],
    ['(5', 'not-a-number'],
    ['5)', 'not-a-number'],
    ['-5-', 'not-a-number'],
    ['no 5', 'not-a-number'],
    ['5 12', 'not-a-number'],
    ['50 %', 'percent'],
    ['1E+05', 'shortened-quantity'],
    ['#REF!', 'spreadsheet-error'],
    ['#####', 'spreadsheet-error'],
    ['#REF! 5', 'not-a-number'],
    ['5 #REF!', 'not-a-number'],
    ['12,-', 'price'],
  ])('rejects %j: %s', (text, code) => {
    expect(readNumberCell(text)).toBe(code);
  });

  it.each(['250', '250.5', '250,5', ' + 250.5  x '])('finds no sign, currency or unit in %j', (text) => {
    const plain = { isGroupedOtherwise: false, isNegative: false, isMoney: false };
    const { point, comma, ...rest } = readNumberCell(text) as NumberCell;
    expect([rest, point ?? comma]).toEqual([plain, text === '250' ? 250_000 : 250_500]);
  });
});

const cellsOf = (texts: readonly string[]) => texts.map((text) => readNumberCell(text) as NumberCell);

describe('number columns', () => {
  it.each([
    [['1,234', '12.5'], 'decimal-point'],
    [['1,234', '12,5'], 'decimal-comma'],
    [['1,234', '1 234'], 'lone-mark'],
    [['1,234', '1 234', '12.5'], 'decimal-point'],
    [['1,234', '1 234', '12.5', '12,5'], null],
    [['1,234', '250'], null],
    [['12.5', '12,5'], null],
    [[], null],
  ])('derives the style of %j: %s', (texts, style) => {
    expect(numberStyleOf(cellsOf(texts))).toBe(style);
  });

  it.each([
    ['1,234', 'decimal-point', 1_234_000],
    ['1,234', 'decimal-comma', 1234],
    ['1,234', 'lone-mark', 1234],
    ['1.234', 'lone-mark', 1234],
    ['12,5', 'decimal-point', 12_500],
    ['12.5', 'decimal-comma', 12_500],
    ['1.2345', 'decimal-point', 'too-many-decimals'],
  ] as const)('resolves %s with %s to %s', (text, style, value) => {
    expect(cellsOf([text]).map((cell) => valueOf(cell, style))).toEqual([value]);
  });

  it.each([
    ['1,234', true],
    ['250', false],
    ['12.5', false],
    ['12,5', false],
  ])('reports whether %s is ambiguous: %j', (text, open) => {
    expect(cellsOf([text]).map(isAmbiguous)).toEqual([open]);
  });

  it.each([
    ['en-US', 'decimal-point'],
    ['de-DE', 'decimal-comma'],
    ['ar-EG', 'decimal-point'],
  ])('returns the style of %s: %s', (locale, style) => {
    expect(numberStyleOfLocale(locale)).toBe(style);
  });
});
