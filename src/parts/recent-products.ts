import * as z from 'zod/mini';

import { ProductId } from '#stock/contract/product-id.ts';

import { type RememberedList, useRememberedList } from './remembered.ts';

const RecentProduct = z.object({
  productId: ProductId,
  /** Null if the catalog has none. */
  name: z.nullable(z.string()),
  /** When it was last viewed, Unix milliseconds. */
  lookedAt: z.int(),
});

export const recentProducts: RememberedList<z.infer<typeof RecentProduct>> = {
  name: 'recent-products',
  entry: RecentProduct,
  isSame: (one, other) => one.productId === other.productId,
  maxEntries: 8,
};

/** Returns the recently viewed products of this service and market, and a function to add one. */
export const useRecentProducts = () => useRememberedList(recentProducts);
