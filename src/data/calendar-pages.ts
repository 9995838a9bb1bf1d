import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import type { CalendarsPage } from '#stock/contract/calendars.ts';
import type { CalendarSort, ShortWeeks, TileFilter } from '#stock/contract/calendar-options.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { whenIdle } from '#stock/when-idle.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';

import { HttpError, isSignedOut } from './errors.ts';
import { requestOfProducts } from './product-request.ts';
import { freshFor } from './stock.ts';

/** A page of products to load. */
export interface CalendarsRequest {
  /** In the order to show; null for all products. */
  productIds: readonly ProductId[] | null;
  /** Null for any quantity above 0. */
  quantity: Thousandths | null;
  /** Unit of the quantity; undefined for the most frequent one. */
  unit?: string | undefined;
  includeMaxLeadTime: boolean;
  tile?: TileFilter | undefined;
  shortWeeks?: ShortWeeks | undefined;
  find?: string | undefined;
  sort?: CalendarSort | undefined;
  desc?: boolean | undefined;
  /** From 1. */
  page: number;
  pageSize: number;
}

/** The quantity of a request as search parameters, which the pages share. */
export function quantitySearch({ quantity, unit }: Pick<CalendarsRequest, 'quantity' | 'unit'>) {
  return { quantity: quantity === null ? undefined : fromThousandths(quantity), unit };
}

/** A received page with the request that it answers, since the previous page stays while another one loads. */
export interface ReceivedCalendars extends CalendarsPage {
  request: CalendarsRequest;
}

/** Queries for pages of many products. */
export const calendars = {
  /** The previous page is placeholder data while a page loads. */
  page: (request: CalendarsRequest) =>
    queryOptions({
      queryKey: ['stock', 'calendars', request],
      queryFn: ({ signal }) => fetchCalendars(request, signal),
      staleTime: freshFor,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => pollOf(state.data),
    }),
};

/** Milliseconds until a page shows more of an index that is being loaded. */
function pollOf(page: CalendarsPage | undefined): number | false {
  if (page?.index == null || (page.index.progress === null && !page.index.isInterrupted)) return false;
  return page.counts === null || !page.isSortedAndFiltered ? 2_000 : 10_000;
}

async function fetchCalendars(
  request: CalendarsRequest,
  signal: AbortSignal,
  { bypassCache = false, refreshIndex }: { bypassCache?: boolean; refreshIndex?: true } = {},
): Promise<ReceivedCalendars> {
  const { productIds, includeMaxLeadTime, ...options } = request;
  const parameters = { ...options, refreshIndex, includeMaxLeadTime, ...quantitySearch(request) };
  const page = await requestOfProducts<CalendarsPage>('/gateway/calendars', productIds, parameters, {
    signal,
    bypassCache,
  });
  return { ...page, request };
}

/** The number of products changed while paging, so that the pages have shifted. */
export interface TotalChange {
  before: number;
  now: number;
}

/**
 * Loads a page of products and prefetches the next one. While it loads, the query has the previous page as placeholder
 * data. `refresh` bypasses all caches, and loads an index again.
 */
export function useCalendars(request: CalendarsRequest) {
  const client = useQueryClient();
  const query = useQuery(calendars.page(request));
  const page = query.isPlaceholderData ? undefined : query.data;
  const next = { ...request, page: request.page + 1 };
  const hasNext = page !== undefined && page.page * page.pageSize < page.found;
  const nextKey = hasNext ? hashKey(calendars.page(next).queryKey) : null;
  const prefetch = (nextPage: number) => void client.prefetchQuery(calendars.page({ ...request, page: nextPage }));
  const prefetchNext = useEffectEvent(() => prefetch(next.page));
  useEffect(() => (nextKey === null ? undefined : whenIdle(() => prefetchNext())), [nextKey]);

  const of = page === undefined ? null : hashKey([{ ...request, page: 0 }]);
  const [seen, setSeen] = useState<{ of: string; total: number; before: number | null } | null>(null);
  // While an index is loaded, products are added all the time.
  const isGrowing = page?.index?.progress != null;
  if (page !== undefined && of !== null && !isGrowing && (seen?.of !== of || seen.total !== page.found))
    setSeen({ of, total: page.found, before: seen?.of === of ? seen.total : null });
  const totalChange: TotalChange | null =
    seen !== null && seen.of === of && seen.before !== null ? { before: seen.before, now: seen.total } : null;

  const refresh = () =>
    void client.prefetchQuery({
      ...calendars.page(request),
      queryFn: ({ signal }) => fetchCalendars(request, signal, { bypassCache: true, refreshIndex: true }),
      staleTime: 0,
    });
  return { query, totalChange, refresh, prefetch };
}

/** A page of an export; `error` says why it has no rows. */
export type StreamedPage =
  | { page: number; totalPages: number; received: ReceivedCalendars }
  | { page: number; totalPages: number; error: unknown };

const pagesAhead = 3;

/**
 * Yields every page of a request in order, a few pages ahead. Pages received since a time (Unix milliseconds) are
 * reused, so that a repeated export requests only what failed. Throws if the first page fails or the user must sign in
 * again, and the signal's reason on abort.
 */
export async function* streamCalendars(
  client: QueryClient,
  request: Omit<CalendarsRequest, 'page'>,
  signal: AbortSignal,
  since: number,
): AsyncGenerator<StreamedPage> {
  const load = (page: number) => fetchForJob(client, { ...request, page }, signal, since);
  const first = await load(1);
  const totalPages = Math.ceil(first.found / first.pageSize);
  yield { page: 1, totalPages, received: first };
  const waiting: Promise<ReceivedCalendars | { error: unknown }>[] = [];
  for (let page = 2, next = 2; page <= totalPages; page += 1) {
    for (; next <= totalPages && waiting.length < pagesAhead; next += 1)
      waiting.push(load(next).catch((error: unknown) => ({ error })));
    const received = await waiting.shift();
    signal.throwIfAborted();
    if (received === undefined) return;
    if (!('error' in received)) yield { page, totalPages, received };
    else if (isSignedOut(received.error)) throw received.error;
    else yield { page, totalPages, error: received.error };
  }
}

const maxRetries = 2;

async function fetchForJob(
  client: QueryClient,
  request: CalendarsRequest,
  signal: AbortSignal,
  since: number,
): Promise<ReceivedCalendars> {
  const { queryKey } = calendars.page(request);
  const cancel = () => {
    const isOnScreen = (client.getQueryCache().find({ queryKey })?.getObserversCount() ?? 0) > 0;
    if (!isOnScreen) void client.cancelQueries({ queryKey, exact: true });
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await client.fetchQuery({
      queryKey,
      queryFn: (query) => fetchCalendars(request, query.signal, { bypassCache: true }),
      staleTime: ({ state }) => (state.dataUpdatedAt >= since ? Infinity : 0),
      structuralSharing: false,
      retry: (failures, error) => failures < maxRetries && !isSignedOut(error) && !isRefusal(error),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Whether a repeated request would be refused again. */
function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && error.status < 500 && error.status !== 429;
}
