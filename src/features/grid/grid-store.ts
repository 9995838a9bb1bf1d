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
  /** The rows that changed: null before where a row is new, null after where it is gone. */
  readonly rows: ReadonlyMap<RowKey, { readonly before: Row | null; readonly after: Row | null }>;
}

/** What can be undone and redone next, by its label; null where there is nothing. */
export interface HistoryState {
  readonly undo: string | null;
  readonly redo: string | null;
}

export interface EditOptions {
  /** What the person did, in their language: `Paste`. The label of an enclosing `transact` goes before it. */
  label: string;
  /** Default true. What a program fills in beside a person's edit is not theirs to undo. */
  undoable?: boolean;
}

/** The smallest change of a store: cells of rows that stay, or a run of rows in the place of another run. */
type Step<Row extends GridRow> =
  | { kind: 'cells'; swaps: readonly { key: RowKey; before: Partial<Row>; after: Partial<Row> }[] }
  | { kind: 'splice'; at: number; removed: readonly Row[]; inserted: readonly Row[] };

/** What one act of a person changed, however many cells and rows it took. */
interface Operation<Row extends GridRow> {
  readonly label: string;
  readonly steps: readonly Step<Row>[];
}

/** A method rather than a function, so that a store of some row passes for a store of any row. */
interface EditListener<Row extends GridRow> {
  hear(edit: StoreEdit<Row>): void;
}

type Listener = () => void;
type Topic = 'structure' | 'rows' | 'history';

const maxOperations = 200;

/**
 * The rows of a grid, outside React: in order and by key, with undo and redo of whole operations. `Derived` is what a
 * page derives for a row and shows in read-only cells; it takes no part in undo. Components hear of changes once a
 * microtask, the listeners of {@link onEdit} at once.
 */
export class GridStore<Row extends GridRow, Derived = undefined> {
  readonly #entries = new Map<RowKey, RowEntry<Row, Derived>>();
  #keys: readonly RowKey[] = [];
  #nextKey = 1;

  #undoable: Operation<Row>[] = [];
  #redoable: Operation<Row>[] = [];
  #history: HistoryState = { undo: null, redo: null };
  /** The operation under way: the steps to undo it by, and the rows it changed. */
  #open: { steps: Step<Row>[]; rows: Map<RowKey, { before: Row | null; after: Row | null }> } | null = null;

  readonly #editListeners = new Set<EditListener<Row>>();
  readonly #rowListeners = new Map<RowKey, Set<Listener>>();
  readonly #listeners = { structure: new Set<Listener>(), rows: new Set<Listener>(), history: new Set<Listener>() };
  #changedRows = new Set<RowKey>();
  #changedTopics = new Set<Topic>();

  constructor(rows: readonly Row[] = []) {
    this.#apply({ kind: 'splice', at: 0, removed: [], inserted: rows });
    // Nobody has seen it otherwise.
    this.#changedRows.clear();
    this.#changedTopics.clear();
  }

  /** The keys in the order of the rows; a new array whenever rows come, go or change places. */
  getKeys = (): readonly RowKey[] => this.#keys;

  /** A row with what was derived for it; the same object until either changes. */
  getEntry(key: RowKey): RowEntry<Row, Derived> | undefined {
    return this.#entries.get(key);
  }

  getRow(key: RowKey): Row | undefined {
    return this.#entries.get(key)?.row;
  }

  /** All rows in order, with what was derived for them. */
  getEntries(): RowEntry<Row, Derived>[] {
    return this.#keys.flatMap((key) => this.#entries.get(key) ?? []);
  }

  /** All rows in order. */
  getRows(): Row[] {
    return this.getEntries().map(({ row }) => row);
  }

  /** What {@link newKey} gives next: above every key that was ever here. */
  get nextKey(): RowKey {
    return this.#nextKey;
  }

  /** A key for a row to come. */
  newKey(): RowKey {
    return this.#nextKey++;
  }

  /**
   * Sets some cells of some rows. Rows that are gone are passed over, and cells that would stay the same: only what
   * changes is kept, so that an undo spares what was set beside it since.
   */
  setCells(changes: Iterable<CellChange<Row>>, options: EditOptions): void {
    const wanted = new Map<RowKey, Partial<Row>>();
    for (const { key, cells } of changes) wanted.set(key, wanted.has(key) ? { ...wanted.get(key), ...cells } : cells);
    const swaps = [...wanted].flatMap(([key, cells]) => {
      const row = this.getRow(key);
      const names = row
        ? (Object.keys(cells) as (keyof Row)[]).filter((name) => !Object.is(row[name], cells[name]))
        : [];
      if (!row || names.length === 0) return [];
      const before: Partial<Row> = {};
      const after: Partial<Row> = {};
      for (const name of names) {
        before[name] = row[name];
        after[name] = cells[name];
      }
      return { key, before, after };
    });
    if (swaps.length > 0) this.#edit({ kind: 'cells', swaps }, options);
  }

  /** Puts rows before the one at `at` (from 0). Their keys come from {@link newKey}. */
  insertRows(at: number, rows: readonly Row[], options: EditOptions): void {
    if (rows.length > 0) this.#edit({ kind: 'splice', at, removed: [], inserted: rows }, options);
  }

  append(rows: readonly Row[], options: EditOptions): void {
    this.insertRows(this.#keys.length, rows, options);
  }

  deleteRows(keys: Iterable<RowKey>, options: EditOptions): void {
    const gone = new Set(keys);
    const at = this.#keys.findIndex((key) => gone.has(key));
    if (at < 0) return;
    const removed = this.getRows().slice(at, this.#keys.findLastIndex((key) => gone.has(key)) + 1);
    this.#edit({ kind: 'splice', at, removed, inserted: removed.filter(({ key }) => !gone.has(key)) }, options);
  }

  replaceAll(rows: readonly Row[], options: EditOptions): void {
    this.#edit({ kind: 'splice', at: 0, removed: this.getRows(), inserted: rows }, options);
  }

  /** Sets what was derived for rows; undefined takes it away. Rows that are gone are passed over. */
  setDerived(values: Iterable<readonly [RowKey, Derived | undefined]>): void {
    for (const [key, derived] of values) {
      const entry = this.#entries.get(key);
      if (!entry || Object.is(entry.derived, derived)) continue;
      this.#entries.set(key, { row: entry.row, derived });
      this.#changedRows.add(key);
      this.#raise('rows');
    }
  }

  /** Makes all edits within `work` one operation. */
  transact(label: string, work: () => void): void {
    if (this.#open) return work();
    this.#open = { steps: [], rows: new Map() };
    try {
      work();
    } finally {
      this.#close('edit', label);
    }
  }

  /** Takes the latest operation back; null where there is none. */
  undo(): StoreEdit<Row> | null {
    const operation = this.#undoable.pop();
    if (!operation) return null;
    this.#redoable.push(operation);
    return this.#replay('undo', operation.label, operation.steps.toReversed().map(inverse));
  }

  redo(): StoreEdit<Row> | null {
    const operation = this.#redoable.pop();
    if (!operation) return null;
    this.#undoable.push(operation);
    return this.#replay('redo', operation.label, operation.steps);
  }

  /** What can be undone and redone next; the same object until that changes. */
  getHistory = (): HistoryState => this.#history;

  subscribeRow(key: RowKey, listener: Listener): () => void {
    const listeners = this.#rowListeners.get(key) ?? new Set();
    this.#rowListeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#rowListeners.get(key) === listeners) this.#rowListeners.delete(key);
    };
  }

  /** Rows came, went or changed places. */
  subscribeStructure = (listener: Listener): (() => void) => this.#subscribe('structure', listener);

  subscribeHistory = (listener: Listener): (() => void) => this.#subscribe('history', listener);

  /** Any row changed, in what it holds or in what was derived for it. */
  subscribeRows = (listener: Listener): (() => void) => this.#subscribe('rows', listener);

  /** Called at once after each operation, undo and redo, before any component hears of it. */
  onEdit(hear: (edit: StoreEdit<Row>) => void): () => void {
    const listener = { hear };
    this.#editListeners.add(listener);
    return () => this.#editListeners.delete(listener);
  }

  #subscribe(topic: Topic, listener: Listener) {
    this.#listeners[topic].add(listener);
    return () => this.#listeners[topic].delete(listener);
  }

  #edit(step: Step<Row>, { label, undoable = true }: EditOptions) {
    this.transact(label, () => {
      if (undoable) this.#open?.steps.push(step);
      this.#apply(step);
    });
  }

  #replay(cause: 'undo' | 'redo', label: string, steps: readonly Step<Row>[]): StoreEdit<Row> | null {
    this.#open = { steps: [], rows: new Map() };
    for (const step of steps) this.#apply(step);
    return this.#close(cause, label);
  }

  #close(cause: StoreEdit<Row>['cause'], label: string): StoreEdit<Row> | null {
    const { steps = [], rows = new Map() } = this.#open ?? {};
    this.#open = null;
    if (cause === 'edit' && steps.length === 0 && rows.size === 0) return null;
    if (cause === 'edit' && steps.length > 0) {
      this.#undoable = [...this.#undoable, { label, steps }].slice(-maxOperations);
      this.#redoable = [];
    }
    this.#history = { undo: this.#undoable.at(-1)?.label ?? null, redo: this.#redoable.at(-1)?.label ?? null };
    this.#raise('history');
    for (const [key, { before, after }] of rows) if (before === after) rows.delete(key);
    const edit = { cause, label, rows };
    for (const listener of this.#editListeners) listener.hear(edit);
    return edit;
  }

  #apply(step: Step<Row>) {
    if (step.kind === 'splice') return this.#splice(step.at, step.removed, step.inserted);
    for (const { key, after } of step.swaps) {
      const row = this.getRow(key);
      if (row) this.#set(key, { ...row, ...after });
    }
  }

  #splice(at: number, removed: readonly Row[], inserted: readonly Row[]) {
    const keys = inserted.map(({ key }) => key);
    const stays = new Set(removed.length > 0 ? keys : []);
    for (const { key } of removed) if (!stays.has(key)) this.#set(key, null);
    // A row that only changed places keeps what it holds by now.
    for (const row of inserted) if (!this.#entries.has(row.key)) this.#set(row.key, row);
    this.#keys = this.#keys.slice(0, at).concat(keys, this.#keys.slice(at + removed.length));
    this.#raise('structure');
  }

  #set(key: RowKey, row: Row | null) {
    const entry = this.#entries.get(key);
    if (row) this.#entries.set(key, { row, derived: entry?.derived });
    else this.#entries.delete(key);
    this.#nextKey = Math.max(this.#nextKey, key + 1);
    const before = entry?.row ?? null;
    const earlier = this.#open?.rows.get(key);
    this.#open?.rows.set(key, { before: earlier ? earlier.before : before, after: row });
    this.#changedRows.add(key);
    this.#raise('rows');
  }

  #raise(topic: Topic) {
    if (this.#changedTopics.size === 0) queueMicrotask(() => this.#flush());
    this.#changedTopics.add(topic);
  }

  #flush() {
    const [rows, topics] = [this.#changedRows, this.#changedTopics];
    this.#changedRows = new Set();
    this.#changedTopics = new Set();
    for (const topic of ['structure', 'rows', 'history'] as const) if (topics.has(topic)) tell(this.#listeners[topic]);
    // Few rows are on screen, many may have changed.
    for (const [key, listeners] of this.#rowListeners) if (rows.has(key)) tell(listeners);
  }
}

/** The step that takes `step` back. */
function inverse<Row extends GridRow>(step: Step<Row>): Step<Row> {
  if (step.kind === 'splice') return { ...step, removed: step.inserted, inserted: step.removed };
  return { kind: 'cells', swaps: step.swaps.map(({ key, before, after }) => ({ key, before: after, after: before })) };
}

function tell(listeners: Iterable<Listener>) {
  for (const listener of listeners) listener();
}
