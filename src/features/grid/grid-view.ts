import type { GridColumn } from './grid-column.ts';
import type { GridStore } from './grid-store.ts';
import { orderedKeys, type ColumnFilter, type ColumnSort, type RowOrder } from './row-order.ts';
import type { GridRow, RowKey } from './row-entry.ts';

export interface ViewState extends RowOrder {
  /** The rows on screen, in their order there. */
  readonly keys: readonly RowKey[];
  /** Rows changed since they were sorted and filtered; they keep their places until `reapply`. */
  readonly isStale: boolean;
}

/** Which rows of a store show, in which order. Nothing jumps while it is edited: only a new order moves rows. */
export class GridView<Row extends GridRow, Derived> {
  readonly #store: GridStore<Row, Derived>;
  readonly #listeners = new Set<() => void>();
  #columns: readonly GridColumn<Row, Derived>[] = [];
  #locale = 'en';
  #stored: readonly RowKey[];
  #state: ViewState;
  #numbers: { of: readonly RowKey[] | null; byKey: ReadonlyMap<RowKey, number> } = { of: null, byKey: new Map() };

  constructor(store: GridStore<Row, Derived>) {
    this.#store = store;
    this.#stored = store.getKeys();
    this.#state = { keys: this.#stored, sort: null, filters: new Map(), isStale: false };
  }

  /** Up to date with the store even before its listeners hear of a change; the same object until it changes. */
  getState = (): ViewState => {
    const stored = this.#store.getKeys();
    if (stored !== this.#stored) {
      const keys = this.#isPlain ? stored : this.#followed(this.#stored, stored);
      this.#stored = stored;
      this.#state = { ...this.#state, keys };
    }
    return this.#state;
  };

  /** A row's place in the store, from 1, whatever the order on screen, where it stands at `index`. */
  numberOf(key: RowKey, index: number): number {
    if (this.#isPlain || !this.#store.getRow(key)) return index + 1;
    const stored = this.#store.getKeys();
    if (this.#numbers.of !== stored) {
      this.#numbers = { of: stored, byKey: new Map(stored.map((key, place) => [key, place + 1])) };
    }
    return this.#numbers.byKey.get(key) ?? index + 1;
  }

  /** BCP 47: how texts sort. */
  get locale(): string {
    return this.#locale;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Follows the store until the function given is called. */
  attach(): () => void {
    const stops = [
      this.#store.subscribeStructure(() => this.#tell()),
      this.#store.subscribeRows(() => this.#markStale()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  setColumns(columns: readonly GridColumn<Row, Derived>[], locale: string): void {
    this.#columns = columns;
    this.#locale = locale;
  }

  setSort(sort: ColumnSort | null): void {
    this.#order({ sort, filters: this.#state.filters });
  }

  /** Null takes the column's filter away. */
  setFilter(columnId: string, filter: ColumnFilter | null): void {
    const filters = new Map(this.#state.filters);
    if (filter) filters.set(columnId, filter);
    else filters.delete(columnId);
    this.setFilters(filters);
  }

  /** Those of all columns at once. */
  setFilters(filters: ReadonlyMap<string, ColumnFilter>): void {
    const telling = [...filters].filter(([, { values, contains }]) => values || contains?.trim());
    this.#order({ sort: this.#state.sort, filters: new Map(telling) });
  }

  clearFilters(): void {
    this.setFilters(new Map());
  }

  /** Sorts and filters again by what the rows hold now. */
  reapply(): void {
    this.#order(this.#state);
  }

  /** Puts rows that were just inserted where the person inserted them. */
  place(keys: readonly RowKey[], at: number): void {
    const { keys: shown } = this.getState();
    if (this.#isPlain) return;
    const moved = new Set(keys);
    const others = shown.filter((key) => !moved.has(key));
    this.#state = { ...this.#state, keys: others.toSpliced(at, 0, ...keys) };
    this.#tell();
  }

  get #isPlain(): boolean {
    return this.#state.sort === null && this.#state.filters.size === 0;
  }

  #order({ sort, filters }: RowOrder) {
    this.#stored = this.#store.getKeys();
    this.#state = { sort, filters, isStale: false, keys: this.#ordered(this.#stored, { sort, filters }) };
    this.#tell();
  }

  #ordered(stored: readonly RowKey[], order: RowOrder): readonly RowKey[] {
    const entryOf = (key: RowKey) => {
      const row = this.#store.getRow(key);
      if (!row) throw new Error(`No row has the key ${key}`);
      return { row, derived: this.#store.getDerived(key) };
    };
    return orderedKeys({ keys: stored, entryOf, columns: this.#columns, locale: this.#locale }, order);
  }

  /** Rows that are gone go, new ones come at the end; another list altogether is sorted and filtered. */
  #followed(before: readonly RowKey[], now: readonly RowKey[]): readonly RowKey[] {
    const was = new Set(before);
    const fresh = now.filter((key) => !was.has(key));
    if (fresh.length === now.length) return this.#ordered(now, this.#state);
    const stays = new Set(now);
    return this.#state.keys.filter((key) => stays.has(key)).concat(fresh);
  }

  #markStale() {
    if (this.#isPlain || this.#state.isStale) return;
    this.#state = { ...this.getState(), isStale: true };
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}
