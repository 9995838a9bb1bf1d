import { useCallback, useMemo } from 'react';

import { useRemembered } from '#features/remembered.ts';
import type { Product } from '#contract/gateway.ts';

import { readRecentProducts, withRecentProduct } from './recent-products.ts';

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
