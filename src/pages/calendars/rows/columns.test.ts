import { useTable, type TableState } from '@tanstack/react-table';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { DatedEntry } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import type { calendarSorts } from '#pages/calendars/calendars-search.ts';

import { calendarRow, type CalendarRow } from './calendar-row.ts';
import { calendarColumns, calendarFeatures } from './columns.tsx';

const today = '2026-03-10';
const names = new Map([
  [1, { name: 'Ärmelfutter', sku: 'X-9' }],
  [2, { name: 'zephyr', sku: 'X-10' }],
  [3, { name: 'Batist', sku: null }],
]);
const nameOf = (productId: number) => ({ productId, name: null, sku: null, unit: null, ...names.get(productId) });

function product(productId: number, ...entries: [CalendarDate, number | 'mlt'][]): ListedProduct {
  return {
    kind: 'calendar',
    productId,
    territories: [],
    findings: [],
    entries: entries.map(([stockDate, level]): DatedEntry => ({
      stockDate,
      stockQuantity: level === 'mlt' ? 99_999 : level,
      isMaxLeadTime: level === 'mlt',
      isDeleted: false,
    })),
  };
}

const rows = [
  product(1, ['2026-01-01', 5], ['2026-04-01', 900]),
  product(2, ['2026-02-01', 80], ['2026-06-12', 'mlt']),
  product(3, ['2026-06-12', 'mlt']),
  { kind: 'no-answer', productId: 4, why: 'not-listed' } as const,
  product(5, ['2026-03-12', 0.5]),
].map((listed): CalendarRow =>
  Object.assign(calendarRow(listed, today, 50_000), { product: nameOf(listed.productId) }),
);

/** Returns the IDs of the rows of a table in this state, in order. */
function idsIn(state: Partial<TableState<typeof calendarFeatures>>): number[] {
  let ids: number[] = [];
  function Probe() {
    const table = useTable({
      features: calendarFeatures,
      columns: calendarColumns('de', true),
      data: rows,
      getRowId: ({ productId }) => String(productId),
      state,
    });
    ids = table.getRowModel().rows.map(({ original }) => original.productId);
    return null;
  }
  renderToStaticMarkup(createElement(Probe));
  return ids;
}

const sorted = (id: (typeof calendarSorts)[number], desc = false) => idsIn({ sorting: [{ id, desc }] });

describe('sorting', () => {
  it.each([
    ['product', [1, 2, 3, 4, 5]],
    ['name', [1, 3, 2, 4, 5]],
    ['available', [3, 5, 1, 2, 4]],
    // A past date means today, so 1 and 2 keep their order.
    ['first', [1, 2, 5, 3, 4]],
    ['wanted', [2, 1, 3, 4, 5]],
    ['increase', [5, 1, 2, 3, 4]],
    // 1, 3 and 5 are short today, 2 never falls short, and 4 has no result.
    ['fallsShort', [1, 3, 5, 2, 4]],
    ['maxLeadTime', [2, 3, 1, 4, 5]],
  ] as const)('by %s puts rows without a value last', (by, expected) => {
    expect(sorted(by)).toEqual(expected);
  });

  it('puts rows without a value last in descending order, too', () => {
    expect(sorted('available', true)).toEqual([2, 1, 3, 5, 4]);
    expect(sorted('name', true)).toEqual([2, 3, 1, 4, 5]);
  });
});

describe('filters', () => {
  it.each([
    [null, null, [1, 2, 3, 4, 5]],
    ['within-30', null, [1]],
    ['now', null, [2]],
    ['no-answer', null, [4]],
    ['short-soon', null, [1, 3, 5]],
    [null, 'x-1', [2]],
    [null, 'BAT', [3]],
    [null, '4', [4]],
    ['now', 'bat', []],
  ] as const)('by tile %s and text %s leave %j', (tile, find, expected) => {
    const columnFilters = [
      ...(tile === null ? [] : [{ id: 'tile', value: tile }]),
      ...(find === null ? [] : [{ id: 'name', value: find }]),
    ];
    expect(idsIn({ columnFilters })).toEqual(expected);
  });
});

it('paginates after sorting and filtering', () => {
  const sorting = [{ id: 'product', desc: true }];
  expect(idsIn({ sorting, pagination: { pageIndex: 1, pageSize: 2 } })).toEqual([3, 2]);
});

it('memoizes a row for a day and a quantity', () => {
  const listed = product(7, ['2026-01-01', 5]);
  const row = calendarRow(listed, today, 1000);
  expect(calendarRow(listed, today, 1000)).toBe(row);
  expect(calendarRow(listed, today, 6000)).not.toBe(row);
  expect(calendarRow(listed, '2026-03-11', 6000).summary?.timeline.today).toBe('2026-03-11');
});
