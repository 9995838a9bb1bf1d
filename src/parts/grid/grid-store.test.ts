import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { GridStore, type StoreEdit } from './grid-store.ts';

interface Line {
  key: number;
  product: string;
  quantity?: number;
}

const line = (key: number, product = `p${key}`): Line => ({ key, product });
const label = { id: 'Edit' };

function storeOf(count: number) {
  return new GridStore<Line, string>(Array.from({ length: count }, (_, index) => line(index + 1)));
}

describe('editing rows', () => {
  it('sets cells and keeps the others', () => {
    const store = new GridStore<Line>([{ key: 1, product: 'a', quantity: 5 }]);
    store.setCells([{ key: 1, cells: { product: 'b' } }], label);
    expect(store.getRow(1)).toEqual({ key: 1, product: 'b', quantity: 5 });
  });

  it('combines several changes of one row', () => {
    const store = storeOf(1);
    const changes = [{ product: 'b' }, { quantity: 2 }, { product: 'c' }].map((cells) => ({ key: 1, cells }));
    store.setCells(changes, label);
    expect(store.getRow(1)).toEqual({ key: 1, product: 'c', quantity: 2 });
    store.undo();
    expect(store.getRow(1)).toEqual({ key: 1, product: 'p1', quantity: undefined });
  });

  it('skips missing rows and unchanged values', () => {
    const store = storeOf(1);
    store.setCells([{ key: 7, cells: { product: 'x' } }], label);
    store.setCells([{ key: 1, cells: { product: 'p1' } }], label);
    expect(store.getHistory()).toEqual({ undo: null, redo: null });
  });

  it('inserts, appends, deletes scattered rows and replaces all', () => {
    const store = storeOf(3);
    const key = store.newKey();
    store.insertRows(1, [line(key)], label);
    store.append([line(store.newKey())], label);
    expect(store.getKeys()).toEqual([1, 4, 2, 3, 5]);
    store.deleteRows([5, 1, 2], label);
    expect(store.getKeys()).toEqual([4, 3]);
    store.replaceAll([line(store.newKey())], label);
    expect(store.getRows()).toEqual([line(6)]);
  });

  it('moves a row before another, by one operation', () => {
    const store = storeOf(4);
    store.moveRow(4, 2, label);
    expect(store.getKeys()).toEqual([1, 4, 2, 3]);
    store.moveRow(1, 3, label);
    expect(store.getKeys()).toEqual([4, 2, 1, 3]);
    store.undo();
    store.moveRow(9, 1, label);
    store.moveRow(1, 9, label);
    store.moveRow(1, 1, label);
    expect([store.getKeys(), store.getHistory().undo]).toEqual([[1, 4, 2, 3], label]);
  });

  it('never reuses a key', () => {
    const store = storeOf(2);
    store.append([line(40)], label);
    store.deleteRows([40], label);
    expect(store.newKey()).toBe(41);
  });
});

describe('undo and redo', () => {
  it('undoes and redoes whole operations, by label', () => {
    const store = storeOf(2);
    store.transact({ id: 'Paste' }, () => {
      store.append([line(store.newKey())], label);
      store.setCells([{ key: 3, cells: { product: 'new' } }], label);
    });
    expect(store.getHistory()).toEqual({ undo: { id: 'Paste' }, redo: null });
    store.undo();
    expect(store.getKeys()).toEqual([1, 2]);
    expect(store.getHistory()).toEqual({ undo: null, redo: { id: 'Paste' } });
    store.redo();
    expect(store.getRow(3)?.product).toBe('new');
  });

  it('keeps 200 operations', () => {
    const store = storeOf(1);
    for (let count = 1; count <= 250; count += 1)
      store.setCells([{ key: 1, cells: { quantity: count } }], { id: `${count}` });
    for (let count = 1; count <= 250; count += 1) store.undo();
    expect(store.getRow(1)?.quantity).toBe(50);
  });

  it('derives restored rows again', () => {
    const store = new GridStore([line(1), line(2)], { derive: ({ product }) => `of ${product}` });
    store.setCells([{ key: 1, cells: { product: 'b' } }], label);
    expect(store.getEntry(1)?.derived).toBe('of b');
    store.undo();
    expect(store.getEntry(1)).toEqual({ row: line(1), derived: `of ${line(1).product}` });
  });

  it('restores every earlier state', () => {
    const kind = fc.constantFrom('set', 'insert', 'delete', 'replace');
    const edit = fc.record({ kind, at: fc.nat(9), value: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const store = storeOf(5);
        const states = [store.getRows()];
        for (const { kind, at, value } of edits) {
          const keys = store.getKeys();
          const before = store.getHistory();
          const fresh = () => Array.from({ length: value }, () => line(store.newKey()));
          if (kind === 'set') store.setCells([{ key: keys[at] ?? 0, cells: { quantity: value } }], label);
          if (kind === 'insert') store.insertRows(Math.min(at, keys.length), fresh(), label);
          if (kind === 'delete') store.deleteRows([keys[at] ?? 0, keys[at + value] ?? 0], label);
          if (kind === 'replace') store.replaceAll(fresh(), label);
          if (store.getHistory() !== before) states.push(store.getRows());
        }
        for (const state of states.toReversed().slice(1)) {
          store.undo();
          expect(store.getRows()).toEqual(state);
        }
        for (const state of states.slice(1)) {
          store.redo();
          expect(store.getRows()).toEqual(state);
        }
      }),
    );
  });
});

describe('listeners', () => {
  it('are notified once per microtask, with stable entries of unchanged rows', async () => {
    const store = storeOf(3);
    const [rows, structure] = [vi.fn(), vi.fn()];
    const other = store.getEntry(2);
    const stop = store.subscribeRows(rows);
    store.subscribeStructure(structure);
    store.setCells([{ key: 1, cells: { quantity: 1 } }], label);
    expect(rows).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(rows).toHaveBeenCalledTimes(1);
    expect(store.getEntry(2)).toBe(other);
    expect(structure).not.toHaveBeenCalled();
    stop();
    store.deleteRows([3], label);
    await Promise.resolve();
    expect(rows).toHaveBeenCalledTimes(1);
    expect(structure).toHaveBeenCalledTimes(1);
  });

  it('are notified of invalidated derived values; a row is derived once when read, and replaced only if it differs', async () => {
    let known = 'a';
    const derive = vi.fn(() => known);
    const store = new GridStore([line(1), line(2)], { derive });
    const before = store.getEntry(1);
    const heard = vi.fn();
    store.subscribeRows(heard);
    store.invalidateDerived();
    await Promise.resolve();
    expect(heard).toHaveBeenCalledOnce();
    expect(store.getEntry(1)).toBe(before);
    expect(derive).toHaveBeenCalledTimes(2);
    known = 'b';
    store.invalidateDerived();
    expect(store.getEntry(1)).toEqual({ row: line(1), derived: 'b' });
    expect(store.getEntry(1)).toBe(store.getEntry(1));
    expect(derive).toHaveBeenCalledTimes(3);
  });

  it('are notified of edits synchronously, with the previous rows', () => {
    const store = storeOf(2);
    const edits: StoreEdit<Line>[] = [];
    store.onEdit((edit) => edits.push(edit));
    store.transact({ id: 'Both' }, () => {
      store.setCells([{ key: 1, cells: { product: 'b' } }], label);
      store.setCells([{ key: 1, cells: { product: 'c' } }], label);
      store.deleteRows([2], label);
    });
    store.undo();
    expect(edits.map(({ cause, label }) => [cause, label.id])).toEqual([
      ['edit', 'Both'],
      ['undo', 'Both'],
    ]);
    expect(edits.map(({ rows }) => Array.from(rows))).toEqual([
      [
        [1, line(1)],
        [2, line(2)],
      ],
      [
        [1, line(1, 'c')],
        [2, null],
      ],
    ]);
  });
});
