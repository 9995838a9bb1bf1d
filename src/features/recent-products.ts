import '#contract/no-eval.ts';
import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';

import { useRemembered } from '#features/remembered.ts';
import type { Product } from '#contract/gateway.ts';
import { ProductId } from '#contract/product-id.ts';

/** A product that was looked at here. */
export const RecentProduct = z.object({
  productId: ProductId,
  /** Null where the catalogue has none. */
  name: z.nullable(z.string()),
  /** When, in Unix milliseconds. */
  lookedAt: z.int(),
});
export type RecentProduct = z.infer<typeof RecentProduct>;

const mostProducts = 8;

/** The products remembered in `text`, latest first; none where it is missing or broken. */
export function readRecentProducts(text: string | null): readonly RecentProduct[] {
  if (text === null) return [];
  try {
    return z.array(RecentProduct).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** The products with `product` first and once only; the oldest drop out. */
export function withRecentProduct(
  products: readonly RecentProduct[],
  product: RecentProduct,
): readonly RecentProduct[] {
  return [product, ...products.filter(({ productId }) => productId !== product.productId)].slice(0, mostProducts);
}

/** The products looked at in this browser, of this service and market, and a way to add one. */
export function useRecentProducts() {
  const { text, change } = useRemembered('recent-products');
  const recent = useMemo(() => readRecentProducts(text), [text]);
  const remember = useCallback(
    ({ productId, name }: Pick<Product, 'productId' | 'name'>) => {
      const product = { productId, name, lookedAt: Date.now() };
      change((known) => JSON.stringify(withRecentProduct(readRecentProducts(known), product)));
    },
    [change],
  );
  return { recent, remember };
}
