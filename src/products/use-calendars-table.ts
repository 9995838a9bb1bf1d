import {
  functionalUpdate,
  useTable,
  type ExpandedState,
  type RowSelectionState,
  type SortingState,
} from '@tanstack/react-table';
import { useCallback, useMemo } from 'react';

import { calendarSorts } from '#stock/contract/calendar-options.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { useRemembered } from '#parts/remembered.ts';
import { parseJson } from '#stock/parse-json.ts';

import { type Sort, sortOf } from './calendars-request.ts';
import { maxIdsInAddress, type CalendarsSearch } from './products-search.ts';

import type { CalendarRow } from './calendar-row.ts';
import { calendarColumns, calendarFeatures } from './columns.tsx';
import type { Selection } from './selection.ts';

interface TableInput {
  /** The page's rows, in order. */
  rows: readonly CalendarRow[];
  hasQuantity: boolean;
  sort: Sort | null;
  setSort: (sort: Sort | null) => void;
  selection: Selection;
}

const noIds: readonly ProductId[] = [];

/**
 * The products table. Sort order, selection and expanded rows are stored in the URL, the column layout in the browser.
 * The server sorts, filters and paginates.
 */
export function useCalendarsTable(
  { search, change }: CalendarsSearch,
  { rows, hasQuantity, sort, setSort, selection }: TableInput,
) {
  const sorting = useMemo<SortingState>(() => (sort === null ? [] : [{ id: sort.by, desc: sort.desc }]), [sort]);
  const columns = useMemo(() => calendarColumns(hasQuantity), [hasQuantity]);
  const columnIds = useMemo(() => columns.map(({ id }) => id ?? ''), [columns]);
  const { layout, setLayout } = useColumnLayout(columnIds);
  const { selected, select } = selection;
  const state = useMemo(
    () => ({
      sorting,
      rowSelection: recordOf(selected),
      expanded: recordOf(search.open ?? noIds),
      columnOrder: layout.order,
      columnVisibility: Object.fromEntries([...layout.hidden, 'gap'].map((id) => [id, false])),
    }),
    [sorting, selected, search.open, layout],
  );

  const table = useTable({
    features: calendarFeatures,
    columns,
    data: rows,
    getRowId: ({ productId }) => String(productId),
    getRowCanExpand: ({ original }) => original.summary !== null,
    manualSorting: true,
    autoResetAll: false,
    enableMultiSort: false,
    sortDescFirst: false,
    state,
    onSortingChange: (updater) => {
      const [first] = functionalUpdate<SortingState>(updater, sorting);
      const by = calendarSorts.find((id) => id === first?.id);
      setSort(by && first ? { by, desc: first.desc } : null);
    },
    onRowSelectionChange: (updater) => {
      const next = functionalUpdate<RowSelectionState>(updater, state.rowSelection);
      select(idsOf(next, selected));
    },
    onExpandedChange: (updater) =>
      change(({ open = noIds }) => {
        const next = functionalUpdate<ExpandedState>(updater, recordOf(open));
        const unfolded = idsOf(next === true ? {} : next, open).slice(-maxIdsInAddress);
        return { open: unfolded.length === 0 ? undefined : unfolded };
      }, true),
    onColumnOrderChange: (updater) => setLayout(({ order }) => ({ order: functionalUpdate(updater, order) })),
    onColumnVisibilityChange: (updater) => {
      const next = functionalUpdate<Record<string, boolean>>(updater, state.columnVisibility);
      setLayout(() => ({ hidden: Object.keys(next).filter((id) => id !== 'gap' && next[id] === false) }));
    },
  });
  return { table, resetLayout: () => setLayout(() => ({ order: [], hidden: [] })) };
}

export type CalendarsTable = ReturnType<typeof useCalendarsTable>['table'];

/** Returns the sort order from the URL. Setting it opens the first page. */
export function useSort({ search, change }: CalendarsSearch) {
  const { sort: by, desc, tile } = search;
  const sort = useMemo(() => sortOf({ sort: by, desc, tile }), [by, desc, tile]);
  function setSort(next: Sort | null) {
    change({ sort: next?.by, desc: next?.desc === true ? true : undefined, page: undefined });
  }
  return { sort, setSort };
}

/** Order and visibility of the columns. */
interface ColumnLayout {
  order: string[];
  hidden: string[];
}

/** Returns the column layout stored in this browser, and a function to change it. */
function useColumnLayout(columns: readonly string[]) {
  const { text, change } = useRemembered('calendars-columns');
  const layout = useMemo(() => readColumnLayout(text, columns), [text, columns]);
  const setLayout = useCallback(
    (next: (layout: ColumnLayout) => Partial<ColumnLayout>) =>
      change((known) => {
        const before = readColumnLayout(known, columns);
        return JSON.stringify({ ...before, ...next(before) });
      }),
    [change, columns],
  );
  return { layout, setLayout };
}

/** Parses a stored layout. New columns are inserted after their default predecessor; removed ones are dropped. */
export function readColumnLayout(text: string | null, columns: readonly string[]): ColumnLayout {
  const { order = [], hidden = [] } = storedLayout(text);
  const known = order.filter((id) => columns.includes(id));
  const missing = columns.filter((id) => !known.includes(id));
  const whole = missing.reduce((ids, id) => insertAfter(ids, id, columns[columns.indexOf(id) - 1]), known);
  return { order: whole, hidden: hidden.filter((id) => columns.includes(id)) };
}

function storedLayout(text: string | null): Partial<ColumnLayout> {
  const { order, hidden } = (parseJson(text ?? '') ?? {}) as Partial<ColumnLayout>;
  return Array.isArray(order) && Array.isArray(hidden) ? { order, hidden } : {};
}

function insertAfter(ids: readonly string[], id: string, neighbour: string | undefined): string[] {
  return ids.toSpliced(neighbour === undefined ? 0 : ids.indexOf(neighbour) + 1, 0, id);
}

function recordOf(ids: readonly ProductId[]): Record<string, true> {
  return Object.fromEntries(ids.map((id) => [id, true as const]));
}

/** Returns the IDs that are true in the record, in the order added: those of `before`, then new ones. */
function idsOf(record: Readonly<Record<string, boolean>>, before: readonly ProductId[]): ProductId[] {
  const known = new Set(before);
  const added = Object.keys(record)
    .map(Number)
    .filter((id) => record[id] && !known.has(id));
  return [...before.filter((id) => record[id]), ...added];
}
