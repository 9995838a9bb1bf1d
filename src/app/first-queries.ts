import { products } from '#api/products.ts';
import { session } from '#api/session.ts';
import { stock } from '#api/stock.ts';
import { toThousandths } from '#lib/thousandths.ts';

import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

/**
 * Asks for the session, and for what the page at the opened address shows first, beside its code instead of after it.
 * Each resolves once all of it came or failed.
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

/** The product that a page is about, and how much of it is asked for. */
function questionOf(page: ReturnType<typeof router.matchRoutes>[number] | undefined) {
  if (page?.routeId === '/products/$productId')
    return { productId: page.params.productId || undefined, quantity: page.search.quantity };
  if (page?.routeId !== '/') return {};
  const { product, quantity } = page.search;
  return typeof product === 'number' && quantity !== undefined ? { productId: product, quantity } : {};
}
