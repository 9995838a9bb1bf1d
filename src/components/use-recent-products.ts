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
  const text = useSyncExternalStore(subscribe, () => (key === null ? null : read(key)));
  const recent = useMemo(() => readRecentProducts(text), [text]);
  const remember = useCallback(
    ({ productId, name }: Pick<Product, 'productId' | 'name'>) => {
      if (key === null) return;
      const known = readRecentProducts(read(key));
      const products = withRecentProduct(known, { productId, name, lookedAt: Date.now() });
      write(key, JSON.stringify(products));
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

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A browser that refuses to remember costs nothing but the memory. */
function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    return;
  }
  globalThis.dispatchEvent(new Event(changed));
}
