import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';

import type { LineStatus } from '#stock/order/line-state.ts';
import type { ColumnFilter, ShownRows } from '#parts/grid/grid-view.ts';
import { type OrderWords, statusWords } from '#orders/order-words.ts';

import {
  type ColumnFilters,
  readFilters,
  type ShownLines,
  shownLines,
  sortableColumns,
  writeFilters,
} from './line-filters.ts';
import type { OrderSession } from './order-session.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Filters of an order's lines that are too long for an address. */
    lineFilters?: readonly (readonly [column: string, filter: ColumnFilter])[] | undefined;
  }
}

/** Filters and sorting of the lines. The address contains them, so that they survive reloads and back navigation. */
export function useShownLines({ settled, grid }: OrderSession, words: OrderWords) {
  const { show, filter, sort, desc = false } = useSearch({ from: '/order' });
  const long = useRouterState({ select: ({ location }) => location.state.lineFilters });
  const navigate = useNavigate({ from: '/order' });
  const shown = useMemo(
    (): ShownRows => ({
      sorting: sort === undefined ? [] : [{ id: sort, desc }],
      filters: long ? new Map(long) : filtersOf({ show, filter }, words),
    }),
    [show, filter, sort, desc, long, words],
  );

  // Filters and sorting may depend on names that are still being looked up when the order opens.
  useEffect(() => {
    let isCurrent = true;
    async function reapplyOnceSettled() {
      await settled();
      const { sorting, filters } = grid.view.getState();
      if (isCurrent && (sorting.length > 0 || filters.size > 0)) grid.view.reapply();
    }
    void reapplyOnceSettled();
    return () => {
      isCurrent = false;
    };
  }, [settled, grid]);

  const onShow = useCallback(
    ({ sorting: [sorted], filters }: ShownRows) => {
      const next = searchOf(filters, words);
      const fitsAddress = next.show !== undefined || next.filter !== undefined || filters.size === 0;
      void navigate({
        search: { ...next, sort: sortableColumns.find((id) => id === sorted?.id), desc: sorted?.desc || undefined },
        state: { lineFilters: fitsAddress ? undefined : [...filters] },
        // A filter on another column gets a history entry, a change of its value doesn't.
        replace: next.show === show && [...filters.keys()].join() === [...shown.filters.keys()].join(),
        resetScroll: false,
      });
    },
    [navigate, words, shown, show],
  );

  return { shown, onShow };
}

/** The summary's status filter, null for all lines or other filters, with functions to set it and to clear all filters. */
export function useShownStatus() {
  const lines = useSearch({ from: '/order', select: ({ show }) => show ?? null });
  const navigate = useNavigate({ from: '/order' });
  const change = (next: ShownSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false });
  return {
    lines,
    show: (lines: ShownLines | null) => change({ show: lines ?? undefined }),
    showAll: () => change({ show: undefined, filter: undefined }),
  };
}

/** Search parameters of the filters. */
export interface ShownSearch {
  show?: ShownLines | undefined;
  filter?: string | undefined;
}

const statuses: readonly LineStatus[] = ['checking', ...shownLines.filter((lines) => lines !== 'late')];

/** Returns the filters of an address. Its status ids are translated to the grid's language. */
export function filtersOf({ show, filter = '' }: ShownSearch, words: OrderWords): ColumnFilters {
  const filters = new Map(readFilters(filter));
  const { contains, values } = filters.get('status') ?? {};
  const inWords = values?.map((value) => {
    const status = statuses.find((id) => id === value);
    return status ? statusWords(status, words.i18n) : value;
  });
  if (inWords) filters.set('status', { ...(contains !== undefined && { contains }), values: inWords });
  if (show === 'late') filters.set('late', { isFilled: true });
  else if (show !== undefined) filters.set('status', { values: [statusWords(show, words.i18n)] });
  return filters;
}

/** Inverse of {@link filtersOf}. */
export function searchOf(filters: ColumnFilters, words: OrderWords): ShownSearch {
  const rest = new Map(filters);
  const { contains, values } = rest.get('status') ?? {};
  const ids = values?.map((value) => statuses.find((id) => statusWords(id, words.i18n) === value) ?? value);
  if (ids) rest.set('status', { ...(contains !== undefined && { contains }), values: ids });
  const [status] = ids?.length === 1 && !contains?.trim() ? ids : [];
  let show = shownLines.find((lines) => lines === status);
  if (show !== undefined) rest.delete('status');
  else if (rest.get('late')?.isFilled) {
    show = 'late';
    rest.delete('late');
  }
  return { show, filter: writeFilters(rest) };
}
