import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';

import { toThousandths } from '#lib/thousandths.ts';

import { usualPageSize } from './paging/page-sizes.ts';

const route = getRouteApi('/calendars');

/** What the address says of this screen, and the way to change it. */
export function useCalendarsSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  /** What is undefined is taken out of the address. Without `replace`, one can go back on it. Stable. */
  const change = useCallback(
    (next: Partial<typeof search> | ((before: typeof search) => Partial<typeof search>), replace = false) =>
      void navigate({
        search: (before) => ({ ...before, ...(typeof next === 'function' ? next(before) : next) }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return {
    search,
    change,
    page: search.page ?? 1,
    pageSize: search.pageSize ?? usualPageSize,
    /** In thousandths; null where none is wanted in particular. */
    quantity: search.quantity === undefined ? null : toThousandths(search.quantity),
    includesMaxLeadTime: search.mlt ?? true,
    view: search.view ?? ('table' as const),
    bucketSize: search.bucket ?? ('week' as const),
  };
}

export type CalendarsSearch = ReturnType<typeof useCalendarsSearch>;
