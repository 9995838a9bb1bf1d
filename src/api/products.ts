import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';

import { ProductPage, ResolveResponse, type Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';

import { batched } from './batch.ts';
import { requestJson } from './http-client.ts';

const suggestions = 8;
const namesFreshFor = 5 * 60_000;
const mostKeys = 1000;

/** Every query about the catalogue; their keys start with `products`. */
export const products = {
  /** The best matches for what was typed: by id, SKU, or words of the name. The old ones stay until the new ones come. */
  search: (text: string, most = suggestions) =>
    queryOptions({
      queryKey: ['products', 'search', { text: text.trim(), most }],
      queryFn: ({ signal }) => {
        const query = new URLSearchParams({ q: text.trim(), page: '1', pageSize: String(most) });
        return requestJson(`/gateway/products?${query}`, { schema: ProductPage, signal });
      },
      staleTime: namesFreshFor,
      placeholderData: keepPreviousData,
      enabled: text.trim() !== '',
    }),

  /** For each id or SKU as typed, in order, the product or null. At most 1,000 keys. */
  resolve: (keys: readonly string[]) =>
    queryOptions({
      queryKey: ['products', 'resolve', { keys }],
      queryFn: ({ signal }) => resolveKeys([...keys], signal),
      staleTime: namesFreshFor,
    }),

  /** One id or SKU as typed: the product or null. Those asked for at the same time share one request. */
  one: (key: string) =>
    queryOptions({
      queryKey: ['products', 'one', { key }],
      queryFn: () => resolveOne(key),
      staleTime: namesFreshFor,
    }),
};

/** Name, SKU and unit of a product; undefined while they are on the way, null where the catalogue has none. */
export function useProduct(productId: ProductId | null): Product | null | undefined {
  const { data } = useQuery({ ...products.one(String(productId)), enabled: productId !== null });
  return productId === null ? null : data;
}

const resolveOne = batched((keys) => resolveKeys(keys), mostKeys);

async function resolveKeys(keys: string[], signal?: AbortSignal): Promise<(Product | null)[]> {
  const answer = await requestJson('/gateway/products/resolve', {
    method: 'POST',
    body: { keys },
    schema: ResolveResponse,
    signal,
  });
  return answer.products;
}
