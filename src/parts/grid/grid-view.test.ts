import { describe, expect, it } from 'vitest';

import type { GridColumn } from './grid-column.ts';
import { GridStore } from './grid-store.ts';
import { GridView, type ColumnFilter } from './grid-view.ts';
import { tableFor } from './line-grid.fixture.ts';

interface Line {
  key: number;
  name: string;
  quantity: number | null;
}

const lines: readonly Line[] = [
  { key: 1, name: 'Linen 10', quantity: 5 },
  { key: 2, name: 'linen 9', quantity: null },
  { key: 3, name: '', quantity: 12 },
  { key: 4, name: 'Äther', quantity: 5 },
  { key: 5, name: 'Wool', quantity: -1 },
];

const columns: readonly GridColumn<Line>[] = [
  { id: 'name', header: 'Name', width: 100, text: ({ row }) => row.name },
  {
    id: 'quantity',
    header: 'Quantity',
    width: 100,
    text: ({ row }) => String(row.quantity ?? ''),
    sortValue: ({ row }) => row.quantity,
  },
];

function keys(sort: { id: string; desc: boolean } | null, filters: Readonly<Record<string, ColumnFilter>> = {}) {
  const view = new GridView(new GridStore<Line>(lines));
  view.attach(tableFor(view, columns));
  view.show({ sorting: sort ? [sort] : [], filters: new Map(Object.entries(filters)) });
  return view.getState().keys;
}

describe('sorting', () => {
  it.each([
    ['numbers ascending, stable, blank ones last', 'quantity', false, [5, 1, 4, 3, 2]],
    ['numbers descending, stable, blank ones last', 'quantity', true, [3, 1, 4, 5, 2]],
    ['texts in locale order', 'name', false, [4, 2, 1, 5, 3]],
    ['texts descending, empty text last', 'name', true, [5, 1, 2, 4, 3]],
    ['by an unknown column', 'colour', false, [1, 2, 3, 4, 5]],
  ])('%s', (_, id, desc, expected) => {
    expect(keys({ id, desc })).toEqual(expected);
  });
});

describe('filtering', () => {
  it.each<[string, Readonly<Record<string, ColumnFilter>>, number[]]>([
    ['by text, case-insensitively', { name: { contains: ' LINEN ' } }, [1, 2]],
    ['by values', { quantity: { values: ['5', ''] } }, [1, 2, 4]],
    ['by both', { name: { contains: 'linen' }, quantity: { values: ['5'] } }, [1]],
    ['by an empty set of values', { name: { values: [] } }, []],
  ])('%s', (_, filters, expected) => {
    expect(keys(null, filters)).toEqual(expected);
  });

  it('sorts the filtered rows', () => {
    expect(keys({ id: 'quantity', desc: true }, { name: { contains: 'n' } })).toEqual([1, 2]);
  });
});
