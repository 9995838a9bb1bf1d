import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';

import { concernedOrders } from '#data/orders.ts';
import { promises } from '#data/promises.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { isOpenPromise } from '#stock/promises/open-promises.ts';

/**
 * Narrows a choice of products, null for all, to those of the user's orders and open promises: none until these are
 * loaded.
 * @param isOn if false, the choice stays as it is
 */
export function useConcernedProducts(productIds: readonly ProductId[] | null, isOn: boolean) {
  const queries = useQueries({
    queries: [
      { ...concernedOrders(), enabled: isOn },
      { ...promises.all(), enabled: isOn },
    ],
  });
  const [{ data: ordered }, { data: kept }] = queries;
  const narrowed = useMemo(() => {
    if (!isOn) return productIds;
    if (ordered === undefined || kept === undefined) return [];
    const open = kept.promises.filter((promise) => isOpenPromise(promise, kept.today));
    const concerned = new Set([
      ...ordered.orders.flatMap((order) => order.productIds),
      ...open.map((promise) => promise.productId),
    ]);
    return productIds === null ? [...concerned] : productIds.filter((id) => concerned.has(id));
  }, [productIds, isOn, ordered, kept]);
  const isPending = queries.some((query) => query.data === undefined);
  return {
    productIds: narrowed,
    error: isOn && isPending ? (queries.find((query) => query.error !== null)?.error ?? null) : null,
    isPending: isOn && isPending,
    refetch: () => queries.forEach((query) => void query.refetch()),
  };
}
