import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { promises } from '#data/promises.ts';
import type { ProductId } from '#stock/contract/product-id.ts';

/**
 * Narrows a choice of products, null for all, to those with promises that aren't closed: none until these are loaded.
 * @param isOn if false, the choice stays as it is
 */
export function usePromisedProducts(productIds: readonly ProductId[] | null, isOn: boolean) {
  const { data, error, isPending, refetch } = useQuery({ ...promises.all(), enabled: isOn });
  const narrowed = useMemo(() => {
    if (!isOn) return productIds;
    const promised = new Set(data?.promises.flatMap((promise) => (promise.closed === null ? promise.productId : [])));
    return productIds === null ? [...promised] : productIds.filter((id) => promised.has(id));
  }, [productIds, isOn, data]);
  return {
    productIds: narrowed,
    error: isOn && data === undefined ? error : null,
    isPending: isOn && isPending,
    refetch,
  };
}
