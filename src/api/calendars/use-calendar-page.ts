import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import type { CalendarPageRequest } from './calendar-page.ts';
import { products as catalogue } from '#api/products.ts';

import { calendars } from './calendars.ts';
import type { TotalChange } from './total-change.ts';

/** Fetches a page ahead, with what its rows are asked for besides: names, and last updates. */
export async function prefetchPage(client: QueryClient, page: ReturnType<typeof calendars.page>): Promise<void> {
  await client.prefetchQuery(page);
  const products = client.getQueryData(page.queryKey)?.products ?? [];
  if (products.length === 0) return;
  const ids = products.map(({ productId }) => productId);
  const dated = products.filter(({ kind }) => kind === 'calendar').map(({ productId }) => productId);
  void client.prefetchQuery(catalogue.resolve(ids.toSorted((a, b) => a - b).map(String)));
  if (dated.length > 0) void client.prefetchQuery(calendars.lastUpdates(dated));
}

/**
 * A page of calendars, with the next one fetched ahead. While a page is on its way the query holds the one before, as
 * placeholder data. `refresh` asks for what the service gives now. `totalChange` tells that products came or went since the page before: the pages have shifted.
 * Asks for nothing while it is not enabled.
 */
export function useCalendarPage(request: CalendarPageRequest, enabled = true) {
  const client = useQueryClient();
  const query = useQuery({ ...calendars.page(request), enabled });
  const page = query.isPlaceholderData ? undefined : query.data;

  const next = calendars.page({ ...request, page: request.page + 1 });
  const nextKey = enabled && page !== undefined && page.page < page.totalPages ? hashKey(next.queryKey) : null;
  const prefetch = useEffectEvent(() => void prefetchPage(client, next));
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
  const refresh = () => void client.prefetchQuery({ ...calendars.page({ ...request, anew: true }), staleTime: 0 });
  return { query, totalChange, refresh };
}
