import { keepPreviousData, type QueryClient, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import type { Product, ProductPage, ResolveResponse } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { parseProductId } from '#stock/product-entry.ts';

import { requestJson } from './http-client.ts';

const suggestions = 8;
const namesFreshFor = 5 * 60_000;
/** Maximum keys of one request. */
export const maxKeys = 1000;

/** Queries of the product catalog; their keys start with `products`. */
export const products = {
  /** The best matches by ID, SKU or words of the name. Previous matches stay while loading. */
  search: (text: string, most = suggestions) =>
    queryOptions({
      queryKey: ['products', 'search', { text: text.trim(), most }],
      queryFn: ({ signal }) => {
        // SAP pads material numbers with zeros to 18 digits.
        const q = text.trim().replace(/^0{8}(?=\d{10}$)0*/, '');
        const query = new URLSearchParams({ q, page: '1', pageSize: String(most) });
        return requestJson<ProductPage>(`/gateway/products?${query}`, { signal });
      },
      staleTime: namesFreshFor,
      placeholderData: keepPreviousData,
      enabled: text.trim() !== '',
    }),

  /** The product for each ID or SKU as entered, in order, or null. At most 1,000 keys. */
  resolve: (keys: readonly string[]) =>
    queryOptions({
      queryKey: ['products', 'resolve', { keys }],
      queryFn: async ({ signal }) => (await resolveForJob(keys, signal)).products,
      staleTime: namesFreshFor,
      retry: false,
    }),

  /**
   * In one request, the product for each key, as above, and for each text of `names` up to three products of whose names
   * it has most words, in order. At most 1,000 keys and 100 texts.
   */
  inText: (keys: readonly string[], names: readonly string[]) =>
    queryOptions({
      queryKey: ['products', 'in text', { keys, names }],
      queryFn: ({ signal }) => resolveForJob(keys, signal, names),
      staleTime: namesFreshFor,
      retry: false,
    }),

  /** The product for one ID or SKU as entered, or null. Concurrent lookups share one request. */
  one: (key: string) =>
    queryOptions({
      queryKey: ['products', 'one', { key }],
      queryFn: () => resolveOne(key),
      staleTime: namesFreshFor,
    }),
};

/** The best matches for the entered text; previous ones stay while loading. Disabled without text. */
export function useProductSearch(text: string, { most = suggestions, enabled = true } = {}) {
  return useQuery({ ...products.search(text, most), enabled: enabled && text.trim() !== '' });
}

/** Name, SKU and unit of a product; undefined while loading, null if it isn't in the catalog. */
export function useProduct(productId: ProductId | null): Product | null | undefined {
  const { data } = useQuery({ ...products.one(String(productId)), enabled: productId !== null });
  return productId === null ? null : data;
}

/** The catalog's data of a product; name, SKU and unit are null if unknown or loading. */
export type NameOf = (productId: ProductId) => Product;

/** Looks up catalog data of products, in chunks of 1,000. `nameOf` is stable until a response arrives. */
export function useNames(ids: readonly ProductId[]): { nameOf: NameOf; isPending: boolean } {
  const chunks = useMemo(() => chunksOf(ids.map(String), maxKeys), [ids]);
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

/** Products found by ID or SKU. */
export interface FoundProducts {
  /** Without duplicates, in the order of the keys. */
  productIds: readonly ProductId[];
  /** IDs that the catalog doesn't have. The service may know them. */
  unknownIds: readonly ProductId[];
  /** Keys that are neither an ID nor an SKU of the catalog. */
  notFound: readonly string[];
}

const partsOf = (key: string) => key.split(/[/+,]/).filter((part) => part !== '');

/**
 * Resolves IDs and SKUs as entered by the catalog. A key that it doesn't have counts as several if it has one of those
 * that a slash, a plus or a comma joins. Throws the request's errors.
 */
export async function findProducts(entered: readonly string[], client: QueryClient): Promise<FoundProducts> {
  const known = await knownProducts(entered, client);
  const joined = entered.filter((key) => !known.has(key) && partsOf(key).length > 1);
  for (const [key, product] of await knownProducts(joined.flatMap(partsOf), client)) known.set(key, product);
  const keys = entered.flatMap((key) => {
    const parts = joined.includes(key) ? partsOf(key) : [];
    return parts.some((part) => known.has(part)) ? parts : key;
  });
  const productIds = new Set(keys.flatMap((key) => known.get(key)?.productId ?? []));
  const others = keys.filter((key) => !known.has(key)).map((key) => ({ key, productId: parseProductId(key) }));
  const unknownIds = new Set(others.flatMap(({ productId }) => productId ?? []));
  return {
    productIds: [...productIds],
    unknownIds: [...unknownIds].filter((id) => !productIds.has(id)),
    notFound: others.flatMap(({ key, productId }) => (productId === null ? key : [])),
  };
}

/** Catalog data by key (ID or SKU as entered), loaded in chunks of 1,000. */
export async function knownProducts(keys: readonly string[], client: QueryClient): Promise<Map<string, Product>> {
  const known = new Map<string, Product>();
  for (const part of chunksOf(keys, maxKeys)) {
    const found = await client.fetchQuery(products.resolve(part));
    for (const [at, product] of found.entries()) if (product) known.set(part[at] ?? '', product);
  }
  return known;
}

let nextLookup: { keys: string[]; found: Promise<(Product | null)[]> } | null = null;

/** Batches the lookups of one task into one request. */
async function resolveOne(key: string): Promise<Product | null> {
  if (nextLookup === null || nextLookup.keys.length === maxKeys) {
    const keys: string[] = [];
    const begin = () => {
      if (nextLookup === lookup) nextLookup = null;
      return resolveKeys(keys).then(({ products }) => products);
    };
    const lookup = { keys, found: Promise.resolve().then(begin) };
    nextLookup = lookup;
  }
  const { keys, found } = nextLookup;
  const index = keys.push(key) - 1;
  return (await found)[index] ?? null;
}

/** Lookups of lists share the job queue, imported lazily so that other pages load without it. */
async function resolveForJob(
  keys: readonly string[],
  signal: AbortSignal,
  names?: readonly string[],
): Promise<ResolveResponse> {
  const { requestQueue } = await import('./request-queue.ts');
  const resolve = requestQueue.limit((signal: AbortSignal) => resolveKeys(keys, { ...(names && { names }), signal }));
  return requestQueue.repeat(() => resolve(signal), signal);
}

async function resolveKeys(
  keys: readonly string[],
  { names, signal }: { names?: readonly string[]; signal?: AbortSignal } = {},
): Promise<ResolveResponse> {
  return requestJson<ResolveResponse>('/gateway/products/resolve', {
    method: 'POST',
    body: { keys, ...(names && { names }) },
    signal,
  });
}

/** Splits the items into chunks of `size`; the last may be shorter. Empty for no items. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
