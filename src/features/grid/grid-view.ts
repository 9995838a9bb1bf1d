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

import { Observable } from '#lib/observable.ts';

import type { GridColumn, GridRow, RowEntry, RowKey } from './grid-column.ts';
import type { GridStore } from './grid-store.ts';

/** Which rows of a column stay: those whose text contains `contains` (in any case) and is one of `values`. */
export interface ColumnFilter {
  readonly contains?: string;
  readonly values?: readonly string[];
  /** Those that have a text at all. */
  readonly isFilled?: boolean;
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

function passes(text: string, { contains = '', values, isFilled = false }: ColumnFilter): boolean {
  if (isFilled && text === '') return false;
  const wanted = contains.trim().toLocaleLowerCase();
  return (values?.includes(text) ?? true) && (wanted === '' || text.toLocaleLowerCase().includes(wanted));
}

/** How the rows of a grid are sorted and filtered; held by its page. */
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

/** The table that sorts and filters the rows of a grid; the view follows it. */
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

interface ViewState extends ShownRows {
  /** The rows on screen, in their order there. */
  readonly keys: readonly RowKey[];
  /** Rows changed since they were sorted and filtered; they keep their places until `reapply`. */
  readonly isStale: boolean;
}

/**
 * Which rows of a store show, in which order: as the table sorts and filters them. Nothing jumps while it is edited:
 * rows are sorted and filtered again only when the person asks for it.
 */
export class GridView<Row extends GridRow, Derived> {
  readonly #store: GridStore<Row, Derived>;
  #table: GridTable | null = null;
  /** The rows as they were when they were last sorted and filtered. */
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

  /** Follows store and table until the function given is called; to be followed by {@link show}. */
  attach(table: GridTable): () => void {
    this.#table = table;
    const stops = [this.#store.onEdit(() => this.#follow()), this.#store.subscribeRows(() => this.#markStale())];
    return () => {
      this.#table = null;
      for (const stop of stops) stop();
    };
  }

  /** Sorts and filters, by what the rows hold now. */
  show({ sorting, filters }: ShownRows): void {
    if (!this.#table) return;
    this.#stored = this.#store.getKeys();
    const keys = isPlain({ sorting, filters }) ? this.#stored : this.#arranged(this.#table, { sorting, filters });
    // The store's own keys once more: all rows show as before.
    if (keys !== this.getState().keys) this.#view.set({ sorting, filters, keys, isStale: false });
  }

  #arranged(table: GridTable, shown: ShownRows): RowKey[] {
    const entries = this.#store.getEntries();
    // The table keeps what it knows of the same data.
    const isSame = entries.length === this.#data.length && entries.every((entry, at) => entry === this.#data[at]);
    if (!isSame) this.#data = entries;
    table.setOptions((options) => ({ ...options, data: this.#data, state: tableStateOf(shown) }));
    return table.getRowModel().rows.map(({ original }) => original.row.key);
  }

  /** Sorts and filters again as before. */
  reapply(): void {
    this.show(this.getState());
  }

  /** Puts rows that were just inserted where the person inserted them. */
  place(keys: readonly RowKey[], at: number): void {
    if (isPlain(this.getState())) return;
    const moved = new Set(keys);
    const others = this.getState().keys.filter((key) => !moved.has(key));
    this.#view.set({ ...this.getState(), keys: others.toSpliced(at, 0, ...keys) });
  }

  /** A row's place in the store, from 1, whatever the order on screen, where it stands at `index`. */
  numberOf(key: RowKey, index: number): number {
    if (isPlain(this.getState()) || !this.#store.getRow(key)) return index + 1;
    const stored = this.#store.getKeys();
    if (this.#numbers.of !== stored) {
      this.#numbers = { of: stored, byKey: new Map(stored.map((key, place) => [key, place + 1])) };
    }
    return this.#numbers.byKey.get(key) ?? index + 1;
  }

  /** Rows that are gone go, new ones come at the end; another list altogether is sorted and filtered. */
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
