import { EditHistory, type HistoryState, type Operation } from './edit-history.ts';
import { swapOf, type CellChange, type EditStep } from './edit-step.ts';
import type { GridRow, RowEntry, RowKey } from './row-entry.ts';
import { RowTable } from './row-table.ts';
import { EditRecord, type StoreEdit } from './store-edit.ts';
import { StoreSignals } from './store-signals.ts';

/** A method rather than a function, so that a store of some row passes for a store of any row. */
interface EditListener<Row extends GridRow> {
  hear(edit: StoreEdit<Row>): void;
}

export interface EditOptions {
  /** What the person did, in their language: `Paste`. The label of an enclosing `transact` goes before it. */
  label: string;
  /** Default true. What a program fills in beside a person's edit is not theirs to undo. */
  undoable?: boolean;
}

/**
 * The rows of a grid, outside React: in order and by key, with undo and redo of whole operations. `Derived` is what a
 * page works out for a row and shows in read-only cells; it takes no part in undo. Components hear of changes once a
 * microtask, the listeners of {@link onEdit} at once.
 */
export class GridStore<Row extends GridRow, Derived = undefined> {
  readonly #table = new RowTable<Row, Derived>();
  readonly #history = new EditHistory<Row>();
  readonly #signals = new StoreSignals();
  readonly #editListeners = new Set<EditListener<Row>>();
  #open: EditRecord<Row> | null = null;

  constructor(rows: readonly Row[] = []) {
    this.#table.apply({ kind: 'splice', at: 0, removed: [], inserted: rows }, () => {});
  }

  /** The keys in the order of the rows; a new array whenever rows come, go or change places. */
  getKeys = (): readonly RowKey[] => this.#table.keys;

  /** A row with what was worked out for it; the same object until either changes. */
  getEntry(key: RowKey): RowEntry<Row, Derived> | undefined {
    return this.#table.entry(key);
  }

  getRow(key: RowKey): Row | undefined {
    return this.#table.row(key);
  }

  getDerived(key: RowKey): Derived | undefined {
    return this.#table.derived(key);
  }

  /** All rows in order. */
  getRows(): Row[] {
    return this.#table.rowsOf(this.#table.keys);
  }

  /** What {@link newKey} gives next. */
  get nextKey(): RowKey {
    return this.#table.nextKey;
  }

  /** A key for a row to come. */
  newKey(): RowKey {
    return this.#table.takeKey();
  }

  /** Sets some cells of some rows. Rows that are gone are passed over, and cells that would stay the same. */
  setCells(changes: Iterable<CellChange<Row>>, options: EditOptions): void {
    const wanted = new Map<RowKey, Partial<Row>>();
    for (const { key, cells } of changes) wanted.set(key, wanted.has(key) ? { ...wanted.get(key), ...cells } : cells);
    const swaps = [...wanted].flatMap(([key, cells]) => {
      const row = this.getRow(key);
      return (row && swapOf(row, cells)) ?? [];
    });
    if (swaps.length > 0) this.#edit({ kind: 'cells', swaps }, options);
  }

  /** Puts rows before the one at `at` (from 0). Their keys come from {@link newKey}. */
  insertRows(at: number, rows: readonly Row[], options: EditOptions): void {
    if (rows.length > 0) this.#edit({ kind: 'splice', at, removed: [], inserted: rows }, options);
  }

  append(rows: readonly Row[], options: EditOptions): void {
    this.insertRows(this.#table.keys.length, rows, options);
  }

  deleteRows(keys: Iterable<RowKey>, options: EditOptions): void {
    const gone = new Set(keys);
    const all = this.#table.keys;
    const at = all.findIndex((key) => gone.has(key));
    if (at < 0) return;
    const removed = this.#table.rowsOf(all.slice(at, all.findLastIndex((key) => gone.has(key)) + 1));
    const inserted = removed.filter(({ key }) => !gone.has(key));
    this.#edit({ kind: 'splice', at, removed, inserted }, options);
  }

  replaceAll(rows: readonly Row[], options: EditOptions): void {
    this.#edit({ kind: 'splice', at: 0, removed: this.getRows(), inserted: rows }, options);
  }

  /** Sets what was worked out for rows; undefined takes it away. Rows that are gone are passed over. */
  setDerived(values: Iterable<readonly [RowKey, Derived | undefined]>): void {
    for (const [key, derived] of values) {
      if (this.#table.setDerived(key, derived)) this.#signals.row(key);
    }
  }

  /** Makes all edits within `work` one operation. */
  transact(label: string, work: () => void): void {
    if (this.#open) return work();
    this.#open = new EditRecord(label);
    try {
      work();
    } finally {
      this.#close('edit');
    }
  }

  /** Takes the latest operation back; null where there is none. */
  undo(): StoreEdit<Row> | null {
    return this.#replay(this.#history.takeUndo(), 'undo');
  }

  redo(): StoreEdit<Row> | null {
    return this.#replay(this.#history.takeRedo(), 'redo');
  }

  /** Forgets what could be undone, as when another list is opened. */
  clearHistory(): void {
    this.#history.clear();
    this.#signals.raise('history');
  }

  /** What can be undone and redone next; the same object until that changes. */
  getHistory = (): HistoryState => this.#history.state;

  subscribeRow(key: RowKey, listener: () => void): () => void {
    return this.#signals.onRow(key, listener);
  }

  /** Rows came, went or changed places. */
  subscribeStructure = (listener: () => void): (() => void) => this.#signals.on('structure', listener);

  subscribeHistory = (listener: () => void): (() => void) => this.#signals.on('history', listener);

  /** Any row changed, in what it holds or in what was worked out for it. */
  subscribeRows = (listener: () => void): (() => void) => this.#signals.on('rows', listener);

  /** Called at once after each operation, undo and redo, before any component hears of it. */
  onEdit(hear: (edit: StoreEdit<Row>) => void): () => void {
    const listener = { hear };
    this.#editListeners.add(listener);
    return () => this.#editListeners.delete(listener);
  }

  #edit(step: EditStep<Row>, { label, undoable = true }: EditOptions) {
    this.transact(label, () => {
      if (undoable) this.#open?.steps.push(step);
      this.#apply(step);
    });
  }

  #replay(operation: Operation<Row> | null, cause: 'undo' | 'redo'): StoreEdit<Row> | null {
    if (!operation) return null;
    this.#open = new EditRecord(operation.label);
    for (const step of operation.steps) this.#apply(step);
    return this.#close(cause);
  }

  #apply(step: EditStep<Row>) {
    if (step.kind === 'splice') this.#signals.raise('structure');
    this.#table.apply(step, (key, before, after) => {
      this.#signals.row(key);
      this.#open?.note(key, before, after);
    });
  }

  #close(cause: StoreEdit<Row>['cause']): StoreEdit<Row> | null {
    const record = this.#open;
    this.#open = null;
    if (!record || (cause === 'edit' && record.isEmpty)) return null;
    if (cause === 'edit' && record.steps.length > 0) this.#history.push(record);
    this.#signals.raise('history');
    const edit = { cause, label: record.label, rows: record.rows };
    for (const listener of this.#editListeners) listener.hear(edit);
    return edit;
  }
}
