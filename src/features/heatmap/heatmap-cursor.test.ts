import { expect, it } from 'vitest';

import { placeAfterKey, placeWithin } from './heatmap-cursor.ts';

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

it('goes to the corners with Ctrl, and nowhere by other keys', () => {
  expect(after(5, 5, 'Home', true)).toEqual({ row: 0, column: 0 });
  expect(after(5, 5, 'End', true)).toEqual({ row: 29, column: 9 });
  expect(after(5, 5, 'x')).toBeNull();
});

it('stays within a heatmap that shrank', () => {
  expect(placeWithin({ row: 12, column: 20 }, { rows: 3, columns: 30 })).toEqual({ row: 2, column: 20 });
});
