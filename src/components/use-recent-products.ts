import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';

import { session } from '#api/session.ts';
import type { Product } from '#contract/gateway.ts';

import { readRecentProducts, recentProductsKey, withRecentProduct } from './recent-products.ts';

const changed = 'stock-horizon:recent-products-changed';

/** The products looked at in this browser, of this service and market, and a way to add one. */
export function useRecentProducts() {
  const { data } = useQuery(session.current());
  const key = data?.signedIn ? recentProductsKey(data) : null;
  const text = useSyncExternalStore(subscribe, () => (key === null ? null : localStorage.getItem(key)));
  const recent = useMemo(() => readRecentProducts(text), [text]);
  const remember = useCallback(
    ({ productId, name }: Pick<Product, 'productId' | 'name'>) => {
      if (key === null) return;
      const known = readRecentProducts(localStorage.getItem(key));
      const products = withRecentProduct(known, { productId, name, lookedAt: Date.now() });
      localStorage.setItem(key, JSON.stringify(products));
      globalThis.dispatchEvent(new Event(changed));
    },
    [key],
  );
  return { recent, remember };
}

/** Another tab tells by `storage`, this one by an event of its own. */
function subscribe(listener: () => void) {
  globalThis.addEventListener('storage', listener);
  globalThis.addEventListener(changed, listener);
  return () => {
    globalThis.removeEventListener('storage', listener);
    globalThis.removeEventListener(changed, listener);
  };
}
