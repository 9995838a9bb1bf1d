import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { products } from './products.ts';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';

const mostKeys = 1000;

/** What the catalogue says of a product; one that it doesn't know, or not yet, has neither name, SKU nor unit. */
export type NameOf = (productId: ProductId) => Product;

/** The catalogue's word on products, asked for a thousand at a time. Stable until one of the answers comes. */
export function useNames(ids: readonly ProductId[]): { nameOf: NameOf; isPending: boolean } {
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(ids.length / mostKeys) }, (_, chunk) =>
        ids.slice(chunk * mostKeys, (chunk + 1) * mostKeys).map(String),
      ),
    [ids],
  );
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
