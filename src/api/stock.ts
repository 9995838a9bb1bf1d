import { type Query, queryOptions, useQuery } from '@tanstack/react-query';

import type { ProductId } from '#contract/product-id.ts';
import type { StockItem } from '#contract/envelope.ts';
import { type Answer, answerOfItem } from '#domain/answer.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { isNotAvailable } from './errors.ts';
import type { Received } from './http-client.ts';
import { fetchStockCalendar, fetchStockItem } from './stock-requests.ts';

/** How long a response is fresh, in milliseconds. */
export const freshFor = 60_000;

/** Queries of one product's stock operations; the keys of all four start with `stock`. */
export const stock = {
  /** The ship date for a quantity of one product (§4.2). */
  item: (productId: ProductId, quantity: Thousandths) =>
    queryOptions({
      queryKey: ['stock', 'item', { productId, quantity }],
      queryFn: ({ signal }) => fetchStockItem({ productId, quantity }, signal),
      staleTime: freshFor,
    }),

  /** The complete calendar of one product with its max lead time (§4.1). */
  calendar: (productId: ProductId) =>
    queryOptions({
      queryKey: ['stock', 'calendar', { productId }],
      queryFn: ({ signal }) => fetchStockCalendar(productId, signal),
      staleTime: freshFor,
    }),
};

/** The ship date for a quantity of one product (§4.2); disabled without a quantity. */
export function useStockItem(productId: ProductId, quantity: Thousandths | null) {
  return useQuery({ ...stock.item(productId, quantity ?? 1000), enabled: quantity !== null });
}

/** The complete calendar of one product with its max lead time (§4.1). */
export function useStockCalendar(productId: ProductId) {
  return useQuery(stock.calendar(productId));
}

/** The parts of a TanStack Query result for a stock item that are used here. */
interface Outcome {
  data: Received<StockItem> | undefined;
  error: Error | null;
}

/** The service's result; null if there is none, or if the latest attempt failed and `data` is older. */
export function serviceAnswer({ data, error }: Outcome, today: CalendarDate): Answer | null {
  if (isNotAvailable(error)) return { kind: 'not-available' };
  return error === null && data !== undefined ? answerOfItem(data.data, today) : null;
}

/** Whether a query contains a cached response served because the service failed. */
export function isStaleAnswer({ state }: Query): boolean {
  return (state.data as Partial<Received<unknown>> | undefined)?.isStale === true;
}
