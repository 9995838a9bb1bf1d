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
export function askFirstQueries(): Record<'session' | 'product', Promise<unknown>> {
  const page = router.matchRoutes(router.latestLocation).at(-1);
  const { productId, quantity } = questionOf(page);
  const asked: Promise<void>[] = [];
  if (productId !== undefined) {
    asked.push(queryClient.prefetchQuery(products.one(String(productId))));
    asked.push(queryClient.prefetchQuery(stock.calendar(productId)));
    if (quantity !== undefined) asked.push(queryClient.prefetchQuery(stock.item(productId, toThousandths(quantity))));
  }
  return { session: queryClient.prefetchQuery(session.current()), product: Promise.all(asked) };
}

/** Product and quantity in the opened address, if it contains them. */
function questionOf(page: ReturnType<typeof router.matchRoutes>[number] | undefined) {
  if (page?.routeId === '/products/$productId')
    return { productId: page.params.productId || undefined, quantity: page.search.quantity };
  if (page?.routeId !== '/') return {};
  const { product, quantity } = page.search;
  return typeof product === 'number' && quantity !== undefined ? { productId: product, quantity } : {};
}
