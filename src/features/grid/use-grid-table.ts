import {
  columnFilteringFeature,
  createColumnHelper,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnFiltersState,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, useSyncExternalStore } from 'react';

import { useGrid } from './grid-context.ts';
import type { ColumnFilter } from './row-order.ts';
import type { GridRow } from './row-entry.ts';

// No row model: rows are sorted and filtered as keys, in the view, and the table never sees them.
const features = tableFeatures({ rowSortingFeature, columnFilteringFeature });
const column = createColumnHelper<typeof features, GridRow>();
const unused = () => true;
const noRows: readonly GridRow[] = [];

/** Headers with their sort and filter, in the terms of TanStack Table; the state itself is the view's. */
export function useGridTable() {
  const { session, columns } = useGrid();
  const { view } = session;
  const { sort, filters } = useSyncExternalStore(view.subscribe, view.getState);

  const definitions = useMemo(
    () => columns.map(({ id, header }) => column.accessor(({ key }): unknown => key, { id, header, filterFn: unused })),
    [columns],
  );
  const sorting = useMemo(() => (sort ? [{ id: sort.columnId, desc: sort.descending }] : []), [sort]);
  const columnFilters = useMemo(() => [...filters].map(([id, value]) => ({ id, value })), [filters]);

  return useTable({
    features,
    columns: definitions,
    data: noRows,
    sortDescFirst: false,
    enableMultiSort: false,
    state: { sorting, columnFilters },
    onSortingChange: (updater) => {
      const [first] = functionalUpdate<SortingState>(updater, sorting);
      view.setSort(first ? { columnId: first.id, descending: first.desc } : null);
    },
    onColumnFiltersChange: (updater) => {
      const next = functionalUpdate<ColumnFiltersState>(updater, columnFilters);
      for (const { id } of columns) {
        const filter = next.find((each) => each.id === id)?.value as ColumnFilter | undefined;
        if (filter !== filters.get(id)) view.setFilter(id, filter ?? null);
      }
    },
  });
}

export type GridHeader = ReturnType<ReturnType<typeof useGridTable>['getFlatHeaders']>[number];
