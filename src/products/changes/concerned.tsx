import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';

import type { ReceivedChanges } from '#data/changes.ts';
import { concernedOrders } from '#data/orders.ts';
import { promises } from '#data/promises.ts';
import { promiseKey } from '#parts/promises/kept-promises.ts';
import { promiseStatusWords } from '#parts/promises/promise-words.ts';
import { OrderLink } from '#parts/saved-orders/order-link.tsx';
import { orderName } from '#parts/saved-orders/order-name.ts';
import type { ConcernedOrders } from '#stock/contract/orders.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { KeptPromise, KeptPromises } from '#stock/contract/promises.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { isOpenPromise } from '#stock/promises/open-promises.ts';
import { compareStatus, isWorse, promiseStatus, type PromiseStatus } from '#stock/promises/promise-status.ts';

type ConcernedOrder = ConcernedOrders['orders'][number];

/** An order that has a product, or an open promise of it that belongs to none of them. */
interface Concerned {
  of: ConcernedOrder | KeptPromise;
  /** How what is promised of the product stands, the worst of several; null if nothing is. */
  status: PromiseStatus | null;
}

/** What a change of a product concerns: null while it isn't known, `failed` if it couldn't be loaded. */
export type ConcernedByProduct = readonly Concerned[] | null | 'failed';

/** The orders of the products of a page. */
export function ordersOf(page: Pick<ReceivedChanges, 'rows'>) {
  return concernedOrders(page.rows.map(({ product }) => product.productId));
}

/** Returns a function for what a change of a product concerns. Stable until that changes. */
export function useConcerned(pages: readonly ReceivedChanges[]): (productId: ProductId) => ConcernedByProduct {
  const { data: kept, isError } = useQuery(promises.all());
  const combine = useCallback(
    (results: readonly UseQueryResult<ConcernedOrders>[]) => {
      const received = results.flatMap(({ data }) => data ?? []);
      const hasFailed = isError || results.some((result) => result.isError);
      const isWhole = kept !== undefined && received.length === results.length;
      const concernedBy = kept && concernedIn(received, kept);
      return (productId: ProductId) => {
        const found = concernedBy?.(productId) ?? [];
        return isWhole || found.length > 0 ? found : hasFailed ? 'failed' : null;
      };
    },
    [kept, isError],
  );
  return useQueries({ queries: pages.map(ordersOf), combine });
}

/** Returns a function for what a change of a product concerns, of the orders and promises, the worst first. */
export function concernedIn(
  received: readonly ConcernedOrders[],
  { promises: kept, today, at }: Pick<KeptPromises, 'promises' | 'today' | 'at'>,
): (productId: ProductId) => Concerned[] {
  const orders = received.flatMap((each) => each.orders);
  const open = kept.filter((promise) => isOpenPromise(promise, today));
  const worstOf = (some: readonly KeptPromise[]) =>
    some.map((promise) => promiseStatus(promise, today, at)).toSorted(compareStatus)[0] ?? null;
  return (productId) => {
    const promised = open.filter((promise) => promise.productId === productId);
    const having = orders.filter((order) => order.productIds.includes(productId));
    const others = promised.filter((promise) => !having.some(({ id }) => id === promise.orderId));
    return [
      ...having.map((of) => ({ of, status: worstOf(promised.filter(({ orderId }) => orderId === of.id)) })),
      ...others.map((of) => ({ of, status: worstOf([of]) })),
    ].toSorted(worseFirst);
  };
}

/** What isn't promised comes last. */
function worseFirst({ status: a }: Concerned, { status: b }: Concerned): number {
  return a && b ? compareStatus(a, b) : Number(b !== null) - Number(a !== null);
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

/** Orders and promises that a cell names before the others are shown. */
const shown = 2;

/** Names orders and promises as links that open them, with how they stand. */
export function ConcernedCell({ concerned }: { concerned: ConcernedByProduct }) {
  const { t, i18n } = useLingui();
  const [isWhole, { open }] = useDisclosure();
  if (concerned === null) return null;
  if (concerned === 'failed') return t`Not loaded`;
  if (concerned.length === 0) return '–';
  const named = isWhole ? concerned : concerned.slice(0, shown);
  const more = concerned.length - named.length;
  return (
    <>
      {named.map(({ of, status }) => {
        const name = <bdi>{concernedName(of, i18n)}</bdi>;
        return (
          <div key={'toldAt' in of ? promiseKey(of) : of.id}>
            {'toldAt' in of ? (
              <Link to="/promises" search={{ show: 'all' }} hash={promiseKey(of)}>
                {name}
              </Link>
            ) : (
              <OrderLink id={of.id}>{name}</OrderLink>
            )}{' '}
            {status !== null && status.kind !== 'not-checked' && (
              <Text span fz={13} c={isWorse(status) ? 'var(--sh-late)' : 'dimmed'}>
                {promiseStatusWords(status, { i18n, checkedOn: '' })}
              </Text>
            )}
          </div>
        );
      })}
      {more > 0 && (
        <LinkButton fz={13} mx={-8} onClick={open}>
          <Plural value={more} one="and # other" other="and # others" />
        </LinkButton>
      )}
    </>
  );
}
