import { type Query, queryOptions, useQuery } from '@tanstack/react-query';

import type { ProductId } from '#contract/product-id.ts';
import type { StockItem } from '#contract/envelope.ts';
import { type Answer, answerOfItem } from '#domain/answer.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { isNotAvailable } from './errors.ts';
import type { Received } from './http-client.ts';
import { fetchStockCalendar, fetchStockItem } from './stock-requests.ts';

/** How long an answer of the service is taken as fresh. */
export const freshFor = 60_000;

/** The queries of one product's stock operations; the keys of all four start with `stock`. */
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
};

/** The earliest date for a quantity of one product (§4.2); asks for nothing without a quantity. */
export function useStockItem(productId: ProductId, quantity: Thousandths | null) {
  return useQuery({ ...stock.item(productId, quantity ?? 1000), enabled: quantity !== null });
}

/** The whole calendar of one product with its max lead time (§4.1). */
export function useStockCalendar(productId: ProductId) {
  return useQuery(stock.calendar(productId));
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
