import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Row as TableRow,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, useSyncExternalStore } from 'react';

import { Observable } from '#stock/observable.ts';

import type { GridColumn, GridRow, RowEntry, RowKey } from './grid-column.ts';
import type { GridStore } from './grid-store.ts';

/** Filter of a column: rows whose text contains `contains` (case-insensitive) and is one of `values`. */
export interface ColumnFilter {
  readonly contains?: string;
  readonly values?: readonly string[];
  /** Whether to show only rows with text in the column. */
  readonly isFilled?: boolean;
}

/** Typed for any row, because an accessor passes rows only to its own column. */
type Entry = RowEntry<GridRow, unknown>;

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
});
const columnHelper = createColumnHelper<typeof features, Entry>();

/** Converts columns for TanStack Table. Equal rows keep their order; blank ones are last. */
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

function passes(text: string, { contains = '', values, isFilled = false }: ColumnFilter): boolean {
  if (isFilled && text === '') return false;
  const wanted = contains.trim().toLocaleLowerCase();
  return (values?.includes(text) ?? true) && (wanted === '' || text.toLocaleLowerCase().includes(wanted));
}

/** Sorting and filters of a grid, owned by its page. */
export interface ShownRows {
  readonly sorting: SortingState;
  readonly filters: ReadonlyMap<string, ColumnFilter>;
}

export const allRows: ShownRows = { sorting: [], filters: new Map() };

function isPlain({ sorting, filters }: ShownRows): boolean {
  return sorting.length === 0 && filters.size === 0;
}

function tableStateOf({ sorting, filters }: ShownRows) {
  return { sorting, columnFilters: Array.from(filters, ([id, value]) => ({ id, value })) };
}

/** The table that sorts and filters the rows of a grid, and that the view reads from. */
export function useGridTable(
  view: GridView<GridRow, unknown>,
  columns: readonly GridColumn<GridRow, unknown>[],
  locale: string,
  { shown, onShow }: { shown: ShownRows; onShow: (shown: ShownRows) => void },
) {
  const data = useSyncExternalStore(view.subscribe, view.getData, view.getData);
  const definitions = useMemo(() => columnDefinitions(columns, locale), [columns, locale]);
  const state = useMemo(() => tableStateOf(shown), [shown]);
  return useTable({
    features,
    columns: definitions,
    data,
    state,
    getRowId: ({ row }) => String(row.key),
    onSortingChange: (updater) => onShow({ ...shown, sorting: functionalUpdate(updater, shown.sorting) }),
    onColumnFiltersChange: (updater) => {
      const filters = functionalUpdate(updater, state.columnFilters) as typeof state.columnFilters;
      onShow({ ...shown, filters: new Map(filters.map(({ id, value }) => [id, value])) });
    },
    sortDescFirst: false,
    enableMultiSort: false,
  });
}

export type GridTable = ReturnType<typeof useGridTable>;
export type GridHeader = ReturnType<GridTable['getFlatHeaders']>[number];

export interface ViewState extends ShownRows {
  /** Displayed rows in their order. */
  readonly keys: readonly RowKey[];
  /** Whether rows changed since they were sorted and filtered. They keep their position until `reapply`. */
  readonly isStale: boolean;
}

/**
 * The displayed rows of a store in their order, as sorted and filtered by the table. While editing, rows don't move:
 * they are sorted and filtered again only on the user's request.
 */
export class GridView<Row extends GridRow, Derived> {
  readonly #store: GridStore<Row, Derived>;
  #table: GridTable | null = null;
  /** The rows when they were last sorted and filtered. */
  #data: readonly RowEntry<Row, Derived>[] = [];
  #stored: readonly RowKey[];
  readonly #view = new Observable<ViewState>({ ...allRows, keys: [], isStale: false });
  #numbers: { of: readonly RowKey[] | null; byKey: ReadonlyMap<RowKey, number> } = { of: null, byKey: new Map() };

  constructor(store: GridStore<Row, Derived>) {
    this.#store = store;
    this.#stored = store.getKeys();
    this.#view.set({ ...allRows, keys: this.#stored, isStale: false });
  }

  getState = this.#view.get;

  subscribe = this.#view.subscribe;

  getData = (): readonly RowEntry<Row, Derived>[] => this.#data;

  /** Subscribes to store and table; call {@link show} afterwards. Returns the unsubscribe function. */
  attach(table: GridTable): () => void {
    this.#table = table;
    const stops = [this.#store.onEdit(() => this.#follow()), this.#store.subscribeRows(() => this.#markStale())];
    return () => {
      this.#table = null;
      for (const stop of stops) stop();
    };
  }

  /** Sorts and filters by the current content of the rows. */
  show({ sorting, filters }: ShownRows): void {
    if (!this.#table) return;
    this.#stored = this.#store.getKeys();
    const keys = isPlain({ sorting, filters }) ? this.#stored : this.#sorted(this.#table, { sorting, filters });
    // If these are the store's own keys again, all rows are already displayed.
    if (keys !== this.getState().keys) this.#view.set({ sorting, filters, keys, isStale: false });
  }

  #sorted(table: GridTable, shown: ShownRows): RowKey[] {
    const entries = this.#store.getEntries();
    // Passing the same array lets the table reuse its cached row models.
    const isSame = entries.length === this.#data.length && entries.every((entry, at) => entry === this.#data[at]);
    if (!isSame) this.#data = entries;
    table.setOptions((options) => ({ ...options, data: this.#data, state: tableStateOf(shown) }));
    return table.getRowModel().rows.map(({ original }) => original.row.key);
  }

  /** Sorts and filters again with the same settings. */
  reapply(): void {
    this.show(this.getState());
  }

  /** Displays newly inserted rows at the insert position. */
  place(keys: readonly RowKey[], at: number): void {
    if (isPlain(this.getState())) return;
    const moved = new Set(keys);
    const others = this.getState().keys.filter((key) => !moved.has(key));
    this.#view.set({ ...this.getState(), keys: others.toSpliced(at, 0, ...keys) });
  }

  /** Returns a row's position in the store, from 1. `index` is its displayed index. */
  numberOf(key: RowKey, index: number): number {
    if (isPlain(this.getState()) || !this.#store.getRow(key)) return index + 1;
    const stored = this.#store.getKeys();
    if (this.#numbers.of !== stored) {
      this.#numbers = { of: stored, byKey: new Map(stored.map((key, place) => [key, place + 1])) };
    }
    return this.#numbers.byKey.get(key) ?? index + 1;
  }

  /** Removes deleted rows and appends new ones. If all rows are new, sorts and filters again. */
  #follow() {
    const stored = this.#store.getKeys();
    if (stored === this.#stored) return;
    const was = new Set(this.#stored);
    const fresh = stored.filter((key) => !was.has(key));
    if (isPlain(this.getState()) || fresh.length === stored.length) return this.reapply();
    const stays = new Set(stored);
    this.#stored = stored;
    this.#view.set({
      ...this.getState(),
      keys: this.getState()
        .keys.filter((key) => stays.has(key))
        .concat(fresh),
    });
  }

  #markStale() {
    if (!isPlain(this.getState()) && !this.getState().isStale) this.#view.set({ ...this.getState(), isStale: true });
  }
}
