import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { products } from '#api/products.ts';
import type { Product } from '#contract/gateway.ts';
import { ProductId } from '#contract/product-id.ts';

/** The product or products that a text refers to. */
export type Resolution =
  | { kind: 'one'; product: Product }
  /** Several products match, so the user selects one. */
  | { kind: 'several'; choices: readonly Product[] }
  | { kind: 'none' };

/**
 * Finds the product with this ID or SKU, otherwise the only one whose name matches. An ID is used even if the catalog
 * doesn't contain it or can't be reached, because the stock service may know it. Throws the client's errors.
 */
export async function resolveProduct(queries: QueryClient, text: string): Promise<Resolution> {
  const id = ProductId.safeParse(/^\d+$/.test(text) ? Number(text) : null);
  const exact = await queries.fetchQuery(products.one(text)).catch((error: unknown) => {
    if (id.success) return null;
    throw error;
  });
  if (exact !== null) return { kind: 'one', product: exact };
  if (id.success) return { kind: 'one', product: { productId: id.data, name: null, sku: null, unit: null } };
  const { products: choices, hasMore } = await queries.fetchQuery(products.search(text));
  const [first] = choices;
  if (first === undefined) return { kind: 'none' };
  return choices.length === 1 && !hasMore ? { kind: 'one', product: first } : { kind: 'several', choices };
}

/** Query that resolves a product from text in the URL. */
export const productOf = (text: string) =>
  queryOptions({
    queryKey: ['products', 'meant', { text }],
    queryFn: ({ client }) => resolveProduct(client, text),
    staleTime: 5 * 60_000,
  });
