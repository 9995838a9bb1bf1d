import { describe, expect, it } from 'vitest';

import type { GridMessage } from './grid-message.ts';
import { GridSession } from './grid-session.ts';
import { allRows } from './grid-view.ts';
import { columns, filterBy, shown, sortBy, tableFor, testLine, testSession } from './line-grid.fixture.ts';

const active = (session: ReturnType<typeof testSession>) => session.selection.getState().active;

function type(session: ReturnType<typeof testSession>, text: string) {
  session.startEdit('typing');
  session.editor.type(text);
}

/** Reads a product with its quantity: `p3 x 40`. */
const readWhole = (text: string) => ({ cells: { product: text, quantity: Number(text.split(' x ')[1]) || null } });

describe('editing', () => {
  it('replaces the content of the cell', () => {
    const session = testSession(2);
    type(session, 'x');
    expect(session.commit()).toBe(true);
    expect(shown(session)).toEqual(['x/1', 'p2/2']);
    expect(session.store.getHistory().undo).toMatchObject({ message: 'Edit' });
  });

  it('is told apart from edits by commands', () => {
    const session = testSession(1);
    const causes: string[] = [];
    session.store.onEdit(({ cause }) => causes.push(cause));
    type(session, 'x');
    session.commit();
    session.store.setCells([{ key: 1, cells: { product: 'y' } }], { id: 'Edit' });
    session.store.undo();
    expect(causes).toEqual(['entry', 'edit', 'undo']);
  });

  it('continues from the content of the cell', () => {
    const session = testSession(1);
    session.startEdit('caret');
    expect(session.editor.draft).toBe('p1');
    expect(session.commit()).toBe(true);
    expect(session.store.getHistory().undo).toBeNull();
  });

  it('stays open with the problem if the text is invalid', () => {
    const session = testSession(1);
    session.select({ row: 0, column: 2 });
    type(session, 'many');
    expect(session.commit()).toBe(false);
    expect(session.editor.getState()?.problem).toBe('Write a number.');
    session.editor.type('7');
    expect(session.editor.getState()?.problem).toBeNull();
    expect(session.commit()).toBe(true);
    expect(shown(session)).toEqual(['p1/7']);
  });

  it('is left with the text that is valid, or with a message about the text that is not', () => {
    const session = testSession(1);
    session.select({ row: 0, column: 2 });
    type(session, 'many');
    expect(session.leave()).toEqual({ kind: 'discarded', header: 'Quantity', text: 'many' });
    expect(session.editor.getState()).toBeNull();
    type(session, '7');
    expect(session.leave()).toBeNull();
    expect(shown(session)).toEqual(['p1/7']);
  });

  it('reports a read-only column', () => {
    const session = testSession(1);
    const said: (GridMessage | undefined)[] = [];
    session.lastMessage.subscribe(() => said.push(session.lastMessage.get()?.message));
    session.select({ row: 0, column: 1 });
    expect(session.startEdit('caret')).toBe(false);
    expect(said).toEqual([{ kind: 'read-only', header: 'Name' }]);
  });

  it('stores the blank row once something is written in it', () => {
    const session = testSession(1);
    session.select({ row: 1, column: 0 });
    type(session, '');
    session.commit();
    expect(session.store.getKeys()).toEqual([1]);
    type(session, 'new');
    session.commit();
    expect(session.store.getRow(2)).toEqual(testLine(2, { product: 'new' }));
    session.store.undo();
    expect(session.store.getKeys()).toEqual([1]);
  });

  it('discards text typed in the blank row if a new row takes its key', () => {
    const session = testSession(1);
    session.select({ row: 1, column: 0 });
    type(session, 'half');
    session.store.append([testLine(session.store.newKey(), { product: 'other' })], { id: 'Add' });
    expect(session.editor.getState()).toBeNull();
    expect(shown(session)).toEqual(['p1/1', 'other/']);
  });
});

describe('navigation', () => {
  it('returns on Enter to the column in which a sequence of Tab presses started', () => {
    const session = testSession(2);
    session.tab(false);
    type(session, '5');
    session.commit();
    session.enter(false);
    expect(active(session)).toEqual({ row: 1, column: 0 });
  });

  it('continues on Enter in the row where the column does, and then in the row below', () => {
    const session = testSession(2);
    session.columns = session.columns.map((column) => ({ ...column, continuesOnEnter: column.id === 'product' }));
    session.enter(false);
    expect(active(session)).toEqual({ row: 0, column: 2 });
    session.enter(false);
    expect(active(session)).toEqual({ row: 1, column: 0 });
    session.enter(true);
    expect(active(session)).toEqual({ row: 0, column: 0 });

    session.columns = session.columns.map((column) =>
      column.id === 'product' ? { ...column, read: readWhole } : column,
    );
    type(session, 'p3 x 40');
    session.commit();
    session.enter(false);
    expect(active(session)).toEqual({ row: 1, column: 0 });
    type(session, 'p4');
    session.commit();
    session.enter(false);
    expect(active(session)).toEqual({ row: 1, column: 2 });
  });

  it('moves with Tab to the next or previous editable cell', () => {
    const session = testSession(2);
    session.tab(false);
    expect(active(session)).toEqual({ row: 0, column: 2 });
    session.tab(false);
    expect(active(session)).toEqual({ row: 1, column: 0 });
    session.tab(true);
    session.tab(true);
    expect(active(session)).toEqual({ row: 0, column: 0 });
  });

  it('leaves with Tab at both ends, and anywhere after Escape', () => {
    const session = testSession(1);
    expect(session.tab(true)).toBe(false);
    session.move({ to: 'grid-end' }, false);
    expect(session.tab(false)).toBe(false);
    session.select({ row: 0, column: 0 });
    session.prepareToLeave();
    expect(session.tab(false)).toBe(false);
    session.move({ by: 'cell', direction: 'right' }, false);
    expect(session.tab(false)).toBe(true);
  });

  it('extends the range from the active cell', () => {
    const session = testSession(3);
    session.select({ row: 1, column: 1 });
    session.move({ by: 'cell', direction: 'up' }, true);
    session.move({ by: 'cell', direction: 'right' }, true);
    expect(active(session)).toEqual({ row: 1, column: 1 });
    expect(session.range).toEqual({ top: 0, bottom: 1, left: 1, right: 2 });
  });

  it('selects all rows except the blank row', () => {
    const session = testSession(3);
    session.selectAll();
    expect(session.range).toEqual({ top: 0, bottom: 2, left: 0, right: 2 });
  });

  it('moves to the undone change', () => {
    const session = testSession(5);
    session.select({ row: 4, column: 0 });
    type(session, 'x');
    session.commit();
    session.select({ row: 0, column: 0 });
    session.store.undo();
    expect(active(session)).toEqual({ row: 4, column: 0 });
  });
});

describe('sorting and filtering', () => {
  it('keeps the active cell in its row', () => {
    const session = testSession(3);
    session.select({ row: 0, column: 0 });
    sortBy(session, 'quantity', true);
    expect(active(session)).toEqual({ row: 2, column: 0 });
    expect(session.view.numberOf(session.keyAt(0), 0)).toBe(3);
  });

  it('does not move edited rows until sorted again', async () => {
    const session = testSession(3);
    sortBy(session, 'quantity');
    session.store.setCells([{ key: 1, cells: { quantity: 9 } }], { id: 'Edit' });
    await Promise.resolve();
    expect(shown(session)).toEqual(['p1/9', 'p2/2', 'p3/3']);
    expect(session.view.getState().isStale).toBe(true);
    session.view.reapply();
    expect(shown(session)).toEqual(['p2/2', 'p3/3', 'p1/9']);
  });

  it('shows new rows at the end, regardless of the filter', () => {
    const session = testSession(3);
    filterBy(session, 'product', { contains: 'p2' });
    session.store.append([testLine(session.store.newKey(), { product: 'x' })], { id: 'Add' });
    expect(shown(session)).toEqual(['p2/2', 'x/']);
    session.store.deleteRows([2], { id: 'Delete' });
    expect(shown(session)).toEqual(['x/']);
    session.view.show(allRows);
    expect(shown(session)).toEqual(['p1/1', 'p3/3', 'x/']);
  });

  it('filters again when all rows are replaced', () => {
    const session = testSession(3);
    filterBy(session, 'product', { contains: 'a' });
    const lines = ['a', 'b', 'ab'].map((product) => testLine(session.store.newKey(), { product }));
    session.store.replaceAll(lines, { id: 'Open' });
    expect(shown(session)).toEqual(['a/', 'ab/']);
  });
});

it('follows the store only while it is attached', () => {
  const { store, createRow } = testSession(3);
  const session = new GridSession({ store, createRow });
  const table = tableFor(session.view, columns);
  const stop = session.attach(table);
  session.select({ row: 2, column: 0 });
  store.deleteRows([1], { id: 'Delete' });
  expect(active(session)).toEqual({ row: 1, column: 0 });
  stop();
  store.undo();
  expect(active(session)).toEqual({ row: 1, column: 0 });
  session.attach(table);
  store.redo();
  store.undo();
  expect(active(session)).toEqual({ row: 0, column: 0 });
});
