import {
  hashKey,
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import type { ProductId } from '#contract/product-id.ts';
import type { StockItem } from '#contract/envelope.ts';
import { type Answer, answerOfItem } from '#domain/answer.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { type CalendarPageRequest, loadPage } from './calendars/calendar-page.ts';
import type { TotalChange } from './calendars/calendar-load.ts';
import { fetchLastUpdates } from './stock-items.ts';
import { gatewaySource } from './stock-source.ts';
import { isNotAvailable } from './errors.ts';
import type { Received } from './http-client.ts';
import { products as catalogue } from './products.ts';
import { fetchStockCalendar, fetchStockItem } from './stock-requests.ts';

/** How long an answer of the service is taken as fresh. */
const freshFor = 60_000;

/** The queries of the four stock operations; their keys start with `stock`. */
export const stock = {
  /** The earliest date for a quantity of one product (§4.2). */
  item: (productId: ProductId, quantity: Thousandths) =>
    queryOptions({
      queryKey: ['stock', 'item', { productId, quantity }],
      queryFn: ({ signal }) => fetchStockItem({ productId, quantity }, signal),
      staleTime: freshFor,
    }),

  /** The whole calendar of one product with its max lead time (§4.1). */
  calendar: (productId: ProductId) =>
    queryOptions({
      queryKey: ['stock', 'calendar', { productId }],
      queryFn: ({ signal }) => fetchStockCalendar(productId, signal),
      staleTime: freshFor,
    }),

  /** When each product's stock was updated last, as far as the service tells (§4.3). */
  lastUpdates: (productIds: readonly ProductId[]) =>
    queryOptions({
      queryKey: ['stock', 'last-updates', { productIds }],
      queryFn: ({ signal }) => fetchLastUpdates(productIds, signal),
      staleTime: freshFor,
      enabled: productIds.length > 0,
    }),

  /** One page of products with their calendars (§4.4). The page before stays until it is there. */
  calendars: (request: CalendarPageRequest) =>
    queryOptions({
      queryKey: ['stock', 'calendars', keyOfPage(request)],
      queryFn: ({ signal }) => loadPage(request, gatewaySource, signal),
      staleTime: freshFor,
      placeholderData: keepPreviousData,
    }),
};

/** Of a list only what the page holds: a list that grew elsewhere leaves the page as it is. */
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

/** The earliest date for a quantity of one product (§4.2); asks for nothing without a quantity. */
export function useStockItem(productId: ProductId, quantity: Thousandths | null) {
  return useQuery({ ...stock.item(productId, quantity ?? 1000), enabled: quantity !== null });
}

/** The whole calendar of one product with its max lead time (§4.1). */
export function useStockCalendar(productId: ProductId) {
  return useQuery(stock.calendar(productId));
}

/** The stock items of several products (§4.3), for their last updates: no other operation tells them. */
export function useStockItems(productIds: readonly ProductId[]) {
  return useQuery(stock.lastUpdates(productIds));
}

/** Fetches a page ahead, with what its rows are asked for besides: names, and last updates. */
export async function prefetchStockCalendars(client: QueryClient, request: CalendarPageRequest): Promise<void> {
  const page = stock.calendars(request);
  await client.prefetchQuery(page);
  const products = client.getQueryData(page.queryKey)?.products ?? [];
  if (products.length === 0) return;
  const ids = products.map(({ productId }) => productId);
  const dated = products.filter(({ kind }) => kind === 'calendar').map(({ productId }) => productId);
  void client.prefetchQuery(catalogue.resolve(ids.toSorted((a, b) => a - b).map(String)));
  if (dated.length > 0) void client.prefetchQuery(stock.lastUpdates(dated));
}

/**
 * A page of calendars (§4.4), with the next one prefetched. While a page is loading, the query holds the one before as
 * placeholder data. `refresh` accepts only what the service gives now. `totalChange` tells that products came or went
 * since the page before: the pages have shifted. Asks for nothing while it is not enabled.
 */
export function useStockCalendars(request: CalendarPageRequest, enabled = true) {
  const client = useQueryClient();
  const query = useQuery({ ...stock.calendars(request), enabled });
  const page = query.isPlaceholderData ? undefined : query.data;

  const next = { ...request, page: request.page + 1 };
  const hasNext = enabled && page !== undefined && page.page < page.totalPages;
  const nextKey = hasNext ? hashKey(stock.calendars(next).queryKey) : null;
  const prefetch = useEffectEvent(() => void prefetchStockCalendars(client, next));
  useEffect(() => {
    if (nextKey !== null) prefetch();
  }, [nextKey]);

  const { kind } = request.choice;
  const [seen, setSeen] = useState<{ kind: string; total: number; before: number | null } | null>(null);
  if (page !== undefined && (seen?.kind !== kind || seen.total !== page.totalItems)) {
    setSeen({ kind, total: page.totalItems, before: seen?.kind === kind ? seen.total : null });
  }
  const isShifted = kind === 'every' && seen?.kind === kind && seen.before !== null;
  const totalChange: TotalChange | null = isShifted ? { before: seen.before ?? 0, now: seen.total } : null;
  const refresh = () => void client.prefetchQuery({ ...stock.calendars({ ...request, anew: true }), staleTime: 0 });
  return { query, totalChange, refresh };
}

/** What came of asking for a stock item: TanStack Query's result, as far as it matters here. */
interface Outcome {
  data: Received<StockItem> | undefined;
  error: Error | null;
}

/** The service's result; null where none came, or where the latest attempt failed and `data` is an older one. */
export function serviceAnswer({ data, error }: Outcome, today: CalendarDate): Answer | null {
  if (isNotAvailable(error)) return { kind: 'not-available' };
  return error === null && data !== undefined ? answerOfItem(data.data, today) : null;
}

/** Whether a query holds a cached answer in place of one that the service could not give. */
export function isStaleAnswer({ state }: Query): boolean {
  return (state.data as Partial<Received<unknown>> | undefined)?.isStale === true;
}
