import { Plural, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { Fragment } from 'react';

import type { ReceivedChanges } from '#data/changes.ts';
import { concernedOrders } from '#data/orders.ts';
import { OrderLink } from '#parts/saved-orders/order-link.tsx';
import { orderName } from '#parts/saved-orders/order-name.ts';
import type { ConcernedOrders } from '#stock/contract/orders.ts';
import type { ProductId } from '#stock/contract/product-id.ts';

type ConcernedOrder = ConcernedOrders['orders'][number];

/** The user's orders that have a product: null while they aren't known, `failed` if they couldn't be loaded. */
export type OrdersOfProduct = readonly ConcernedOrder[] | null | 'failed';

/** The orders of the products of a page. */
export function ordersOf(page: Pick<ReceivedChanges, 'rows'>) {
  return concernedOrders(page.rows.map(({ product }) => product.productId));
}

/** Returns a function for the user's orders by product. Stable until they change. */
export function useConcernedOrders(pages: readonly ReceivedChanges[]): (productId: ProductId) => OrdersOfProduct {
  return useQueries({ queries: pages.map(ordersOf), combine: byProduct });
}

function byProduct(results: readonly UseQueryResult<ConcernedOrders>[]): (productId: ProductId) => OrdersOfProduct {
  const found = ordersByProduct(results.flatMap(({ data }) => data ?? []));
  const isWhole = results.every(({ data }) => data !== undefined);
  const others = isWhole ? [] : results.some(({ isError }) => isError) ? 'failed' : null;
  return (productId) => found.get(productId) ?? others;
}

export function ordersByProduct(received: readonly ConcernedOrders[]): Map<ProductId, ConcernedOrder[]> {
  const found = new Map<ProductId, ConcernedOrder[]>();
  for (const order of received.flatMap(({ orders }) => orders))
    for (const productId of order.productIds) {
      const known = found.get(productId);
      if (known === undefined) found.set(productId, [order]);
      else known.push(order);
    }
  return found;
}

/** Orders that a cell names. */
const shownOrders = 2;

/** Names a product's orders as links that open them. */
export function OrdersCell({ orders }: { orders: OrdersOfProduct }) {
  const { t, i18n } = useLingui();
  if (orders === null) return null;
  if (orders === 'failed') return t`Not loaded`;
  if (orders.length === 0) return '–';
  const more = orders.length - shownOrders;
  return (
    <>
      {orders.slice(0, shownOrders).map((order, at) => (
        <Fragment key={order.id}>
          {at > 0 && ', '}
          <OrderLink id={order.id}>
            <bdi>{orderName(order, i18n)}</bdi>
          </OrderLink>
        </Fragment>
      ))}
      {more > 0 && (
        <Text span inherit c="dimmed">
          {' '}
          <Plural value={more} one="and # other" other="and # others" />
        </Text>
      )}
    </>
  );
}
