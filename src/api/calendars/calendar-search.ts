import type * as z from 'zod/mini';

import { requestJson } from '#api/http-client.ts';

/** The parameters of §4.4, all of which are always sent; without `filter` it is about every product. */
export interface CalendarQuery {
  page: number;
  pageSize: number;
  filter: string | null;
  includeMaxLeadTime: boolean;
}

export type CalendarSearch<Page> = (query: CalendarQuery, signal: AbortSignal) => Promise<Page>;

/**
 * A way to ask for pages of calendars (§4.4). Which method the service behind takes, the gateway finds out. It throws
 * what {@link requestJson} throws.
 * @param anew whether only answers will do that the service gives now
 */
export function calendarSearch<Page>(
  schema: z.ZodMiniType<Page>,
  { anew = false }: { anew?: boolean } = {},
): CalendarSearch<Page> {
  return (query, signal) => requestJson(calendarPath(query), { schema, signal, anew });
}

/** The address of a page of calendars on the dashboard's own origin. */
export function calendarPath({ page, pageSize, filter, includeMaxLeadTime }: CalendarQuery): string {
  const query = new URLSearchParams({
    page: String(page),
    pageSize: String(pageSize),
    ...(filter !== null && { filter }),
    includeMaxLeadTime: String(includeMaxLeadTime),
  });
  return `/gateway/stock/calendar?${query}`;
}

/** The filter for these products, one or more. */
export function productFilter(productIds: readonly number[]): string {
  return `productid.eq.any(${productIds.join(',')})`;
}
