import {
  hashKey,
  type FetchQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import type { ProductId } from '#contract/product-id.ts';
import { mayHaveLastUpdate } from '#domain/calendars/calendar-summary.ts';
import { whenIdle } from '#lib/when-idle.ts';

import {
  type CalendarPage,
  type CalendarPageRequest,
  isWholePage,
  loadPage,
  type TotalChange,
} from './calendars/calendar-page.ts';
import { products as catalogue } from './products.ts';
import { fetchLastUpdates } from './stock-items.ts';
import { type CalendarSource, gatewaySource } from './stock-source.ts';
import { freshFor } from './stock.ts';

/** Queries for many products, in a separate file so that the Availability page loads without them. */
export const stockCalendars = {
  /** Last stock update of each product, if the service provides it (§4.3). */
  lastUpdates: (productIds: readonly ProductId[]) =>
    queryOptions({
      queryKey: ['stock', 'last-updates', { productIds }],
      queryFn: ({ signal }) => fetchLastUpdates(productIds, signal),
      staleTime: freshFor,
      enabled: productIds.length > 0,
    }),

  /** One page of products with their calendars (§4.4). The previous page is placeholder data while it loads. */
  page: (request: CalendarPageRequest) =>
    queryOptions({
      queryKey: ['stock', 'calendars', keyOfPage(request)],
      queryFn: ({ signal }) => loadPage(request, gatewaySource, signal),
      staleTime: freshFor,
      placeholderData: keepPreviousData,
    }),
};

/** For a list, the key contains only the page's IDs and the length of the list. */
function keyOfPage({ choice, page, pageSize, includeMaxLeadTime }: CalendarPageRequest) {
  if (choice.kind === 'every') return { page, pageSize, includeMaxLeadTime };
  const ids = [...new Set(choice.productIds)];
  return {
    page,
    pageSize,
    includeMaxLeadTime,
    of: ids.length,
    productIds: ids.slice((page - 1) * pageSize, page * pageSize),
  };
}

/** Fetches for a job: fresh cached data is reused, and the signal cancels requests that nothing else waits for. */
export async function fetchForJob<Data, Key extends QueryKey>(
  client: QueryClient,
  options: FetchQueryOptions<Data, Error, Data, Key>,
  signal: AbortSignal,
): Promise<Data> {
  const { queryKey } = options;
  const cancel = () => {
    const isOnScreen = (client.getQueryCache().find({ queryKey })?.getObserversCount() ?? 0) > 0;
    if (!isOnScreen) void client.cancelQueries({ queryKey, exact: true });
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await client.fetchQuery({ ...options, retry: false });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Loads a page of calendars for a job, with retries; a cached page is used if it is complete and recent enough. */
export function fetchCalendarPage(
  client: QueryClient,
  request: CalendarPageRequest,
  signal: AbortSignal,
  source: CalendarSource = gatewaySource,
): Promise<CalendarPage> {
  const { anew = false, since = Date.now() - freshFor } = request;
  return fetchForJob(
    client,
    {
      queryKey: stockCalendars.page(request).queryKey,
      queryFn: (query: { signal: AbortSignal }) =>
        loadPage({ ...request, anew: true }, source, query.signal, { isJob: true }),
      staleTime: ({ state: { data, dataUpdatedAt } }) =>
        !anew && data !== undefined && isWholePage(data) && dataUpdatedAt >= since ? Infinity : 0,
      structuralSharing: false,
    },
    signal,
  );
}

/** Fetches the stock items of several products (§4.3) for their last updates, which no other operation returns. */
export function useStockItems(productIds: readonly ProductId[]) {
  return useQuery(stockCalendars.lastUpdates(productIds));
}

/** Prefetches a page with the names and last updates that its rows display. */
export async function prefetchStockCalendars(client: QueryClient, request: CalendarPageRequest): Promise<void> {
  const page = stockCalendars.page(request);
  await client.prefetchQuery(page);
  const products = client.getQueryData(page.queryKey)?.products ?? [];
  if (products.length === 0) return;
  const ids = products.map(({ productId }) => productId);
  const dated = products
    .filter((product) => mayHaveLastUpdate(product, request.includeMaxLeadTime))
    .map(({ productId }) => productId);
  void client.prefetchQuery(catalogue.resolve(ids.toSorted((a, b) => a - b).map(String)));
  if (dated.length > 0) void client.prefetchQuery(stockCalendars.lastUpdates(dated));
}

/**
 * The page of a list that fits on one page, once it is complete, and whether it is still loading. Sends no request of
 * its own.
 */
export function useOnlyPage(request: CalendarPageRequest): { onlyPage: CalendarPage | null; isAwaited: boolean } {
  const { choice, pageSize } = request;
  const isOnly = choice.kind === 'list' && choice.productIds.length <= pageSize;
  const { data, isPending } = useQuery({ ...stockCalendars.page(request), placeholderData: undefined, enabled: false });
  return {
    onlyPage: isOnly && data !== undefined && isWholePage(data) ? data : null,
    isAwaited: isOnly && isPending,
  };
}

/**
 * Loads a page of calendars (§4.4) and prefetches the next one. While a page loads, the query has the previous one as
 * placeholder data. `refresh` bypasses all caches. `totalChange` indicates that products were added or removed since the
 * previous page, so the pages have shifted. Sends no request if disabled.
 */
export function useStockCalendars(request: CalendarPageRequest, enabled = true) {
  const client = useQueryClient();
  const query = useQuery({ ...stockCalendars.page(request), enabled });
  const page = query.isPlaceholderData ? undefined : query.data;

  const next = { ...request, page: request.page + 1 };
  const hasNext = enabled && page !== undefined && page.page < page.totalPages;
  const nextKey = hasNext ? hashKey(stockCalendars.page(next).queryKey) : null;
  const prefetch = useEffectEvent(() => void prefetchStockCalendars(client, next));
  // After the requests of this page's rows.
  useEffect(() => (nextKey === null ? undefined : whenIdle(() => prefetch())), [nextKey]);

  const { kind } = request.choice;
  const [seen, setSeen] = useState<{ kind: string; total: number; before: number | null } | null>(null);
  if (page !== undefined && (seen?.kind !== kind || seen.total !== page.totalItems)) {
    setSeen({ kind, total: page.totalItems, before: seen?.kind === kind ? seen.total : null });
  }
  const isShifted = kind === 'every' && seen?.kind === kind && seen.before !== null;
  const totalChange: TotalChange | null = isShifted ? { before: seen.before ?? 0, now: seen.total } : null;
  const refresh = () => void client.prefetchQuery({ ...stockCalendars.page({ ...request, anew: true }), staleTime: 0 });
  return { query, totalChange, refresh };
}
