import type * as z from 'zod/mini';

import { HttpError } from '#api/errors.ts';
import { requestJson } from '#api/http-client.ts';

/** The parameters of §4.4, all of which are always sent; without `filter` it is about every product. */
export interface CalendarQuery {
  page: number;
  pageSize: number;
  filter: string | null;
  includeMaxLeadTime: boolean;
}

export type CalendarSearch<Page> = (query: CalendarQuery, signal: AbortSignal) => Promise<Page>;

type Method = 'GET' | 'POST';

/**
 * A way to ask for pages of calendars (§4.4). Which method the service takes is left open there: GET first, on 404 or
 * 405 the other once, and the one that worked from then on. It throws what {@link requestJson} throws.
 */
export function calendarSearch<Page>(schema: z.ZodMiniType<Page>): CalendarSearch<Page> {
  let method: Method = 'GET';
  return async (query, signal) => {
    const ask = (by: Method) => requestJson(calendarPath(query), { method: by, schema, signal });
    const first = method;
    try {
      return await ask(first);
    } catch (error) {
      if (!(error instanceof HttpError) || (error.status !== 404 && error.status !== 405)) throw error;
      const other = first === 'GET' ? 'POST' : 'GET';
      const page = await ask(other);
      method = other;
      return page;
    }
  };
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
