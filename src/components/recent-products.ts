import '#contract/no-eval.ts';
import * as z from 'zod/mini';

import type { Session } from '#contract/gateway.ts';
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

/** Under which key of the local storage they lie: what is seen of one service and market is not shown in another. */
export function recentProductsKey({ service, market, by }: Session): string {
  const whose = market ? [market.company, market.salesOrganization, market.territoryId, by] : [];
  return ['stock-horizon:recent-products', service.baseUrl, ...whose].join(':');
}

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
export function withRecentProduct(products: readonly RecentProduct[], product: RecentProduct): readonly RecentProduct[] {
  return [product, ...products.filter(({ productId }) => productId !== product.productId)].slice(0, mostProducts);
}
