import { useCallback, useMemo } from 'react';

import { useRemembered } from '#features/remembered.ts';

import type { SortOrder } from './table/arrange-rows.ts';
import { readSort } from './table/sort-memory.ts';
import type { CalendarsSearch } from './use-calendars-search.ts';

/**
 * By what the table is sorted: what the address says, else what this browser remembers. Where everything is sorted (`isWhole`), that
 * leads to its first page; a page sorted by itself stays on screen.
 */
export function useSortOrder({ search, change }: Pick<CalendarsSearch, 'search' | 'change'>, isWhole: boolean) {
  const { sort: by, desc = false } = search;
  const { text, change: remember } = useRemembered('calendars-sort');
  const sort = useMemo(() => (by === undefined ? readSort(text) : { by, desc }), [by, desc, text]);
  const setSort = useCallback(
    (next: SortOrder | null) => {
      remember(() => JSON.stringify(next));
      change({ sort: next?.by, desc: next?.desc || undefined, ...(isWhole && { page: undefined }) });
    },
    [remember, change, isWhole],
  );
  return { sort, setSort };
}
