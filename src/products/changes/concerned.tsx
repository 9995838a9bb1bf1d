import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useCallback } from 'react';

import type { ReceivedChanges } from '#data/changes.ts';
import { concernedOrders } from '#data/orders.ts';
import { promises } from '#data/promises.ts';
import { promiseKey } from '#parts/promises/kept-promises.ts';
import { OrderLink } from '#parts/saved-orders/order-link.tsx';
import { orderName } from '#parts/saved-orders/order-name.ts';
import type { ConcernedOrders } from '#stock/contract/orders.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { KeptPromise, KeptPromises } from '#stock/contract/promises.ts';
import { isOpenPromise } from '#stock/promises/open-promises.ts';

type ConcernedOrder = ConcernedOrders['orders'][number];
type Concerned = ConcernedOrder | KeptPromise;

/**
 * The user's orders that have a product, then its open promises that belong to none of them: null while they aren't
 * known, `failed` if they couldn't be loaded.
 */
export type ConcernedByProduct = readonly Concerned[] | null | 'failed';

/** The orders of the products of a page. */
export function ordersOf(page: Pick<ReceivedChanges, 'rows'>) {
  return concernedOrders(page.rows.map(({ product }) => product.productId));
}

export function openPromises({ promises: all, today }: KeptPromises): KeptPromise[] {
  return all.filter((promise) => isOpenPromise(promise, today));
}

/** Returns a function for what is concerned by product. Stable until that changes. */
export function useConcerned(pages: readonly ReceivedChanges[]): (productId: ProductId) => ConcernedByProduct {
  const { data: open, isError } = useQuery({ ...promises.all(), select: openPromises });
  const combine = useCallback(
    (results: readonly UseQueryResult<ConcernedOrders>[]) => {
      const received = results.flatMap(({ data }) => data ?? []);
      const hasFailed = isError || results.some((result) => result.isError);
      const isWhole = open !== undefined && received.length === results.length;
      const concernedBy = open && concernedIn(received, open);
      return (productId: ProductId) => {
        const found = concernedBy?.(productId) ?? [];
        return isWhole || found.length > 0 ? found : hasFailed ? 'failed' : null;
      };
    },
    [open, isError],
  );
  return useQueries({ queries: pages.map(ordersOf), combine });
}

/** Returns a function for what is concerned by product, of the orders and open promises. */
export function concernedIn(
  received: readonly ConcernedOrders[],
  open: readonly KeptPromise[],
): (productId: ProductId) => Concerned[] {
  const orders = new Map<ProductId, ConcernedOrder[]>();
  for (const order of received.flatMap((each) => each.orders))
    for (const productId of order.productIds) {
      const known = orders.get(productId);
      if (known === undefined) orders.set(productId, [order]);
      else known.push(order);
    }
  return (productId) => {
    const having = orders.get(productId) ?? [];
    const isOther = (promise: KeptPromise) =>
      promise.productId === productId && !having.some(({ id }) => id === promise.orderId);
    return [...having, ...open.filter(isOther)];
  };
}

/** What the name of an order or a promise is made of. */
export type NamedConcern =
  | Omit<ConcernedOrder, 'id' | 'productIds'>
  | Pick<KeptPromise, 'toldAt' | 'customer' | 'reference'>;

/** Returns what an order or a promise is called. */
export function concernedName(concerned: NamedConcern, i18n: I18n): string {
  if (!('toldAt' in concerned)) return orderName(concerned, i18n);
  const name = [concerned.customer, concerned.reference].filter(Boolean).join(' · ');
  return name === '' ? t(i18n)`Promise` : t(i18n)`${name} (promise)`;
}

/** Orders and promises that a cell names. */
const shown = 2;

/** Names orders and promises as links that open them. */
export function ConcernedCell({ concerned }: { concerned: ConcernedByProduct }) {
  const { t, i18n } = useLingui();
  if (concerned === null) return null;
  if (concerned === 'failed') return t`Not loaded`;
  if (concerned.length === 0) return '–';
  const more = concerned.length - shown;
  return (
    <>
      {concerned.slice(0, shown).map((each, at) => (
        <Fragment key={'toldAt' in each ? promiseKey(each) : each.id}>
          {at > 0 && ', '}
          {'toldAt' in each ? (
            <Link to="/promises" search={{ show: 'all' }} hash={promiseKey(each)}>
              <bdi>{concernedName(each, i18n)}</bdi>
            </Link>
          ) : (
            <OrderLink id={each.id}>
              <bdi>{concernedName(each, i18n)}</bdi>
            </OrderLink>
          )}
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
