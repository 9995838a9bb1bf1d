import { ChangeNotice } from '#lib/change-notice.ts';

import type { GridRow, RowEntry, RowKey } from './grid-column.ts';

/** New values for some of a row's cells; the others stay as they are. */
export interface CellChange<Row extends GridRow> {
  readonly key: RowKey;
  readonly cells: Partial<Row>;
}

/** One operation, undo or redo, as its listeners hear of it. */
export interface StoreEdit<Row extends GridRow> {
  readonly cause: 'edit' | 'undo' | 'redo';
  readonly label: string;
  /** The rows that changed, as they were before; null for one that is new. */
  readonly rows: ReadonlyMap<RowKey, Row | null>;
}

/** What can be undone and redone next, by its label; null where there is nothing. */
export interface HistoryState {
  readonly undo: string | null;
  readonly redo: string | null;
}

/** What takes one act of a person back, however many cells and rows it changed. */
interface Operation<Row extends GridRow> {
  readonly label: string;
  /** The rows that it changed, as they were before; null for one that it added. */
  readonly rows: Map<RowKey, Row | null>;
  /** The order of all rows before it. */
  readonly keys: readonly RowKey[];
}

/** A method rather than a function, so that a store of some row passes for a store of any row. */
interface EditListener<Row extends GridRow> {
  hear(edit: StoreEdit<Row>): void;
}

const maxOperations = 200;

/** A method for the same reason as that of {@link EditListener}. */
export interface Deriver<Row extends GridRow, Derived> {
  /**
   * What a page shows of a row in read-only cells, worked out when the row is read; `before` itself where nothing
   * differs, so that nothing is drawn again.
   */
  derive(row: Row, before: Derived | undefined): Derived | undefined;
}

/**
 * The rows of a grid, outside React: in order and by key, with undo and redo of whole operations. `Derived` is what a
 * page derives for a row; it takes no part in undo. Components hear of changes once a microtask, the listeners of
 * {@link onEdit} at once.
 */
export class GridStore<Row extends GridRow, Derived = undefined> {
  readonly #entries = new Map<RowKey, RowEntry<Row, Derived>>();
  readonly #deriver: Deriver<Row, Derived> | null;
  /** The entries whose derived values are up to date. */
  #fresh = new Set<RowKey>();
  #keys: readonly RowKey[] = [];
  #nextKey = 1;

  #undoable: Operation<Row>[] = [];
  #redoable: Operation<Row>[] = [];
  #history: HistoryState = { undo: null, redo: null };
  /** The operation under way, and the rows that may be again as they were before it. */
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

  /** The keys in the order of the rows; a new array whenever rows come, go or change places. */
  getKeys = (): readonly RowKey[] => this.#keys;

  /** A row with what was derived for it; the same object until either changes. */
  getEntry(key: RowKey): RowEntry<Row, Derived> | undefined {
    const entry = this.#entries.get(key);
    if (!entry || this.#deriver === null || this.#fresh.has(key)) return entry;
    this.#fresh.add(key);
    const derived = this.#deriver.derive(entry.row, entry.derived);
    if (Object.is(derived, entry.derived)) return entry;
    const changed = { row: entry.row, derived };
    this.#entries.set(key, changed);
    return changed;
  }

  getRow(key: RowKey): Row | undefined {
    return this.#entries.get(key)?.row;
  }

  /** All rows in order, with what was derived for them. */
  getEntries(): RowEntry<Row, Derived>[] {
    return this.#keys.flatMap((key) => this.getEntry(key) ?? []);
  }

  /** All rows in order. */
  getRows(): Row[] {
    return this.#keys.flatMap((key) => this.getRow(key) ?? []);
  }

  /** What {@link newKey} gives next: above every key that was ever here. */
  get nextKey(): RowKey {
    return this.#nextKey;
  }

  /** A key for a row to come. */
  newKey(): RowKey {
    return this.#nextKey++;
  }

  /** Sets some cells of some rows. Rows that are gone are passed over, and those whose cells stay the same. */
  setCells(changes: Iterable<CellChange<Row>>, label: string): void {
    this.transact(label, () => {
      for (const { key, cells } of changes) {
        const row = this.getRow(key);
        if (row && !holds(row, cells)) this.#set(key, { ...row, ...cells });
      }
    });
  }

  /** Sets whole rows. One whose key isn't there yet comes new at the end. */
  setRows(rows: readonly Row[], label: string): void {
    this.transact(label, () => {
      const added: RowKey[] = [];
      for (const row of rows) {
        const entry = this.#entries.get(row.key);
        if (!entry) added.push(row.key);
        if (!entry || !holds(entry.row, row)) this.#set(row.key, row, entry);
      }
      if (added.length > 0) this.#order([...this.#keys, ...added]);
    });
  }

  /** Puts rows before the one at `at` (from 0). Their keys come from {@link newKey}. */
  insertRows(at: number, rows: readonly Row[], label: string): void {
    this.transact(label, () => {
      for (const row of rows) this.#set(row.key, row);
      const keys = rows.map(({ key }) => key);
      if (keys.length > 0) this.#order([...this.#keys.slice(0, at), ...keys, ...this.#keys.slice(at)]);
    });
  }

  append(rows: readonly Row[], label: string): void {
    this.insertRows(this.#keys.length, rows, label);
  }

  deleteRows(keys: Iterable<RowKey>, label: string): void {
    const gone = new Set(keys);
    this.transact(label, () => {
      const left = this.#keys.filter((key) => !gone.has(key));
      if (left.length === this.#keys.length) return;
      for (const key of this.#keys) if (gone.has(key)) this.#set(key, null);
      this.#order(left);
    });
  }

  replaceAll(rows: readonly Row[], label: string): void {
    this.transact(label, () => {
      this.deleteRows(this.#keys, label);
      this.append(rows, label);
    });
  }

  /** What rows derive from has changed: all of it is worked out anew, of each row when it is read next. */
  rederive(): void {
    this.#fresh = new Set();
    this.#rowsChange.announce();
  }

  /** Makes all edits within `work` one operation. */
  transact(label: string, work: () => void): void {
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
        this.#tell({ cause: 'edit', label, rows });
      }
    }
  }

  /** Takes the latest operation back. */
  undo(): void {
    this.#replay('undo', this.#undoable, this.#redoable);
  }

  redo(): void {
    this.#replay('redo', this.#redoable, this.#undoable);
  }

  /** What can be undone and redone next; the same object until that changes. */
  getHistory = (): HistoryState => this.#history;

  /** Rows came, went or changed places. */
  subscribeStructure = this.#structureChange.subscribe;

  subscribeHistory = this.#historyChange.subscribe;

  /** Any row changed, in what it holds or in what was derived for it. */
  subscribeRows = this.#rowsChange.subscribe;

  /** Called at once after each operation, undo and redo, before any component hears of it. */
  onEdit(hear: (edit: StoreEdit<Row>) => void): () => void {
    const listener = { hear };
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
    this.#tell({ cause, label, rows: back.rows });
  }

  #tell(edit: StoreEdit<Row>) {
    this.#history = { undo: this.#undoable.at(-1)?.label ?? null, redo: this.#redoable.at(-1)?.label ?? null };
    this.#historyChange.announce();
    for (const listener of this.#editListeners) listener.hear(edit);
  }

  #order(keys: readonly RowKey[]) {
    this.#keys = keys;
    this.#structureChange.announce();
  }

  #set(key: RowKey, row: Row | null, entry = this.#entries.get(key)) {
    if (row) this.#entries.set(key, { row, derived: entry?.derived });
    else this.#entries.delete(key);
    this.#fresh.delete(key);
    this.#nextKey = Math.max(this.#nextKey, key + 1);
    if (this.#open?.rows.has(key)) this.#open.changedTwice.add(key);
    else this.#open?.rows.set(key, entry?.row ?? null);
    this.#rowsChange.announce();
  }
}

function holds<Row extends GridRow>(row: Row, cells: Partial<Row>): boolean {
  for (const name in cells) if (!Object.is(row[name], cells[name])) return false;
  return true;
}
