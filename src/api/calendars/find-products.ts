import { products } from '#api/products.ts';
import type { ProductId } from '#contract/product-id.ts';
import { productIdIn } from '#domain/product-entry.ts';
import type { QueryClient } from '@tanstack/react-query';

/** What ids and SKUs come to. */
export interface FoundProducts {
  /** Each once, in the order of the keys. */
  productIds: readonly ProductId[];
  /** Keys that are no id and no SKU that the catalogue knows. */
  notFound: readonly string[];
}

const mostKeys = 1000;

/**
 * Looks up which products keys mean (ids or SKUs, as typed). An id that the catalogue doesn't hold is taken all the
 * same: the service knows best. Throws what the request throws.
 */
export async function findProducts(keys: readonly string[], client: QueryClient): Promise<FoundProducts> {
  const productIds = new Set<ProductId>();
  const notFound: string[] = [];
  for (let start = 0; start < keys.length; start += mostKeys) {
    const part = keys.slice(start, start + mostKeys);
    const found = await client.fetchQuery(products.resolve(part));
    for (const [index, key] of part.entries()) {
      const productId = found[index]?.productId ?? productIdIn(key);
      if (productId === null) notFound.push(key);
      else productIds.add(productId);
    }
  }
  return { productIds: [...productIds], notFound };
}
