import { describe, expect, it } from 'vitest';

import { cellKind, productProblem } from './cell-kind.ts';

describe('cellKind', () => {
  it.each([
    ['1234567890', 'whole'],
    ['40523456789', 'identifier'],
    ['0500', 'identifier'],
    ['1E+10', 'identifier'],
    ['4,05E+12', 'identifier'],
    ['1.2E+09', 'odd'],
    ['X1E+10', 'code'],
    ['1E+10X', 'code'],
    ['1.234', 'grouped'],
    ["12'345'678", 'grouped'],
    ['1.234.567 m', 'measure'],
    ['AB 1.234', 'text'],
    ['46098,75', 'decimal'],
    ['5.-', 'price'],
    ['9,95 €', 'price'],
    ['19 %', 'percent'],
    ['Satin 140', 'text'],
    ['KW 51', 'date'],
    ['asap', 'date'],
    ['Stk', 'unit'],
    ['#N/A', 'text'],
  ])('classifies %s as %s', (cell, kind) => {
    expect(cellKind(cell)).toBe(kind);
  });
});

describe('productProblem', () => {
  it.each([
    ['KX2E-10', null],
    ['+4.05E+12', 'shortened-product'],
    ['40523E+12', null],
    ['000', 'not-understood'],
    ['00100', null],
    ['5-Mar', 'product-became-date'],
    ['##', 'spreadsheet-error'],
    ['--', 'no-product'],
  ])('returns the problem of %s: %s', (product, problem) => {
    expect(productProblem(product)).toBe(problem);
  });
});
