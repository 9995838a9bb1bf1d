import { useSyncExternalStore } from 'react';

import type { GridSession } from './grid-session.ts';
import type { GridRow } from './grid-column.ts';
import type { GridStore } from './grid-store.ts';

/** What can be undone and redone. */
export function useHistory<Row extends GridRow, Derived>(store: GridStore<Row, Derived>) {
  return useSyncExternalStore(store.subscribeHistory, store.getHistory);
}

/** The keys of all rows, in unsorted order. */
export function useRowKeys<Row extends GridRow, Derived>(store: GridStore<Row, Derived>) {
  return useSyncExternalStore(store.subscribeStructure, store.getKeys);
}

/** The active row. */
export function useActiveEntry<Row extends GridRow, Derived>(grid: GridSession<Row, Derived>) {
  const row = useSyncExternalStore(grid.selection.subscribe, () => grid.selection.getState().active.row);
  const key = useSyncExternalStore(grid.view.subscribe, () => grid.keyAt(row));
  return useSyncExternalStore(grid.store.subscribeRows, () => grid.store.getEntry(key));
}

/** The filters of the columns. */
export function useFilters<Row extends GridRow, Derived>(grid: GridSession<Row, Derived>) {
  return useSyncExternalStore(grid.view.subscribe, () => grid.view.getState().filters);
}

/** The selected cells. */
export function useSelection<Row extends GridRow, Derived>(grid: GridSession<Row, Derived>) {
  return useSyncExternalStore(grid.selection.subscribe, grid.selection.getState);
}
