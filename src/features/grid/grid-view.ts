import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  makeStateUpdater,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Row as TableRow,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, useSyncExternalStore } from 'react';

import type { GridColumn, GridRow, RowEntry, RowKey } from './grid-column.ts';
import type { GridStore } from './grid-store.ts';

/** Which rows of a column stay: those whose text contains `contains` (in any case) and is one of `values`. */
export interface ColumnFilter {
  readonly contains?: string;
  readonly values?: readonly string[];
}

/** Rows of any kind pass: an accessor hands them back to their own column only. */
type Entry = RowEntry<GridRow, unknown>;

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
});
const columnHelper = createColumnHelper<typeof features, Entry>();

/** The columns in the terms of TanStack Table; equal rows keep their order, blank ones come last. */
function columnDefinitions(columns: readonly GridColumn<GridRow, unknown>[], locale: string) {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const sortFn = (a: TableRow<typeof features, Entry>, b: TableRow<typeof features, Entry>, id: string) =>
    compare(a.getValue(id), b.getValue(id), collator);
  return columns.map((column) =>
    columnHelper.accessor(
      (entry): unknown => {
        const value = column.sortValue ? column.sortValue(entry) : column.text(entry);
        return value === null || value === '' ? undefined : value;
      },
      {
        id: column.id,
        header: column.header,
        sortFn,
        sortUndefined: 'last',
        filterFn: ({ original }, _, filter: ColumnFilter) => passes(column.text(original), filter),
      },
    ),
  );
}

/** Numbers before texts. */
function compare(a: unknown, b: unknown, collator: Intl.Collator): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  return typeof b === 'number' ? 1 : collator.compare(String(a), String(b));
}

function passes(text: string, { contains = '', values }: ColumnFilter): boolean {
  const wanted = contains.trim().toLocaleLowerCase();
  return (values?.includes(text) ?? true) && (wanted === '' || text.toLocaleLowerCase().includes(wanted));
}

/** The table that owns the rows, the sorting and the filters of a grid; the view follows it. */
export function useGridTable(
  view: GridView<GridRow, unknown>,
  columns: readonly GridColumn<GridRow, unknown>[],
  locale: string,
) {
  const data = useSyncExternalStore(view.subscribe, view.getData, view.getData);
  const definitions = useMemo(() => columnDefinitions(columns, locale), [columns, locale]);
  return useTable({
    features,
    columns: definitions,
    data,
    getRowId: ({ row }) => String(row.key),
    onSortingChange: (updater) => view.change((table) => makeStateUpdater('sorting', table)(updater)),
    onColumnFiltersChange: (updater) => view.change((table) => makeStateUpdater('columnFilters', table)(updater)),
    sortDescFirst: false,
    enableMultiSort: false,
  });
}

export type GridTable = ReturnType<typeof useGridTable>;
export type GridHeader = ReturnType<GridTable['getFlatHeaders']>[number];

interface ViewState {
  /** The rows on screen, in their order there. */
  readonly keys: readonly RowKey[];
  readonly sorting: SortingState;
  readonly filters: ReadonlyMap<string, ColumnFilter>;
  /** Rows changed since they were sorted and filtered; they keep their places until `reapply`. */
  readonly isStale: boolean;
}

/**
 * Which rows of a store show, in which order: as the table sorts and filters them. Nothing jumps while it is edited:
 * rows are sorted and filtered again only when the person asks for it.
 */
export class GridView<Row extends GridRow, Derived> {
  readonly #store: GridStore<Row, Derived>;
  readonly #listeners = new Set<() => void>();
  #table: GridTable | null = null;
  /** The rows as they were when they were last sorted and filtered. */
  #data: readonly RowEntry<Row, Derived>[];
  #stored: readonly RowKey[];
  #state: ViewState;
  #numbers: { of: readonly RowKey[] | null; byKey: ReadonlyMap<RowKey, number> } = { of: null, byKey: new Map() };

  constructor(store: GridStore<Row, Derived>) {
    this.#store = store;
    this.#stored = store.getKeys();
    this.#data = store.getEntries();
    this.#state = { keys: this.#stored, sorting: [], filters: new Map(), isStale: false };
  }

  getState = (): ViewState => this.#state;

  getData = (): readonly RowEntry<Row, Derived>[] => this.#data;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Follows store and table until the function given is called. */
  attach(table: GridTable): () => void {
    this.#table = table;
    const stops = [this.#store.onEdit(() => this.#follow()), this.#store.subscribeRows(() => this.#markStale())];
    this.#follow();
    return () => {
      this.#table = null;
      for (const stop of stops) stop();
    };
  }

  setSorting(sorting: SortingState): void {
    this.#table?.setSorting(sorting);
  }

  /** Those of all columns at once; one that says nothing is left out. */
  setFilters(filters: ReadonlyMap<string, ColumnFilter>): void {
    const telling = [...filters].filter(([, { values, contains }]) => values || contains?.trim());
    this.#table?.setColumnFilters(telling.map(([id, value]) => ({ id, value })));
  }

  /** Keeps the sorting or the filters in the table, and the rows by them. */
  change(write: (table: GridTable) => void): void {
    if (this.#table) write(this.#table);
    this.reapply();
  }

  /** Sorts and filters again by what the rows hold now. */
  reapply(): void {
    const table = this.#table;
    if (!table) return;
    this.#stored = this.#store.getKeys();
    const data = this.#store.getEntries();
    this.#data = data;
    table.setOptions((options) => ({ ...options, data }));
    this.#set({
      keys: table.getRowModel().rows.map(({ original }) => original.row.key),
      sorting: table.atoms.sorting.get(),
      filters: new Map(table.atoms.columnFilters.get().map(({ id, value }) => [id, value as ColumnFilter])),
      isStale: false,
    });
  }

  /** Puts rows that were just inserted where the person inserted them. */
  place(keys: readonly RowKey[], at: number): void {
    if (this.#isPlain) return;
    const moved = new Set(keys);
    const others = this.#state.keys.filter((key) => !moved.has(key));
    this.#set({ ...this.#state, keys: others.toSpliced(at, 0, ...keys) });
  }

  /** A row's place in the store, from 1, whatever the order on screen, where it stands at `index`. */
  numberOf(key: RowKey, index: number): number {
    if (this.#isPlain || !this.#store.getRow(key)) return index + 1;
    const stored = this.#store.getKeys();
    if (this.#numbers.of !== stored) {
      this.#numbers = { of: stored, byKey: new Map(stored.map((key, place) => [key, place + 1])) };
    }
    return this.#numbers.byKey.get(key) ?? index + 1;
  }

  get #isPlain(): boolean {
    return this.#state.sorting.length === 0 && this.#state.filters.size === 0;
  }

  /** Rows that are gone go, new ones come at the end; another list altogether is sorted and filtered. */
  #follow() {
    const stored = this.#store.getKeys();
    if (stored === this.#stored) return;
    const was = new Set(this.#stored);
    const fresh = stored.filter((key) => !was.has(key));
    if (this.#isPlain || fresh.length === stored.length) return this.reapply();
    const stays = new Set(stored);
    this.#stored = stored;
    this.#set({ ...this.#state, keys: this.#state.keys.filter((key) => stays.has(key)).concat(fresh) });
  }

  #markStale() {
    if (!this.#isPlain && !this.#state.isStale) this.#set({ ...this.#state, isStale: true });
  }

  #set(state: ViewState) {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
