import { getRouteApi, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { toThousandths } from '#lib/thousandths.ts';

/** The ways to look at the chosen calendars; the first one opens. */
export const calendarViews = ['table', 'heatmap', 'compare', 'moved'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** The views that show the products of one page. */
export const pagedViews: readonly CalendarView[] = ['table', 'heatmap'];

/** How many products a page may hold. */
export const pageSizes = [10, 25, 50, 100, 250] as const;
export type PageSize = (typeof pageSizes)[number];

const defaultPageSize: PageSize = 25;

export const calendarSorts = [
  'product',
  'name',
  'territory',
  'available',
  'first',
  'wanted',
  'increase',
  'fallsShort',
  'maxLeadTime',
] as const;

/** The largest number of product ids in an address; mail programs cut longer ones. */
export const maxIdsInAddress = 200;

const route = getRouteApi('/calendars');

/** The state of this page that its address holds, and the way to change it. */
export function useCalendarsSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  /** Undefined takes a parameter out of the address, and keeps its fragment. Without `replace`, the browser's Back undoes the change. Stable. */
  const change = useCallback(
    (
      next: Partial<typeof search> | ((before: typeof search) => Partial<typeof search>),
      replace = false,
      fragment?: string,
    ) =>
      void navigate({
        search: (before) => ({ ...before, ...(typeof next === 'function' ? next(before) : next) }),
        hash: fragment ?? true,
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return useMemo(
    () => ({
      search,
      /** The fragment: ids that are too many for the rest of the address. */
      hash,
      change,
      page: search.page ?? 1,
      pageSize: search.pageSize ?? defaultPageSize,
      /** The quantity needed, in thousandths; null where none is entered. */
      quantity: search.quantity === undefined ? null : toThousandths(search.quantity),
      includesMaxLeadTime: search.mlt ?? true,
      view: search.view ?? ('table' as const),
      bucketSize: search.bucket ?? ('week' as const),
    }),
    [search, hash, change],
  );
}

export type CalendarsSearch = ReturnType<typeof useCalendarsSearch>;
