import * as z from 'zod/mini';

import { ProductId } from '#contract/product-id.ts';

import { type RememberedList, useRememberedList } from './remembered.ts';

const RecentProduct = z.object({
  productId: ProductId,
  /** Null where the catalogue has none. */
  name: z.nullable(z.string()),
  /** When, in Unix milliseconds. */
  lookedAt: z.int(),
});

export const recentProducts: RememberedList<z.infer<typeof RecentProduct>> = {
  name: 'recent-products',
  entry: RecentProduct,
  isSame: (one, other) => one.productId === other.productId,
  most: 8,
};

/** The products looked at in this browser, of this service and market, and a way to add one. */
export const useRecentProducts = () => useRememberedList(recentProducts);
