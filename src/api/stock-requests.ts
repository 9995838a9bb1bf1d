import '#contract/no-eval.ts';
import type * as z from 'zod/mini';

import {
  type CalendarEntry,
  CalendarEntryEnvelope,
  type ReceivedItem,
  ReceivedItemEnvelope,
} from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import { entriesMismatch } from '#domain/order/reconcile.ts';
import { fromThousandths } from '#lib/thousandths.ts';

import { ContractError } from './errors.ts';
import { type JsonAnswer, type Received, requestAnswer, requestJson } from './http-client.ts';

/**
 * Loads the complete stock calendar of one product with its max lead time (§4.1), never filtered by quantity (rules,
 * *Level*). `anew` bypasses the gateway's cache.
 * @throws ContractError for entries of another product or day, and the errors of {@link requestAnswer}
 */
export async function fetchStockCalendar(
  productId: ProductId,
  signal: AbortSignal,
  { anew = false } = {},
): Promise<Received<CalendarEntry[]>> {
  const path = `/gateway/stock/${productId}/calendar?includeMaxLeadTime=true`;
  const answer = await requestAnswer(path, { schema: CalendarEntryEnvelope, signal, anew });
  const entries = answer.data.results.map(({ item }) => item);
  const breach = entriesMismatch(productId, entries);
  if (breach !== null) throw new ContractError(breach.path.join('.'), breach.rule, answer);
  return received(answer, entries);
}

/** {@link fetchStockCalendar} for jobs, bypassing the gateway's cache. */
export async function fetchCalendarEntries(productId: ProductId, signal: AbortSignal): Promise<CalendarEntry[]> {
  return (await fetchStockCalendar(productId, signal, { anew: true })).data;
}

/** Loads stock items, each product with its own quantity (§4.3). Throws the errors of {@link requestJson}. */
export async function fetchStockItems(
  questions: readonly StockQuestion[],
  signal: AbortSignal,
): Promise<ReceivedItem[]> {
  const { results } = await requestJson('/gateway/stock', {
    method: 'POST',
    body: {
      products: questions.map(({ productId, quantity }) => ({ productId, quantity: fromThousandths(quantity) })),
    },
    schema: ReceivedItemEnvelope,
    anew: true,
    signal,
  });
  return results.map(({ item }) => item);
}

/** The parameters of §4.4, all of which are always sent, except a null `filter`, which means all products. */
export interface CalendarQuery {
  page: number;
  pageSize: number;
  filter: string | null;
  includeMaxLeadTime: boolean;
}

/** A query, and whether to bypass the gateway's cache. */
export type CalendarQuestion = CalendarQuery & { anew: boolean };

export type CalendarSearch<Page> = (question: CalendarQuestion, signal: AbortSignal) => Promise<JsonAnswer<Page>>;

/**
 * Creates a loader of calendar pages (§4.4). The gateway finds out which method the service supports. Throws the errors
 * of {@link requestAnswer}.
 */
export function calendarSearch<Page>(schema: z.ZodMiniType<Page>): CalendarSearch<Page> {
  return ({ anew, ...query }, signal) => requestAnswer(calendarPath(query), { schema, signal, anew });
}

/** URL of a page of calendars on the dashboard's origin. */
export function calendarPath({ page, pageSize, filter, includeMaxLeadTime }: CalendarQuery): string {
  const query = new URLSearchParams({
    page: String(page),
    pageSize: String(pageSize),
    ...(filter !== null && { filter }),
    includeMaxLeadTime: String(includeMaxLeadTime),
  });
  return `/gateway/stock/calendar?${query}`;
}

export function productFilter(productIds: readonly number[]): string {
  return `productid.eq.any(${productIds.join(',')})`;
}

function received<Data>({ receivedAt, isStale }: JsonAnswer<unknown>, data: Data): Received<Data> {
  return { data, receivedAt, isStale };
}
