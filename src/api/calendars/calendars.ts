import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { ProductId } from '#contract/product-id.ts';

import type { CalendarPageRequest } from './calendar-page.ts';
import { gatewayCalendars } from './calendar-source.ts';
import { fetchLastUpdates } from './last-updates.ts';
import { loadPage } from './load-page.ts';

/** How long an answer of the service is taken as fresh. */
const freshFor = 60_000;

/** Every query about many products; their keys start with `stock`. */
export const calendars = {
  /** One page of products with their calendars (§4.4). The page before stays until it is there. */
  page: (request: CalendarPageRequest) =>
    queryOptions({
      queryKey: ['stock', 'calendars', keyOf(request)],
      queryFn: ({ signal }) => loadPage(request, gatewayCalendars, signal),
      staleTime: freshFor,
      placeholderData: keepPreviousData,
    }),

  /** When each product's stock was updated last, as far as the service tells (§4.3). */
  lastUpdates: (productIds: readonly ProductId[]) =>
    queryOptions({
      queryKey: ['stock', 'last-updates', { productIds }],
      queryFn: ({ signal }) => fetchLastUpdates(productIds, signal),
      staleTime: freshFor,
      enabled: productIds.length > 0,
    }),
};

/** Of a list only what the page holds: a list that grew elsewhere leaves the page as it is. */
function keyOf({ choice, page, pageSize, includeMaxLeadTime }: CalendarPageRequest) {
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
