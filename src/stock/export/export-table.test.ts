import { describe, expect, it } from 'vitest';

import { exportName, fileWords, isComplete, isDate, isNumeric, type NamedColumn, rowOf } from './export-table.ts';

it('marks cells based on max lead time', () => {
  const columns: NamedColumn<number>[] = [
    { header: 'Product', kind: 'id', cell: (id) => id },
    { header: 'Ship date', kind: 'date', cell: () => '2026-04-01', isMaxLeadTime: (id) => id > 1 },
  ];
  expect(rowOf(columns, 1)).toEqual({ cells: [1, '2026-04-01'] });
  expect(rowOf(columns, 2)).toEqual({ cells: [2, '2026-04-01'], maxLeadTimeCells: [1] });
});

it.each([
  ['text', false, false],
  ['code', false, false],
  ['id', false, true],
  ['count', false, true],
  ['quantity', false, true],
  ['date', true, false],
  ['flag', false, false],
] as const)('classifies %s as date or number', (kind, date, numeric) => {
  expect([isDate(kind), isNumeric(kind)]).toEqual([date, numeric]);
});

it.each([
  ['', ''],
  ['Søholt & Co. PO 88214/b', 'søholt-co-po-88214-b'],
  ['../"x"\u202e', 'x'],
])('writes a name in a file name: %s', (name, words) => {
  expect(fileWords(name)).toBe(words);
});

describe('a table', () => {
  it.each([
    ['all its rows', { rows: 3, expected: 3, missing: [] }, true],
    ['a missing row', { rows: 2, expected: 3, missing: [] }, false],
    ['a failed page, regardless of the count', { rows: 3, expected: 3, missing: ['Page 2 failed.'] }, false],
  ])('with %s', (_, extent, complete) => {
    expect(isComplete(extent)).toBe(complete);
  });

  it.each([
    [{}, 'stock-order-2026-11-21.csv'],
    [{ incomplete: true }, 'stock-order-2026-11-21-incomplete.csv'],
    [{ isDemo: true }, 'stock-order-2026-11-21-demo-data.csv'],
    [{ incomplete: true, isDemo: true }, 'stock-order-2026-11-21-demo-data-incomplete.csv'],
  ])('marks %j in its name', (told, name) => {
    expect(exportName('order', '2026-11-21', 'csv', told)).toBe(name);
  });
});
