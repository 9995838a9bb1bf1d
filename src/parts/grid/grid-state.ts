import { useSyncExternalStore } from 'react';

import type { GridSelection } from './cell-range.ts';
import type { GridRow, RowKey } from './grid-column.ts';
import type { GridSession } from './grid-session.ts';
import type { GridStore } from './grid-store.ts';
import type { ViewState } from './grid-view.ts';

/** What can be undone and redone. */
export function useHistory<Row extends GridRow, Derived>(store: GridStore<Row, Derived>) {
  return useSyncExternalStore(store.subscribeHistory, store.getHistory);
}

/** The keys of all rows, in unsorted order. */
export function useRowKeys<Row extends GridRow, Derived>(store: GridStore<Row, Derived>) {
  return useSyncExternalStore(store.subscribeStructure, store.getKeys);
}

/** A row with its derived values; undefined for the blank row. */
export function useEntry<Row extends GridRow, Derived>({ store }: GridSession<Row, Derived>, key: RowKey) {
  return useSyncExternalStore(store.subscribeRows, () => store.getEntry(key));
}

/** Reads the displayed rows. What `read` returns must be referentially stable until it changes. */
export function useView<Row extends GridRow, Derived, Value>(
  { view }: GridSession<Row, Derived>,
  read: (state: ViewState) => Value,
): Value {
  return useSyncExternalStore(view.subscribe, () => read(view.getState()));
}

/** Reads the selection, as {@link useView} reads the rows. */
export function useSelected<Row extends GridRow, Derived, Value>(
  { selection }: GridSession<Row, Derived>,
  read: (selection: GridSelection) => Value,
): Value {
  return useSyncExternalStore(selection.subscribe, () => read(selection));
}

/** The edit of a row; null if it isn't the edited one. */
export function useEditing<Row extends GridRow, Derived>({ editor }: GridSession<Row, Derived>, key: RowKey) {
  return useSyncExternalStore(editor.subscribe, () => (editor.getState()?.key === key ? editor.getState() : null));
}

/** The active row. */
export function useActiveEntry<Row extends GridRow, Derived>(grid: GridSession<Row, Derived>) {
  const row = useSelected(grid, (selection) => selection.getState().active.row);
  const key = useView(grid, () => grid.keyAt(row));
  return useEntry(grid, key);
}

/** The filters of the columns. */
export function useFilters<Row extends GridRow, Derived>(grid: GridSession<Row, Derived>) {
  return useView(grid, ({ filters }) => filters);
}

/** The selected cells. */
export function useSelection<Row extends GridRow, Derived>(grid: GridSession<Row, Derived>) {
  return useSelected(grid, (selection) => selection.getState());
}
