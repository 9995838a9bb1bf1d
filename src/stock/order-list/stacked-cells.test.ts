import { expect, it } from 'vitest';

import { joinStackedCells } from './stacked-cells.ts';

/** The rows of a text with one cell a line: `AB-1 5` for `AB-1` above `5`; null if it isn't one. */
const rowsOf = (...lines: string[]) => joined(...lines)?.map(({ cells }) => cells.join(' ')) ?? null;

const joined = (...lines: string[]) =>
  joinStackedCells(lines.map((text, at) => ({ line: at + 1, text, cells: [text] })));

it.each<[string[], string[]]>([
  [
    ['SKU', 'Qty', 'AB-1', '5', 'AB-2', '7'],
    ['SKU Qty', 'AB-1 5', 'AB-2 7'],
  ],
  [
    ['SKU', 'AB-1', 'AB-2', 'Qty', '5', '7'],
    ['SKU Qty', 'AB-1 5', 'AB-2 7'],
  ],
  [
    ['Description', 'Qty', 'Poplin', '5', 'Satin', '7'],
    ['Description Qty', 'Poplin 5', 'Satin 7'],
  ],
  [
    ['SKU', 'Qty', '', 'AB-1', '5'],
    ['SKU Qty', '', 'AB-1 5'],
  ],
  [
    ['SKU;', 'Qty;', 'AB-1;', '5;'],
    ['SKU Qty', 'AB-1 5'],
  ],
  [
    ['AB-1', '5', 'AB-2', '7'],
    ['AB-1 5', 'AB-2 7'],
  ],
  [
    ['AB-1', 'AB-2', '5', '7'],
    ['AB-1 5', 'AB-2 7'],
  ],
  [
    ['AB-1', 'blue', '5', 'AB-2', 'red', '7'],
    ['AB-1 blue 5', 'AB-2 red 7'],
  ],
  [
    ['10001', '5', '10002', '7'],
    ['10001 5', '10002 7'],
  ],
  [
    ['Poplin', '5 m', 'Satin', '7 m'],
    ['Poplin 5 m', 'Satin 7 m'],
  ],
])('joins the lines of %j', (lines, rows) => expect(rowsOf(...lines)).toEqual(rows));

it('has its lines as the text of each row, which needs a review without headings', () => {
  expect(joined('SKU', 'Qty', 'AB-1', '5')).toEqual([
    { line: 1, text: 'SKU\nQty', cells: ['SKU', 'Qty'] },
    { line: 3, text: 'AB-1\n5', cells: ['AB-1', '5'] },
  ]);
  expect(joined('AB-1', '5', 'AB-2', '7')).toMatchObject([{ isLoose: true }, { isLoose: true }]);
});

it.each<[string, string[]]>([
  ['fewer than two rows', ['AB-1', '5']],
  ['no heading of a product', ['Color', 'Qty', 'navy blue', '5']],
  ['names beside bare numbers', ['Poplin', '5', 'Satin', '7']],
  ['names beside other words', ['Poplin', 'blue', '5 m', 'Satin', 'red', '7 m']],
  ['two amounts', ['AB-1', '5 m', '3', 'AB-2', '7 m', '4']],
  ['IDs of two lengths', ['10001', '5', '100022', '7']],
  ['two IDs', ['10001', '12345', '10002', '12346']],
  ['dates', ['AB-1', '5 m', '12.12.2026', 'AB-2', '7 m', '13.12.2026']],
  ['a quantity in words', ['SKU', 'Qty', 'AB-1', 'six']],
  ['a heading among the products', ['SKU', 'Qty', 'SKU', '5']],
  ['a row that lacks a cell', ['SKU', 'Qty', 'AB-1', '5', 'AB-2']],
  ['a long text', ['SKU', 'Qty', 'AB-1', '5', '', 'word '.repeat(17)]],
])('joins no lines with %s', (_, lines) => expect(rowsOf(...lines)).toBeNull());
