import { products } from '#api/products.ts';
import { session } from '#api/session.ts';
import { stock } from '#api/stock.ts';
import { toThousandths } from '#lib/thousandths.ts';

import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

/**
 * Requests the session and the first data of the opened page while the page's code is loading. Both promises resolve
 * even if requests fail.
 */
export function prefetchFirstQueries(): Record<'session' | 'product', Promise<unknown>> {
  const page = router.matchRoutes(router.latestLocation).at(-1);
  const { productId, quantity } = questionOfPage(page);
  const requests: Promise<void>[] = [];
  if (productId !== undefined) {
    requests.push(queryClient.prefetchQuery(products.one(String(productId))));
    requests.push(queryClient.prefetchQuery(stock.calendar(productId)));
    if (quantity !== undefined)
      requests.push(queryClient.prefetchQuery(stock.item(productId, toThousandths(quantity))));
  }
  return { session: queryClient.prefetchQuery(session.current()), product: Promise.all(requests) };
}

/** Product and quantity in the opened address, if it contains them. */
function questionOfPage(page: ReturnType<typeof router.matchRoutes>[number] | undefined) {
  if (page?.routeId === '/products/$productId')
    return { productId: page.params.productId || undefined, quantity: page.search.quantity };
  if (page?.routeId !== '/') return {};
  const { product, quantity } = page.search;
  return typeof product === 'number' && quantity !== undefined ? { productId: product, quantity } : {};
}
