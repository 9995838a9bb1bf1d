import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';

import type { ReceivedChanges } from '#data/changes.ts';
import { concernedOrders } from '#data/orders.ts';
import { promises } from '#data/promises.ts';
import { promiseKey } from '#parts/promises/kept-promises.ts';
import { ResultDate } from '#parts/promises/result-date.tsx';
import { OrderLink } from '#parts/saved-orders/order-link.tsx';
import { orderName } from '#parts/saved-orders/order-name.ts';
import type { ConcernedOrders } from '#stock/contract/orders.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { KeptPromise, KeptPromises } from '#stock/contract/promises.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { isOpenPromise } from '#stock/promises/open-promises.ts';
import { isWorse, promisesAtRisk, promiseStatus } from '#stock/promises/promise-status.ts';

type ConcernedOrder = ConcernedOrders['orders'][number];

/** An order that has a product, or an open promise of it that belongs to none of them. */
export interface Concerned {
  of: ConcernedOrder | KeptPromise;
  /**
   * Its promise of the product that is worst, or else one that can ship earlier; null if the date is as promised, undefined
   * if nothing is promised.
   */
  moved: KeptPromise | null | undefined;
}

/**
 * What is concerned by a change of a product, what is promised for a date that doesn't hold first: null while it isn't
 * known, `failed` if it couldn't be loaded.
 */
export type ConcernedByProduct = readonly Concerned[] | null | 'failed';

/** The orders of the products of a page. */
export function ordersOf(page: Pick<ReceivedChanges, 'rows'>) {
  return concernedOrders(page.rows.map(({ product }) => product.productId));
}

/** Returns a function for what is concerned by product. Stable until that changes. */
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

type Promised = Pick<KeptPromises, 'promises' | 'today' | 'at'>;

function worstOf(promised: readonly KeptPromise[], { today, at }: Promised): Concerned['moved'] {
  if (promised.length === 0) return undefined;
  const isEarlier = (promise: KeptPromise) => promiseStatus(promise, today, at).kind === 'earlier';
  return promisesAtRisk(promised, today, at)[0] ?? promised.find(isEarlier) ?? null;
}

/** Returns a function for what is concerned by product, of the orders and promises. */
export function concernedIn(
  received: readonly ConcernedOrders[],
  kept: Promised,
): (productId: ProductId) => Concerned[] {
  const orders = received.flatMap((each) => each.orders);
  return (productId) => {
    const having = orders.filter(({ productIds }) => productIds.includes(productId));
    const promised = kept.promises.filter((promise) => promise.productId === productId);
    const ofOrder = ({ id }: ConcernedOrder) => promised.filter(({ orderId }) => orderId === id);
    const others = promised.filter(
      (promise) => isOpenPromise(promise, kept.today) && !having.some(({ id }) => id === promise.orderId),
    );
    const concerned: Concerned[] = [
      ...having.map((of) => ({ of, moved: worstOf(ofOrder(of), kept) })),
      ...others.map((of) => ({ of, moved: worstOf([of], kept) })),
    ];
    const rank = ({ moved }: Concerned) => {
      if (moved == null) return moved === undefined ? 2 : 3;
      return isWorse(promiseStatus(moved, kept.today, kept.at)) ? 0 : 1;
    };
    return concerned.toSorted((a, b) => rank(a) - rank(b));
  };
}

/** Ranks products by what is concerned: 0 if a promise moved, then what isn't promised, last what is as promised. */
export function affectedRank(concerned: ConcernedByProduct): number {
  const first = concerned === 'failed' ? undefined : concerned?.[0];
  if (first?.moved) return 0;
  return first?.moved === null ? 2 : 1;
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

/** Names orders and promises as links that open them, with the dates of those that moved. */
export function ConcernedCell({ concerned }: { concerned: ConcernedByProduct }) {
  const { t } = useLingui();
  const [isWhole, { open }] = useDisclosure();
  if (concerned === null) return null;
  if (concerned === 'failed') return t`Not loaded`;
  if (concerned.length === 0) return '–';
  const named = isWhole ? concerned : concerned.filter(({ moved }) => moved !== null).slice(0, shown);
  const more = concerned.length - named.length;
  const isOfOthers = named.length === concerned.filter(({ moved }) => moved !== null).length;
  return (
    <>
      {named.map((each) => (
        <div key={'toldAt' in each.of ? promiseKey(each.of) : each.of.id}>
          <ConcernedLink {...each} />
        </div>
      ))}
      {more > 0 && (
        <LinkButton fz={13} mx={-8} onClick={open}>
          {isOfOthers ? (
            <Plural value={more} one="# not affected" other="# not affected" />
          ) : (
            <Plural value={more} one="and # other" other="and # others" />
          )}
        </LinkButton>
      )}
    </>
  );
}

function ConcernedLink({ of, moved }: Concerned) {
  const { i18n } = useLingui();
  const name = <bdi>{concernedName(of, i18n)}</bdi>;
  return (
    <>
      {'toldAt' in of ? (
        <Link to="/promises" search={{ show: 'all' }} hash={promiseKey(of)}>
          {name}
        </Link>
      ) : (
        <OrderLink id={of.id}>{name}</OrderLink>
      )}
      {moved === null && (
        <Text span fz={13} c="dimmed">
          {' '}
          <Trans>As promised</Trans>
        </Text>
      )}
      {moved != null && (
        <Text span fz={13} style={{ whiteSpace: 'nowrap' }}>
          {' '}
          <ResultDate isCompact result={moved.promised} /> → <ResultDate isCompact result={moved.now} />
        </Text>
      )}
    </>
  );
}
