import '#contract/no-eval.ts';
import {
  functionalUpdate,
  useTable,
  type ColumnFiltersState,
  type ExpandedState,
  type RowSelectionState,
  type SortingState,
} from '@tanstack/react-table';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import * as z from 'zod/mini';

import { useNames } from '#api/products.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import { useRemembered } from '#features/remembered.ts';
import { parseJson } from '#lib/parse-json.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';

import { calendarSorts, maxIdsInAddress, type CalendarsSearch } from '#pages/calendars/calendars-search.ts';

import { calendarRow } from './calendar-row.ts';
import { calendarColumns, calendarFeatures } from './columns.tsx';
import type { Selection } from './selection.ts';

interface TableInput {
  products: readonly ListedProduct[];
  /** Whether all products are loaded: the table then paginates and filters. Otherwise the service paginates. */
  isWhole: boolean;
  /** Whether `products` contains all products, loaded or on a single page. */
  isAll: boolean;
  /** Wanted quantity that the rows are computed for. */
  quantity: Thousandths | null;
  selection: Selection;
}

const noIds: readonly ProductId[] = [];
const noArrangement: Arrangement = { sorting: [], columnFilters: [] };

interface Arrangement {
  sorting: SortingState;
  columnFilters: ColumnFiltersState;
}

/**
 * The products table. Sort order, filters, page, selection and expanded rows are stored in the URL, the column layout
 * in the browser.
 */
export function useCalendarsTable(
  address: CalendarsSearch,
  { products, isWhole, isAll, quantity, selection }: TableInput,
) {
  const { today, locale } = useLocale();
  const { search, change, page, pageSize } = address;
  const { sorting, setSorting } = useSorting(address, isAll);
  const [tile, find] = isWhole ? [search.tile, search.find] : [];
  const columnFilters = useMemo(
    () => [
      ...(tile === undefined ? [] : [{ id: 'tile', value: tile }]),
      ...(find === undefined ? [] : [{ id: 'name', value: find }]),
    ],
    [tile, find],
  );

  const asked = useMemo(() => ({ sorting, columnFilters }), [sorting, columnFilters]);
  // Deferred, because sorting and filtering thousands of rows takes time.
  const wanted = useDeferredValue(asked);

  // Names are requested only to sort or filter by them. The previous arrangement stays until all are loaded.
  const needsNames = [...wanted.sorting, ...wanted.columnFilters].some(({ id }) => id === 'name');
  const ids = useMemo(() => (needsNames ? products.map(({ productId }) => productId) : noIds), [products, needsNames]);
  const names = useNames(ids);
  const nameOf = needsNames && !names.isPending ? names.nameOf : null;
  const isArranging = wanted !== asked || (needsNames && names.isPending);
  const [arranged, setArranged] = useState(isArranging ? noArrangement : wanted);
  if (!isArranging && arranged !== wanted) setArranged(wanted);

  const data = useMemo(
    () =>
      products.map((product) => {
        const row = calendarRow(product, today, quantity);
        return nameOf === null ? row : { ...row, product: nameOf(row.productId) };
      }),
    [products, today, quantity, nameOf],
  );
  const hasQuantity = quantity !== null;
  const columns = useMemo(() => calendarColumns(locale, hasQuantity), [locale, hasQuantity]);
  const columnIds = useMemo(() => columns.map(({ id }) => id ?? '').filter((id) => id !== 'tile'), [columns]);
  const { layout, setLayout } = useColumnLayout(columnIds);
  const { selected, select } = selection;
  const state = useMemo(
    () => ({
      pagination: { pageIndex: page - 1, pageSize },
      rowSelection: recordOf(selected),
      expanded: recordOf(search.open ?? noIds),
      columnOrder: layout.order,
      columnVisibility: { tile: false, ...Object.fromEntries(layout.hidden.map((id) => [id, false])) },
      columnSizing: layout.widths,
    }),
    [page, pageSize, selected, search.open, layout],
  );

  const table = useTable({
    features: calendarFeatures,
    columns,
    data,
    getRowId: ({ productId }) => String(productId),
    getRowCanExpand: ({ original }) => original.summary !== null,
    manualPagination: !isWhole,
    autoResetAll: false,
    enableMultiSort: false,
    sortDescFirst: false,
    columnResizeMode: 'onEnd',
    state: { ...state, ...(isArranging ? arranged : wanted) },
    onSortingChange: (updater) => setSorting(functionalUpdate<SortingState>(updater, sorting)),
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
      const { tile: _tile, ...next } = functionalUpdate(updater, state.columnVisibility);
      setLayout(() => ({ hidden: Object.keys(next).filter((id) => next[id] === false) }));
    },
    onColumnSizingChange: (updater) => setLayout(({ widths }) => ({ widths: functionalUpdate(updater, widths) })),
  });
  return {
    table,
    /** Names of all products, null unless sorting or filtering by name. */
    names: needsNames ? names : null,
    /** Whether the rows are still in the previous order, while the new one or its names are pending. */
    isArranging,
    layout,
    resetLayout: () => setLayout(() => ({ order: [], hidden: [], widths: {} })),
  };
}

export type CalendarsTable = ReturnType<typeof useCalendarsTable>['table'];

const StoredSort = z.nullable(z.object({ by: z.enum(calendarSorts), desc: z.boolean() }));

/**
 * Returns the sort order from the URL, or else the one stored in this browser; none until the table contains all
 * products. Setting it loads the remaining products and opens the first page.
 */
function useSorting({ search, change }: CalendarsSearch, isAll: boolean) {
  const { sort, desc = false } = search;
  const { text, change: remember } = useRemembered('calendars-sort');
  const sorting = useMemo((): SortingState => {
    const order = sort === undefined ? StoredSort.safeParse(parseJson(text ?? '')).data : { by: sort, desc };
    return !order || !isAll ? [] : [{ id: order.by, desc: order.desc }];
  }, [sort, desc, text, isAll]);

  function setSorting([first]: SortingState) {
    const by = calendarSorts.find((id) => id === first?.id);
    const order = by && first ? { by, desc: first.desc } : null;
    remember(() => JSON.stringify(order));
    change({ sort: order?.by, desc: order?.desc || undefined, ...(!isAll && { all: true }), page: undefined });
  }

  return { sorting, setSorting };
}

/** Order, visibility and widths (CSS pixels) of the columns. */
const ColumnLayout = z.object({
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  widths: z.record(z.string(), z.number().check(z.minimum(40), z.maximum(2000))),
});
type ColumnLayout = z.infer<typeof ColumnLayout>;

const defaultLayout: ColumnLayout = { order: [], hidden: [], widths: {} };

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
  const { order, hidden, widths } = ColumnLayout.safeParse(parseJson(text ?? '')).data ?? defaultLayout;
  const known = order.filter((id) => columns.includes(id));
  const missing = columns.filter((id) => !known.includes(id));
  const whole = missing.reduce((ids, id) => insertAfter(ids, id, columns[columns.indexOf(id) - 1]), known);
  return { order: whole, hidden: hidden.filter((id) => columns.includes(id)), widths };
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
