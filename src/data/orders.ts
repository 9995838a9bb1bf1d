import { queryOptions } from '@tanstack/react-query';

import type {
  ConcernedOrders,
  CreatedShare,
  OrderContent,
  OrderEntries,
  OrderEntry,
  SharedDocument,
  Shares,
  StoredOrder,
} from '#stock/contract/orders.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { shareDays } from '#stock/contract/limits.ts';

import { ifMatch, requestJson } from './http-client.ts';

/** Returns the user's orders on the server, without their lines, and those that can't be decrypted. */
export function fetchOrders(): Promise<OrderEntries> {
  return requestJson('/gateway/orders');
}

/** Returns an order with its lines and results. */
export function fetchOrder(id: string): Promise<StoredOrder> {
  return requestJson(pathOf(id));
}

/**
 * Writes a version of an order.
 * @param version `changedAt` of the version that it replaces; null for a new order
 * @throws HttpError `version-conflict` if the server has another version
 */
export function putOrder(id: string, content: OrderContent, version: number | null): Promise<OrderEntry> {
  const headers: Record<string, string> = version === null ? { 'if-none-match': '*' } : ifMatch(version);
  return requestJson(pathOf(id), { method: 'PUT', headers, body: content });
}

/** Deletes a version of an order, or any. @throws HttpError `version-conflict` if the server has another version */
export function removeOrder(id: string, version: number | 'any'): Promise<undefined> {
  return requestJson(pathOf(id), { method: 'DELETE', headers: ifMatch(version) });
}

/** The user's orders on the server that have some of up to 250 products; without these, all that have any. */
export function concernedOrders(productIds?: readonly ProductId[]) {
  return queryOptions({
    queryKey: ['orders', 'concerned', productIds],
    queryFn: ({ signal }) =>
      requestJson<ConcernedOrders>('/gateway/orders/concerned', { method: 'POST', body: { productIds }, signal }),
    staleTime: 0,
  });
}

/** Creates a link to an order that is valid for some days. Its key is told only now. */
export function shareOrder(id: string, days: (typeof shareDays)[number]): Promise<CreatedShare> {
  return requestJson(`${pathOf(id)}/shares`, { method: 'POST', body: { days } });
}

/** The valid links to an order, without their keys. */
export function orderShares(id: string) {
  return queryOptions({
    queryKey: ['orders', 'shares', { id }],
    queryFn: ({ signal }) => requestJson<Shares>(`${pathOf(id)}/shares`, { signal }),
    staleTime: 0,
  });
}

export function revokeShare(id: string, shareId: string): Promise<undefined> {
  return requestJson(`${pathOf(id)}/shares/${shareId}`, { method: 'DELETE' });
}

/** The order or list of a link, as it is now. @throws HttpError 404 if the link is unknown, expired or revoked */
export function sharedDocument(key: string) {
  return queryOptions({
    queryKey: ['shared', { key }],
    queryFn: ({ signal }) => requestJson<SharedDocument>('/gateway/shared', { method: 'POST', body: { key }, signal }),
    staleTime: Infinity,
  });
}

function pathOf(id: string): string {
  return `/gateway/orders/${encodeURIComponent(id)}`;
}
