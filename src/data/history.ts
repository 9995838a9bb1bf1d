import { queryOptions } from '@tanstack/react-query';

import type { HistorySize, ProductHistory } from '#stock/contract/history.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';

import { requestJson } from './http-client.ts';
import { freshFor } from './stock.ts';

/** Query for the ship date of a quantity by the calendar of each day; null is any quantity above 0. */
export function shipDateHistory(productId: ProductId, quantity: Thousandths | null) {
  return queryOptions({
    queryKey: ['stock', 'history', { productId, quantity }],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({
        productId: String(productId),
        ...(quantity !== null && { quantity: String(fromThousandths(quantity)) }),
      });
      return requestJson<ProductHistory>(`/gateway/history?${query}`, { signal });
    },
    staleTime: freshFor,
  });
}

/** Query for how much the earlier calendars of all markets take up. */
export function historySize() {
  return queryOptions({
    queryKey: ['history-size'],
    queryFn: ({ signal }) => requestJson<HistorySize>('/gateway/history/size', { signal }),
    staleTime: 60_000,
  });
}
