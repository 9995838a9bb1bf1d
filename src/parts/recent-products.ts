import { isProductId } from '#stock/contract/limits.ts';
import type { ProductId } from '#stock/contract/product-id.ts';

import { type RememberedList, useRememberedList } from './remembered.ts';

interface RecentProduct {
  productId: ProductId;
  /** Null if the catalog has none. */
  name: string | null;
  /** When it was last viewed, Unix milliseconds. */
  lookedAt: number;
}

export const recentProducts: RememberedList<RecentProduct> = {
  name: 'recent-products',
  isEntry(stored): stored is RecentProduct {
    const { productId, name, lookedAt } = (stored ?? {}) as Partial<RecentProduct>;
    return isProductId(productId) && (name === null || typeof name === 'string') && Number.isInteger(lookedAt);
  },
  isSame: (one, other) => one.productId === other.productId,
  maxEntries: 8,
};

/** Returns the recently viewed products of this service and market, and a function to add one. */
export const useRecentProducts = () => useRememberedList(recentProducts);
