import { keepPreviousData, type QueryClient, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { ProductPage, ResolveResponse, type Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import { productIdIn } from '#domain/product-entry.ts';
import { chunksOf } from '#lib/chunks.ts';

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
        // SAP fills the numbers of its materials up to 18 digits with zeros.
        const q = text.trim().replace(/^0{8}(?=\d{10}$)0*/, '');
        const query = new URLSearchParams({ q, page: '1', pageSize: String(most) });
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
      queryFn: ({ signal }) => resolveForJob([...keys], signal),
      staleTime: namesFreshFor,
      retry: false,
    }),

  /** One id or SKU as typed: the product or null. Those asked for at the same time share one request. */
  one: (key: string) =>
    queryOptions({
      queryKey: ['products', 'one', { key }],
      queryFn: () => resolveOne(key),
      staleTime: namesFreshFor,
    }),
};

/** The best matches for what was typed, kept while the next ones load; asks for nothing without a text. */
export function useProductSearch(text: string, { most = suggestions, enabled = true } = {}) {
  return useQuery({ ...products.search(text, most), enabled: enabled && text.trim() !== '' });
}

/** Name, SKU and unit of a product; undefined while they are on the way, null where the catalogue has none. */
export function useProduct(productId: ProductId | null): Product | null | undefined {
  const { data } = useQuery({ ...products.one(String(productId)), enabled: productId !== null });
  return productId === null ? null : data;
}

/** What the catalogue says of a product; one that it doesn't know, or not yet, has neither name, SKU nor unit. */
export type NameOf = (productId: ProductId) => Product;

/** The catalogue's word on products, asked for a thousand at a time. Stable until one of the answers comes. */
export function useNames(ids: readonly ProductId[]): { nameOf: NameOf; isPending: boolean } {
  const chunks = useMemo(() => chunksOf(ids.map(String), mostKeys), [ids]);
  const combine = useCallback((results: { data?: readonly (Product | null)[]; isPending: boolean }[]) => {
    const known = new Map<ProductId, Product>();
    for (const { data } of results)
      for (const product of data ?? []) if (product) known.set(product.productId, product);
    return {
      nameOf: (productId: ProductId) => known.get(productId) ?? { productId, name: null, sku: null, unit: null },
      isPending: results.some((result) => result.isPending),
    };
  }, []);
  return useQueries({ queries: chunks.map((keys) => products.resolve(keys)), combine });
}

/** What ids and SKUs come to. */
export interface FoundProducts {
  /** Each once, in the order of the keys. */
  productIds: readonly ProductId[];
  /** Keys that are no id and no SKU that the catalogue knows. */
  notFound: readonly string[];
}

/**
 * Looks up which products keys mean (ids or SKUs, as typed). An id that the catalogue doesn't hold is taken all the
 * same: the service knows best. Throws what the request throws.
 */
export async function findProducts(keys: readonly string[], client: QueryClient): Promise<FoundProducts> {
  const known = await knownProducts(keys, client);
  const found = keys.map((key) => ({ key, productId: known.get(key)?.productId ?? productIdIn(key) }));
  return {
    productIds: [...new Set(found.flatMap(({ productId }) => productId ?? []))],
    notFound: found.flatMap(({ key, productId }) => (productId === null ? key : [])),
  };
}

/** What the catalogue knows of ids and SKUs, by the key as typed; asked for a thousand at a time. */
export async function knownProducts(keys: readonly string[], client: QueryClient): Promise<Map<string, Product>> {
  const known = new Map<string, Product>();
  for (const part of chunksOf(keys, mostKeys)) {
    const found = await client.fetchQuery(products.resolve(part));
    for (const [at, product] of found.entries()) if (product) known.set(part[at] ?? '', product);
  }
  return known;
}

let nextLookup: { keys: string[]; found: Promise<(Product | null)[]> } | null = null;

/** Looks up a key together with those asked for in the same task. */
async function resolveOne(key: string): Promise<Product | null> {
  if (nextLookup === null || nextLookup.keys.length === mostKeys) {
    const keys: string[] = [];
    const begin = () => {
      if (nextLookup === lookup) nextLookup = null;
      return resolveKeys(keys);
    };
    const lookup = { keys, found: Promise.resolve().then(begin) };
    nextLookup = lookup;
  }
  const { keys, found } = nextLookup;
  const index = keys.push(key) - 1;
  return (await found)[index] ?? null;
}

/** Look-ups of lists wait for their turn among the requests of all jobs; a page without lists starts without the queue. */
async function resolveForJob(keys: string[], signal: AbortSignal): Promise<(Product | null)[]> {
  const { requestQueue } = await import('./request-queue.ts');
  const resolve = requestQueue.limit((signal: AbortSignal) => resolveKeys(keys, signal));
  return requestQueue.repeat(() => resolve(signal), { signal });
}

async function resolveKeys(keys: string[], signal?: AbortSignal): Promise<(Product | null)[]> {
  const answer = await requestJson('/gateway/products/resolve', {
    method: 'POST',
    body: { keys },
    schema: ResolveResponse,
    signal,
  });
  return answer.products;
}
