import '#contract/no-eval.ts';
import * as z from 'zod/mini';

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
