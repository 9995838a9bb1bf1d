import { expect, it } from 'vitest';

import { readTimeline } from '#stock/stock-timeline.ts';
import { addDays } from '#stock/calendar-date.ts';

import {
  columnGroups,
  heatmapCells,
  heatmapColumns,
  heatmapLayout,
  heatmapMeasure,
  measureOf,
  placeAfterKey,
  clampPlace,
} from './heatmap-cells.ts';

// A Tuesday.
const today = '2026-03-10';
const entry = (days: number, stockQuantity: number, isMaxLeadTime = false) => ({
  stockDate: addDays(today, days),
  stockQuantity,
  isMaxLeadTime,
  isDeleted: false,
});
const timeline = readTimeline(
  [entry(-3, 100), entry(8, 25), entry(13, 0), entry(22, 99_999, true), entry(30, 5)],
  today,
);
const columns = heatmapColumns([timeline], 'week');
const cells = heatmapCells(timeline, 'week', columns, { wanted: 100_000 });

it('compares the lowest level of each week with the quantity, theoretical after the max lead time date', () => {
  expect(cells.slice(0, 6).map(({ state, share }) => [state, share])).toEqual([
    ['enough', 1],
    ['partly', 0.25],
    ['none', 0],
    ['none', 0],
    ['theoretical', 0],
    ['theoretical', 0.05],
  ]);
});

it('keeps the missing part visible if nearly all of the quantity is available', () => {
  const [first] = heatmapCells(timeline, 'week', columns, { wanted: 102_000 });
  expect(first).toMatchObject({ state: 'partly', share: 0.85 });
});

const productOf = (unit: string | null, ...levels: number[]) => {
  const steps = levels.map((level, index) => entry(index * 7, level));
  return { productId: 1, name: null, unit, isOtherUnit: false, timeline: readTimeline(steps, today) };
};

it('shades by the available quantity in round steps if no quantity is needed', () => {
  const products = [productOf('m', 3, 0, 12), productOf('m', 900, 47, 260)];
  const measure = heatmapMeasure(products, 'week', columns, null);
  expect(measure).toEqual({ bounds: [20_000, 500_000] });
  const told = products.map(({ timeline }) => heatmapCells(timeline, 'week', columns, measure).slice(0, 4));
  expect(told.map((row) => row.map(({ state, share }) => (state === 'some' ? Math.round(share * 3) : state)))).toEqual([
    [1, 'none', 'none', 1],
    [3, 2, 2, 2],
  ]);
});

it('uses the quantity needed, and a single shade if all levels are equal', () => {
  expect(heatmapMeasure([productOf('m', 5)], 'week', columns, 7000)).toEqual({ wanted: 7000 });
  expect(heatmapMeasure([productOf('m', 5)], 'week', columns, null)).toEqual({ bounds: [] });
  expect(heatmapMeasure([], 'week', [], null)).toEqual({ bounds: [] });
});

it('compares no product of another unit with the quantity, and has one shade for it', () => {
  const metres = productOf('m', 60);
  const few = { ...productOf('kg', 40), isOtherUnit: true };
  const many = { ...productOf('kg', 900), isOtherUnit: true };
  const measure = heatmapMeasure([metres, few, many], 'week', columns, 100_000);
  expect(measure).toEqual({ wanted: 100_000 });
  const first = [metres, few, many].map((product) => {
    const [cell] = heatmapCells(product.timeline, 'week', columns, measureOf(product, measure));
    return [cell?.state, cell?.share];
  });
  expect(first).toEqual([
    ['partly', 0.6],
    ['some', 1],
    ['some', 1],
  ]);
});

it('marks the max lead time date in its week', () => {
  expect(cells.map(({ maxLeadTimeAt }) => maxLeadTimeAt).slice(0, 5)).toEqual([null, null, null, 2 / 7, null]);
});

it('covers twelve weeks at least, and two years at most', () => {
  expect(columns[0]).toMatchObject({ start: today, end: '2026-03-15' });
  expect(columns).toHaveLength(13);
  const far = readTimeline([entry(5000, 1)], today);
  expect(heatmapColumns([timeline, far], 'week')).toHaveLength(104 + 1);
  expect(heatmapColumns([], 'week')).toEqual([]);
});

it.each(['day', 'week', 'month'] as const)('has a column after the last change: by %s', (size) => {
  const timeline = readTimeline([entry(-1, 0), entry(size === 'month' ? 400 : 100, 1)], today);
  expect(heatmapCells(timeline, size, heatmapColumns([timeline], size), { wanted: 1000 }).at(-1)?.state).toBe('enough');
});

it('groups weeks by the month in which they begin', () => {
  expect(columnGroups(columns, 'week').slice(0, 2)).toEqual([
    { start: today, first: 0, count: 4 },
    { start: '2026-04-06', first: 4, count: 4 },
  ]);
});

const extent = { rows: 30, columns: 10, page: 8 };
const after = (row: number, column: number, key: string, isWhole = false) =>
  placeAfterKey({ row, column }, { key, isWhole }, extent);

it.each([
  [5, 5, 'ArrowLeft', { row: 5, column: 4 }],
  [5, 0, 'ArrowLeft', { row: 5, column: 0 }],
  [29, 9, 'ArrowDown', { row: 29, column: 9 }],
  [5, 5, 'Home', { row: 5, column: 0 }],
  [5, 5, 'End', { row: 5, column: 9 }],
  [5, 5, 'PageDown', { row: 13, column: 5 }],
  [5, 5, 'PageUp', { row: 0, column: 5 }],
])('from %d, %d %s leads to %j', (row, column, key, place) => {
  expect(after(row, column, key)).toEqual(place);
});

it('moves to the corners with Ctrl, and ignores other keys', () => {
  expect(after(5, 5, 'Home', true)).toEqual({ row: 0, column: 0 });
  expect(after(5, 5, 'End', true)).toEqual({ row: 29, column: 9 });
  expect(after(5, 5, 'x')).toBeNull();
});

it('clamps the position if the heatmap shrinks', () => {
  expect(clampPlace({ row: 12, column: 20 }, { rows: 3, columns: 30 })).toEqual({ row: 2, column: 20 });
});

it.each([
  [80, 120],
  [300, 314],
  [900, 360],
])('has a column of names for a longest name of %i pixels that is %i wide', (longestName, expected) => {
  expect(heatmapLayout(1200, 20, 'week', { isSmall: false, longestName }).nameWidth).toBe(expected);
  expect(heatmapLayout(370, 20, 'week', { isSmall: true, longestName }).nameWidth).toBe(116);
});
