import { describe, expect, it, vi } from 'vitest';

import { fillTarget, GridSelection, positionAfter, nextEditable, rangeOf, type Motion } from './cell-range.ts';

const range = { top: 2, bottom: 3, left: 1, right: 2 };

it('spans the active cell and the opposite corner in any direction', () => {
  expect(rangeOf({ active: { row: 3, column: 1 }, head: { row: 2, column: 2 } })).toEqual(range);
});

it.each([
  ['down', { row: 6, column: 2 }, { ...range, top: 4, bottom: 6 }],
  ['up', { row: 0, column: 1 }, { ...range, top: 0, bottom: 1 }],
  ['onward', { row: 3, column: 5 }, { ...range, left: 3, right: 5 }],
  ['back', { row: 2, column: 0 }, { ...range, left: 0, right: 0 }],
  ['in the direction of the greater distance', { row: 4, column: 5 }, { ...range, left: 3, right: 5 }],
  ['nothing from within', { row: 2, column: 1 }, null],
])('fills %s', (_, to, target) => {
  expect(fillTarget(range, to)).toEqual(target);
});

// One letter per cell, a dot if empty.
const field = (rows: readonly string[]) => ({
  rowCount: rows.length,
  columnCount: rows[0]?.length ?? 0,
  pageSize: 3,
  isEmpty: ({ row, column }: { row: number; column: number }) => rows[row]?.[column] === '.',
});

const sheet = field(['ab..e', 'a...e', '.....', 'a....', 'a....', '.....']);
const down: Motion = { by: 'edge', direction: 'down' };
const right: Motion = { by: 'edge', direction: 'right' };

describe('moving', () => {
  it.each<[string, [number, number], Motion, [number, number]]>([
    ['a cell down', [0, 0], { by: 'cell', direction: 'down' }, [1, 0]],
    ['not out at the top', [0, 0], { by: 'cell', direction: 'up' }, [0, 0]],
    ['not out at the right', [2, 4], { by: 'cell', direction: 'right' }, [2, 4]],
    ['a page down, keeping one row in view', [1, 2], { by: 'page', direction: 'down' }, [3, 2]],
    ['a page up to the top at most', [1, 2], { by: 'page', direction: 'up' }, [0, 2]],
    ['to the start of the row', [3, 3], { to: 'row-start' }, [3, 0]],
    ['to the end of the row', [3, 3], { to: 'row-end' }, [3, 4]],
    ['to the first cell', [3, 3], { to: 'grid-start' }, [0, 0]],
    ['to the last cell', [3, 3], { to: 'grid-end' }, [5, 4]],
    ['to the end of a filled run', [0, 0], down, [1, 0]],
    ['over empty cells to the next filled one', [1, 0], down, [3, 0]],
    ['from an empty cell to the next filled one', [2, 0], down, [3, 0]],
    ['to the edge after the last filled cell', [4, 0], down, [5, 0]],
    ['to the edge of an empty column', [0, 2], down, [5, 2]],
    ['along a row', [0, 1], right, [0, 4]],
    ['back along a row', [0, 4], { by: 'edge', direction: 'left' }, [0, 1]],
    ['nowhere from the edge', [5, 0], down, [5, 0]],
  ])('%s', (_, [row, column], motion, [toRow, toColumn]) => {
    expect(positionAfter({ row, column }, motion, sheet)).toEqual({ row: toRow, column: toColumn });
  });
});

describe('the next editable cell', () => {
  it.each<[string, [number, number], boolean, [number, number] | null]>([
    ['to the next cell', [0, 0], false, [0, 1]],
    ['over a read-only cell', [0, 1], false, [0, 3]],
    ['back over a read-only cell', [0, 3], true, [0, 1]],
    ['to the next row', [0, 4], false, [1, 0]],
    ['back to the previous row', [1, 0], true, [0, 4]],
    ['past the last cell', [5, 4], false, null],
    ['past the first cell', [0, 0], true, null],
  ])('%s', (_, [row, column], back, to) => {
    const expected = to && { row: to[0], column: to[1] };
    expect(nextEditable({ row, column }, back, { ...sheet, isEditable: (at) => at !== 2 })).toEqual(expected);
  });

  it('is null without editable columns', () => {
    expect(nextEditable({ row: 0, column: 0 }, false, { ...sheet, isEditable: () => false })).toBeNull();
  });
});

it('returns the part of the selection in each row, referentially stable', () => {
  const selection = new GridSelection();
  selection.set({ row: 1, column: 2 }, { row: 3, column: 0 });
  expect(selection.markOf(0)).toBeNull();
  expect(selection.markOf(1)).toMatchObject({ from: 0, to: 2, active: 2, isTop: true, isBottom: false, isWide: true });
  const middle = selection.markOf(2);
  expect(middle).toMatchObject({ active: -1, isTop: false, isBottom: false });
  selection.set({ row: 1, column: 2 }, { row: 4, column: 0 });
  expect(selection.markOf(2)).toBe(middle);
  expect(selection.markOf(3)).toMatchObject({ isBottom: false });
});

it('returns the columns of the current fill', () => {
  const selection = new GridSelection();
  selection.setFill({ top: 1, bottom: 2, left: 0, right: 1 });
  expect(selection.markOf(2)).toMatchObject({ from: -1, fillFrom: 0, fillTo: 1 });
  selection.setFill(null);
  expect(selection.markOf(2)).toBeNull();
});

it('notifies nobody without a change', () => {
  const selection = new GridSelection();
  const heard = vi.fn();
  selection.subscribe(heard);
  selection.set({ row: 0, column: 0 });
  expect(heard).not.toHaveBeenCalled();
  selection.set({ row: 0, column: 1 });
  expect(heard).toHaveBeenCalledTimes(1);
});
