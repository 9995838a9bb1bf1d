import { describe, expect, it } from 'vitest';

import {
  clearCells,
  copiedCells,
  deleteRows,
  fillDown,
  fillRange,
  fillTowards,
  insertRows,
  pasteCells,
} from './grid-commands.ts';
import type { GridMessage } from './grid-message.ts';
import { allRows } from './grid-view.ts';
import { filterBy, shown, sortBy, testLine, testSession } from './line-grid.fixture.ts';

describe('the clipboard', () => {
  it('copies displayed cells, codes as text', () => {
    const session = testSession(3);
    session.select({ row: 0, column: 0 }, { row: 1, column: 2 });
    const { text, html } = copiedCells(session);
    expect(text).toBe('p1\tName 1\t1\r\np2\tName 2\t2');
    expect(html).toContain('<td class="sh-code" sdnum="1033;0;@">p1</td><td>Name 1</td>');
  });

  it('does not copy the blank row after others', () => {
    const session = testSession(1);
    session.select({ row: 0, column: 0 }, { row: 1, column: 0 });
    expect(copiedCells(session).text).toBe('p1');
  });

  it('skips read-only cells, adds rows, and counts invalid texts', () => {
    const session = testSession(2);
    const messages: (GridMessage | undefined)[] = [];
    session.lastMessage.subscribe(() => messages.push(session.lastMessage.get()?.message));
    session.select({ row: 1, column: 0 });
    pasteCells(session, [
      ['a', 'ignored', '10'],
      ['b', '', 'many'],
      ['c', '', '', 'no room'],
    ]);
    expect(shown(session)).toEqual(['p1/1', 'a/10', 'b/', 'c/']);
    expect(session.store.getRow(2)?.name).toBe('Name 2');
    expect(session.range).toEqual({ top: 1, bottom: 3, left: 0, right: 2 });
    expect(messages.at(-1)).toEqual({ kind: 'pasted', rows: 3, refused: 1, cutOff: 1 });
  });

  it.each<[string, string[][], [number, number, number, number], string[], number]>([
    ['one cell fills the range', [['x']], [0, 0, 1, 0], ['x/1', 'x/2', 'p3/3'], 0],
    ['a range that fits them twice is filled', [['x'], ['y']], [0, 0, 3, 0], ['x/1', 'y/2', 'x/3', 'y/'], 0],
    ['any other range marks the start', [['x', '', '7'], ['y']], [0, 0, 2, 0], ['x/7', 'y/2', 'p3/3'], 0],
    ['rows may extend past the end', [['x'], ['y']], [3, 0, 3, 0], ['p1/1', 'p2/2', 'p3/3', 'x/', 'y/'], 0],
    ['columns may not', [['8', 'y']], [0, 2, 0, 2], ['p1/8', 'p2/2', 'p3/3'], 1],
  ])('%s', (_, cells, [top, left, bottom, right], expected, cutOff) => {
    const session = testSession(3);
    const messages: (GridMessage | undefined)[] = [];
    session.lastMessage.subscribe(() => messages.push(session.lastMessage.get()?.message));
    session.select({ row: top, column: left }, { row: bottom, column: right });
    pasteCells(session, cells);
    expect(shown(session)).toEqual(expected);
    expect(messages.at(-1)).toMatchObject({ kind: 'pasted', cutOff });
  });

  it('reports a read-only column', () => {
    const session = testSession(2);
    const messages: (GridMessage | undefined)[] = [];
    session.lastMessage.subscribe(() => messages.push(session.lastMessage.get()?.message));
    session.select({ row: 0, column: 1 }, { row: 1, column: 1 });
    pasteCells(session, [['x']]);
    clearCells(session);
    fillDown(session);
    expect(messages).toEqual(Array.from({ length: 3 }, () => ({ kind: 'read-only', header: 'Name' })));
    expect(session.store.getHistory().undo).toBeNull();
  });

  it('is undone in one operation', () => {
    const session = testSession(1);
    pasteCells(session, [['a'], ['b'], ['c']]);
    session.store.undo();
    expect(shown(session)).toEqual(['p1/1']);
    session.store.redo();
    expect(shown(session)).toEqual(['a/1', 'b/', 'c/']);
  });

  it('pastes what it copied', () => {
    const session = testSession(3);
    session.store.setCells([{ key: 2, cells: { product: '=SUM(A1)\t"x"' } }], { id: 'Edit' });
    const before = shown(session);
    session.selectAll();
    const { text } = copiedCells(session);
    clearCells(session, 'cut');
    expect(shown(session)).toEqual(['/', '/', '/']);
    expect(session.store.getHistory().undo).toMatchObject({ message: 'Cut' });
    session.select({ row: 0, column: 0 });
    pasteCells(
      session,
      text.split('\r\n').map((row) => (row.includes('"') ? ['=SUM(A1)\t"x"', '', '2'] : row.split('\t'))),
    );
    expect(shown(session)).toEqual(before);
  });
});

describe('filling', () => {
  it('repeats the top row of the range', () => {
    const session = testSession(3);
    session.select({ row: 0, column: 0 }, { row: 2, column: 2 });
    fillDown(session);
    expect(shown(session)).toEqual(['p1/1', 'p1/1', 'p1/1']);
    expect(session.store.getRow(2)?.name).toBe('Name 2');
  });

  it('repeats the row above for a single row', () => {
    const session = testSession(2);
    session.select({ row: 1, column: 0 });
    fillDown(session);
    expect(shown(session)).toEqual(['p1/1', 'p1/2']);
    session.select({ row: 0, column: 0 });
    fillDown(session);
    expect(shown(session)).toEqual(['p1/1', 'p1/2']);
  });

  it('repeats a pattern in both directions', () => {
    const session = testSession(6);
    session.select({ row: 2, column: 0 }, { row: 3, column: 0 });
    fillTowards(session, { row: 5, column: 0 });
    expect(shown(session).slice(4)).toEqual(['p3/5', 'p4/6']);
    session.select({ row: 2, column: 0 }, { row: 3, column: 0 });
    fillTowards(session, { row: 0, column: 0 });
    expect(shown(session).slice(0, 2)).toEqual(['p3/1', 'p4/2']);
  });

  it('writes one text to the range, and to new rows beyond the end', () => {
    const session = testSession(1);
    session.startEdit('typing');
    session.editor.type('x');
    session.selection.set({ row: 0, column: 0 }, { row: 2, column: 0 });
    fillRange(session);
    expect(session.editor.getState()).toBeNull();
    expect(shown(session)).toEqual(['x/1', 'x/', 'x/']);
  });
});

describe('rows', () => {
  it('inserts as many as are selected', () => {
    const session = testSession(3);
    session.select({ row: 1, column: 0 }, { row: 2, column: 0 });
    insertRows(session, 'above');
    expect(shown(session)).toEqual(['p1/1', '/', '/', 'p2/2', 'p3/3']);
    session.select({ row: 4, column: 1 });
    insertRows(session, 'below');
    expect(shown(session).at(-1)).toBe('/');
    expect(session.selection.getState().active).toEqual({ row: 5, column: 1 });
  });

  it('inserts at the displayed position in a sorted view', () => {
    const session = testSession(3);
    sortBy(session, 'quantity', true);
    session.select({ row: 1, column: 0 });
    insertRows(session, 'above');
    expect(shown(session)).toEqual(['p3/3', '/', 'p2/2', 'p1/1']);
    expect(session.store.getRows().map(({ product }) => product)).toEqual(['p1', '', 'p2', 'p3']);
  });

  it('deletes the rows of the range, but no rows hidden by a filter', () => {
    const session = testSession(4);
    filterBy(session, 'quantity', { values: ['1', '3', '4'] });
    session.select({ row: 0, column: 2 }, { row: 1, column: 0 });
    deleteRows(session);
    session.view.show(allRows);
    expect(shown(session)).toEqual(['p2/2', 'p4/4']);
    session.store.undo();
    expect(shown(session)).toEqual(['p1/1', 'p2/2', 'p3/3', 'p4/4']);
  });

  it('deletes nothing in the blank row', () => {
    const session = testSession(0);
    deleteRows(session);
    clearCells(session);
    expect(session.store.getHistory().undo).toBeNull();
    expect(session.entryOf(1).row).toEqual(testLine(1));
  });
});
