import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { products } from '#api/products.ts';
import type { Product } from '#contract/gateway.ts';
import { ProductId } from '#contract/product-id.ts';

/** Which product a text means. */
export type Resolution =
  | { kind: 'one'; productId: ProductId }
  /** More than one fits: the person chooses. */
  | { kind: 'several'; choices: readonly Product[] }
  | { kind: 'none' };

/**
 * The product with that id or SKU, else the only one whose name the text finds. An id that the catalogue doesn't
 * hold, or that can't be looked up, is still asked for: the service knows best. Throws what the client throws.
 */
export async function resolveProduct(queries: QueryClient, text: string): Promise<Resolution> {
  const id = ProductId.safeParse(/^\d+$/.test(text) ? Number(text) : null);
  const exact = await queries.fetchQuery(products.one(text)).catch((error: unknown) => {
    if (id.success) return null;
    throw error;
  });
  if (exact !== null) return { kind: 'one', productId: exact.productId };
  if (id.success) return { kind: 'one', productId: id.data };
  const { products: choices, hasMore } = await queries.fetchQuery(products.search(text));
  const [first] = choices;
  if (first === undefined) return { kind: 'none' };
  return choices.length === 1 && !hasMore ? { kind: 'one', productId: first.productId } : { kind: 'several', choices };
}

/** Which product a text means, as a query: for a text that stands in an address. */
export const productOf = (text: string) =>
  queryOptions({
    queryKey: ['products', 'meant', { text }],
    queryFn: ({ client }) => resolveProduct(client, text),
    staleTime: 5 * 60_000,
  });
