import type { MessageDescriptor } from '@lingui/core';

import { ChangeNotice } from '#stock/change-notice.ts';

import type { GridRow, RowEntry, RowKey } from './grid-column.ts';

/** New values for some cells of a row; other cells are unchanged. */
export interface CellChange<Row extends GridRow> {
  readonly key: RowKey;
  readonly cells: Partial<Row>;
}

/** One operation, undo or redo, for listeners. */
export interface StoreEdit<Row extends GridRow> {
  /** `entry`: an edit of one row, typed or selected in a cell. */
  readonly cause: 'edit' | 'entry' | 'undo' | 'redo';
  readonly label: MessageDescriptor;
  /** Changed rows, as before the change; null for new rows. */
  readonly rows: ReadonlyMap<RowKey, Row | null>;
}

/** Labels of the operations that can be undone and redone next, null if none. */
export interface HistoryState {
  readonly undo: MessageDescriptor | null;
  readonly redo: MessageDescriptor | null;
}

/** Undo data of one user action, with all its cells and rows. */
interface Operation<Row extends GridRow> {
  readonly label: MessageDescriptor;
  /** Changed rows, as before the operation; null for added rows. */
  readonly rows: Map<RowKey, Row | null>;
  /** Order of all rows before the operation. */
  readonly keys: readonly RowKey[];
}

/**
 * A method instead of a function property, because methods are bivariant: a store of a specific row type is assignable
 * to one of any row.
 */
interface EditListener<Row extends GridRow> {
  notify(edit: StoreEdit<Row>): void;
}

const maxOperations = 200;

/** A method for the same reason as in {@link EditListener}. */
export interface Deriver<Row extends GridRow, Derived> {
  /** Derives the values of a row's read-only cells. Return `before` itself if nothing differs. */
  derive(row: Row, before: Derived | undefined): Derived | undefined;
}

/**
 * Rows of a grid outside React, in order and by key, with undo and redo of whole operations. `Derived` values are
 * excluded from undo. Components are notified once per microtask, {@link onEdit} listeners synchronously.
 */
export class GridStore<Row extends GridRow, Derived = undefined> {
  readonly #entries = new Map<RowKey, RowEntry<Row, Derived>>();
  readonly #deriver: Deriver<Row, Derived> | null;
  /** Keys of entries with up-to-date derived values. */
  #upToDate = new Set<RowKey>();
  #keys: readonly RowKey[] = [];
  #nextKey = 1;

  #undoable: Operation<Row>[] = [];
  #redoable: Operation<Row>[] = [];
  #history: HistoryState = { undo: null, redo: null };
  /** The current operation, and rows changed more than once, which may be unchanged overall. */
  #open: (Operation<Row> & { readonly changedTwice: Set<RowKey> }) | null = null;

  readonly #editListeners = new Set<EditListener<Row>>();
  readonly #structureChange = new ChangeNotice();
  readonly #rowsChange = new ChangeNotice();
  readonly #historyChange = new ChangeNotice();

  constructor(rows: readonly Row[] = [], deriver: Deriver<Row, Derived> | null = null) {
    this.#deriver = deriver;
    for (const row of rows) this.#entries.set(row.key, { row, derived: undefined });
    this.#keys = rows.map(({ key }) => key);
    this.#nextKey = this.#keys.reduce((next, key) => Math.max(next, key + 1), 1);
  }

  /** Returns the keys in row order; a new array when rows are added, removed or reordered. */
  getKeys = (): readonly RowKey[] => this.#keys;

  /** Returns a row with its derived values; referentially stable until either changes. */
  getEntry(key: RowKey): RowEntry<Row, Derived> | undefined {
    const entry = this.#entries.get(key);
    if (!entry || this.#deriver === null || this.#upToDate.has(key)) return entry;
    this.#upToDate.add(key);
    const derived = this.#deriver.derive(entry.row, entry.derived);
    if (Object.is(derived, entry.derived)) return entry;
    const changed = { row: entry.row, derived };
    this.#entries.set(key, changed);
    return changed;
  }

  getRow(key: RowKey): Row | undefined {
    return this.#entries.get(key)?.row;
  }

  /** Returns all rows in order, with derived values. */
  getEntries(): RowEntry<Row, Derived>[] {
    return this.#keys.flatMap((key) => this.getEntry(key) ?? []);
  }

  /** Returns all rows in order. */
  getRows(): Row[] {
    const rows: Row[] = [];
    for (const key of this.#keys) {
      const row = this.getRow(key);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  /** Key that {@link newKey} returns next: above every key ever used. */
  get nextKey(): RowKey {
    return this.#nextKey;
  }

  /** Returns a new key. */
  newKey(): RowKey {
    return this.#nextKey++;
  }

  /** Sets cells of rows. Skips rows that don't exist or don't change. */
  setCells(changes: Iterable<CellChange<Row>>, label: MessageDescriptor): void {
    this.transact(label, () => {
      for (const { key, cells } of changes) {
        const row = this.getRow(key);
        if (row && !hasValues(row, cells)) this.#set(key, { ...row, ...cells });
      }
    });
  }

  /** Sets whole rows. Rows with unknown keys are appended. */
  setRows(rows: readonly Row[], label: MessageDescriptor): void {
    this.transact(label, () => {
      const added: RowKey[] = [];
      for (const row of rows) {
        const entry = this.#entries.get(row.key);
        if (!entry) added.push(row.key);
        if (!entry || !hasValues(entry.row, row)) this.#set(row.key, row, entry);
      }
      if (added.length > 0) this.#order([...this.#keys, ...added]);
    });
  }

  /** Inserts rows before the one at index `at`. Use keys from {@link newKey}. */
  insertRows(at: number, rows: readonly Row[], label: MessageDescriptor): void {
    this.transact(label, () => {
      for (const row of rows) this.#set(row.key, row);
      const keys = rows.map(({ key }) => key);
      if (keys.length > 0) this.#order([...this.#keys.slice(0, at), ...keys, ...this.#keys.slice(at)]);
    });
  }

  append(rows: readonly Row[], label: MessageDescriptor): void {
    this.insertRows(this.#keys.length, rows, label);
  }

  /** Moves a row before the row `before`. */
  moveRow(key: RowKey, before: RowKey, label: MessageDescriptor): void {
    this.transact(label, () => {
      const others = this.#keys.filter((each) => each !== key);
      const at = others.indexOf(before);
      if (at !== -1 && others.length < this.#keys.length) this.#order(others.toSpliced(at, 0, key));
    });
  }

  deleteRows(keys: Iterable<RowKey>, label: MessageDescriptor): void {
    const gone = new Set(keys);
    this.transact(label, () => {
      const left = this.#keys.filter((key) => !gone.has(key));
      if (left.length === this.#keys.length) return;
      for (const key of this.#keys) if (gone.has(key)) this.#set(key, null);
      this.#order(left);
    });
  }

  replaceAll(rows: readonly Row[], label: MessageDescriptor): void {
    this.transact(label, () => {
      this.deleteRows(this.#keys, label);
      this.append(rows, label);
    });
  }

  /** Invalidates all derived values. They are derived again when next read. */
  invalidateDerived(): void {
    this.#upToDate = new Set();
    this.#rowsChange.announce();
  }

  /** Combines all edits in `work` into one operation. */
  transact(label: MessageDescriptor, work: () => void, cause: 'edit' | 'entry' = 'edit'): void {
    if (this.#open) return work();
    const operation = { label, rows: new Map<RowKey, Row | null>(), keys: this.#keys, changedTwice: new Set<RowKey>() };
    this.#open = operation;
    try {
      work();
    } finally {
      this.#open = null;
      const { rows, keys, changedTwice } = operation;
      for (const key of changedTwice) if (rows.get(key) === (this.getRow(key) ?? null)) rows.delete(key);
      if (rows.size > 0 || keys !== this.#keys) {
        this.#undoable = [...this.#undoable, operation].slice(-maxOperations);
        this.#redoable = [];
        this.#notify({ cause, label, rows });
      }
    }
  }

  /** Undoes the last operation. */
  undo(): void {
    this.#replay('undo', this.#undoable, this.#redoable);
  }

  redo(): void {
    this.#replay('redo', this.#redoable, this.#undoable);
  }

  /** Returns the operations to undo and redo next; referentially stable until that changes. */
  getHistory = (): HistoryState => this.#history;

  /** Notifies when rows are added, removed or reordered. */
  subscribeStructure = this.#structureChange.subscribe;

  subscribeHistory = this.#historyChange.subscribe;

  /** Notifies when a row or its derived values change. */
  subscribeRows = this.#rowsChange.subscribe;

  /** Called synchronously after each operation, undo and redo, before components are notified. */
  onEdit(notify: (edit: StoreEdit<Row>) => void): () => void {
    const listener = { notify };
    this.#editListeners.add(listener);
    return () => this.#editListeners.delete(listener);
  }

  #replay(cause: 'undo' | 'redo', from: Operation<Row>[], to: Operation<Row>[]) {
    const operation = from.pop();
    if (!operation) return;
    const { label, keys } = operation;
    const back: Operation<Row> = { label, rows: new Map(), keys: this.#keys };
    for (const [key, row] of operation.rows) {
      back.rows.set(key, this.getRow(key) ?? null);
      this.#set(key, row);
    }
    if (keys !== this.#keys) this.#order(keys);
    to.push(back);
    this.#notify({ cause, label, rows: back.rows });
  }

  #notify(edit: StoreEdit<Row>) {
    this.#history = { undo: this.#undoable.at(-1)?.label ?? null, redo: this.#redoable.at(-1)?.label ?? null };
    this.#historyChange.announce();
    for (const listener of this.#editListeners) listener.notify(edit);
  }

  #order(keys: readonly RowKey[]) {
    this.#keys = keys;
    this.#structureChange.announce();
  }

  #set(key: RowKey, row: Row | null, entry = this.#entries.get(key)) {
    if (row) this.#entries.set(key, { row, derived: entry?.derived });
    else this.#entries.delete(key);
    this.#upToDate.delete(key);
    this.#nextKey = Math.max(this.#nextKey, key + 1);
    if (this.#open?.rows.has(key)) this.#open.changedTwice.add(key);
    else this.#open?.rows.set(key, entry?.row ?? null);
    this.#rowsChange.announce();
  }
}

function hasValues<Row extends GridRow>(row: Row, cells: Partial<Row>): boolean {
  for (const name in cells) if (!Object.is(row[name], cells[name])) return false;
  return true;
}
