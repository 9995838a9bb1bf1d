import { describe, expect, it } from 'vitest';

import { inReadingOrder, moved, type Motion } from './cell-motion.ts';

// One letter a cell, a dot where it is empty.
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
    ['a page down, one row kept in view', [1, 2], { by: 'page', direction: 'down' }, [3, 2]],
    ['a page up to the top at most', [1, 2], { by: 'page', direction: 'up' }, [0, 2]],
    ['to the start of the row', [3, 3], { to: 'row-start' }, [3, 0]],
    ['to the end of the row', [3, 3], { to: 'row-end' }, [3, 4]],
    ['to the first cell', [3, 3], { to: 'grid-start' }, [0, 0]],
    ['to the last cell', [3, 3], { to: 'grid-end' }, [5, 4]],
    ['to the end of a filled run', [0, 0], down, [1, 0]],
    ['over empty cells to the next filled one', [1, 0], down, [3, 0]],
    ['from an empty cell to the next filled one', [2, 0], down, [3, 0]],
    ['to the edge where nothing is filled any more', [4, 0], down, [5, 0]],
    ['to the edge of an empty column', [0, 2], down, [5, 2]],
    ['along a row', [0, 1], right, [0, 4]],
    ['back along a row', [0, 4], { by: 'edge', direction: 'left' }, [0, 1]],
    ['nowhere from the edge', [5, 0], down, [5, 0]],
  ])('%s', (_, [row, column], motion, [toRow, toColumn]) => {
    expect(moved({ row, column }, motion, sheet)).toEqual({ row: toRow, column: toColumn });
  });
});

describe('reading order', () => {
  it.each<[string, [number, number], boolean, [number, number] | null]>([
    ['to the next cell', [0, 0], false, [0, 1]],
    ['to the next row', [0, 4], false, [1, 0]],
    ['back to the row before', [1, 0], true, [0, 4]],
    ['past the last cell', [5, 4], false, null],
    ['past the first cell', [0, 0], true, null],
  ])('%s', (_, [row, column], back, to) => {
    const expected = to && { row: to[0], column: to[1] };
    expect(inReadingOrder({ row, column }, back, sheet)).toEqual(expected);
  });
});
