import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { promises } from '#data/promises.ts';
import { useSavedOrders } from '#parts/saved-orders/saved-orders.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';

/** Names the customers of promises that were kept before their order had one. */
export function withCustomers(
  kept: readonly KeptPromise[],
  orders: readonly { id: string; customer?: string | undefined }[],
): KeptPromise[] {
  const customers = new Map(orders.map(({ id, customer }) => [id, customer || undefined]));
  return kept.map((promise) => ({ ...promise, customer: promise.customer ?? customers.get(promise.orderId ?? '') }));
}

/** Identifies a promise among those of a person, also in the address of the list. */
export function promiseKey({ letterId, place }: Pick<KeptPromise, 'letterId' | 'place'>): string {
  return `${letterId}-${place}`;
}

/** The user's promises, with the customers that their orders have now, and the query of them. */
export function useKeptPromises() {
  const query = useQuery(promises.all());
  const { data: orders } = useSavedOrders();
  const { data } = query;
  const kept = useMemo(() => data && { ...data, promises: withCustomers(data.promises, orders ?? []) }, [data, orders]);
  return { data: kept, query };
}
