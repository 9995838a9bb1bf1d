import type * as z from 'zod/mini';

import { type JsonAnswer, requestAnswer } from '#api/http-client.ts';

/** The parameters of §4.4, all of which are always sent; without `filter` it is about every product. */
export interface CalendarQuery {
  page: number;
  pageSize: number;
  filter: string | null;
  includeMaxLeadTime: boolean;
}

/** What is asked, and whether only an answer will do that the service gives now, and none that the gateway kept. */
export type CalendarQuestion = CalendarQuery & { anew: boolean };

/** A page, when the service gave it, in milliseconds since 1970, and what to find that answer by. */
export type GivenPage<Page> = Omit<JsonAnswer<Page>, 'isStandIn'>;

export type CalendarSearch<Page> = (question: CalendarQuestion, signal: AbortSignal) => Promise<GivenPage<Page>>;

/**
 * A way to ask for pages of calendars (§4.4). Which method the service behind takes, the gateway finds out. It throws
 * what {@link requestAnswer} throws.
 */
export function calendarSearch<Page>(schema: z.ZodMiniType<Page>): CalendarSearch<Page> {
  return ({ anew, ...query }, signal) => requestAnswer(calendarPath(query), { schema, signal, anew });
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
