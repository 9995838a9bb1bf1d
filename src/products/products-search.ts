import { getRouteApi, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { toThousandths } from '#stock/thousandths.ts';

/** Options for the number of products per page. */
export const pageSizes = [10, 25, 50, 100, 250] as const;
export type PageSize = (typeof pageSizes)[number];

const defaultPageSize: PageSize = 25;

/** Maximum number of product IDs in a URL's search parameters. Mail clients truncate longer URLs. */
export const maxIdsInAddress = 200;

const route = getRouteApi('/calendars');

const useParams = () => route.useSearch();

/** Search parameters of the page's URL. */
export type CalendarsParams = ReturnType<typeof useParams>;

/** Returns the page's state from its URL, and a function to change it. */
export function useCalendarsSearch() {
  const search = useParams();
  const navigate = route.useNavigate();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  /**
   * Undefined removes a parameter. The URL's fragment is kept unless a new one is passed. Without `replace`, the
   * browser's Back undoes the change. Stable.
   */
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
      /** URL fragment, with the product IDs that don't fit in the search parameters. */
      hash,
      change,
      ...addressOf(search),
    }),
    [search, hash, change],
  );
}

/** Returns what the parameters mean, with the defaults of those that are missing. */
export function addressOf(search: CalendarsParams) {
  return {
    page: search.page ?? 1,
    pageSize: search.pageSize ?? defaultPageSize,
    /** Wanted quantity in thousandths, null if none is entered. */
    quantity: search.quantity === undefined ? null : toThousandths(search.quantity),
    includesMaxLeadTime: search.mlt ?? true,
    view: search.view ?? ('table' as const),
    bucketSize: search.bucket ?? ('week' as const),
  };
}

export type CalendarsSearch = ReturnType<typeof useCalendarsSearch>;
