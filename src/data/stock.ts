import { type Query, queryOptions } from '@tanstack/react-query';

import type { Availability } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';

import { noteRefusal, requestResponse } from './http-client.ts';
import { noteResponse } from './session.ts';

/** How long a response is fresh, in milliseconds. */
export const freshFor = 60_000;

/** Queries of one product's stock; the keys of all queries of stock start with `stock`. */
export const stock = {
  /** A product with its calendar and, unless the quantity is null, its result. */
  availability: (productId: ProductId, quantity: Thousandths | null) =>
    queryOptions({
      queryKey: ['stock', 'availability', { productId, quantity }],
      queryFn: async ({ signal, client }): Promise<Availability> => {
        const query = new URLSearchParams({
          productId: String(productId),
          ...(quantity !== null && { quantity: String(fromThousandths(quantity)) }),
        });
        const path = `/gateway/availability?${query}`;
        const { data, receivedAt } = await requestResponse<Availability>(path, { signal });
        noteResponse(data, client);
        for (const problem of Object.values(data.problems)) noteRefusal({ status: problem.status, problem });
        // By this device's clock, as ages are counted by it.
        return { ...data, receivedAt };
      },
      staleTime: freshFor,
    }),
};

/** Whether a query failed, or its data is an older copy or lacks a part, because the service failed. */
export function isTroubled({ state }: Query): boolean {
  const { isStale, problems } = (state.data ?? {}) as Partial<Availability>;
  return state.status === 'error' || isStale === true || Object.keys(problems ?? {}).length > 0;
}
