import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';

import type { ProductChange, ReceivedChanges } from '#data/changes.ts';
import { concernedOrders } from '#data/orders.ts';
import { promises } from '#data/promises.ts';
import { promiseKey } from '#parts/promises/kept-promises.ts';
import { ResultDate } from '#parts/promises/result-date.tsx';
import { OrderLink } from '#parts/saved-orders/order-link.tsx';
import { orderName } from '#parts/saved-orders/order-name.ts';
import type { ConcernedOrders } from '#stock/contract/orders.ts';
import type { KeptPromise, KeptPromises } from '#stock/contract/promises.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { isOpenPromise } from '#stock/promises/open-promises.ts';
import {
  compareResults,
  daysApart,
  daysMoved,
  hasShipDate,
  isNews,
  isWorse,
  promisesAtRisk,
  promiseStatus,
  type ResultOfDay,
} from '#stock/promises/promise-status.ts';
import { resultFor } from '#stock/stock-result.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';

type ConcernedOrder = ConcernedOrders['orders'][number];

/** The ship date of the user's lines of a product, as they knew it or by the earlier calendar, and now. */
interface LineMove {
  from: ResultOfDay;
  to: ResultOfDay;
  /** Positive for later; null if either has no date. */
  days: number | null;
  isWorse: boolean;
}

/** An order that has a product, or an open promise of it that belongs to none of them. */
export interface Concerned {
  of: ConcernedOrder | KeptPromise;
  isPromised: boolean;
  /**
   * The move of its promise of the product that is worst, or else of one that can ship earlier; without promises that of
   * its quantity. Null if the date is as before, undefined if it has no quantity.
   */
  moved: LineMove | null | undefined;
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

/** Returns a function for what is concerned by a change. Stable until that changes. */
export function useConcerned(pages: readonly ReceivedChanges[]): (change: ChangedCalendar) => ConcernedByProduct {
  const { data: kept, isError } = useQuery(promises.all());
  const combine = useCallback(
    (results: readonly UseQueryResult<ConcernedOrders>[]) => {
      const received = results.flatMap(({ data }) => data ?? []);
      const hasFailed = isError || results.some((result) => result.isError);
      const isWhole = kept !== undefined && received.length === results.length;
      const concernedBy = kept && concernedIn(received, kept);
      return (change: ChangedCalendar) => {
        const found = concernedBy?.(change) ?? [];
        return isWhole || found.length > 0 ? found : hasFailed ? 'failed' : null;
      };
    },
    [kept, isError],
  );
  return useQueries({ queries: pages.map(ordersOf), combine });
}

type Promised = Pick<KeptPromises, 'promises' | 'today' | 'at'>;

/** A product with its calendar before and now. */
type ChangedCalendar = Pick<ProductChange, 'product' | 'before' | 'now'>;

function moveOfPromises(promised: readonly KeptPromise[], { today, at }: Promised): LineMove | null {
  const moved = promised.filter((promise) => isNews(promise.promised, promise.now));
  const isEarlier = (promise: KeptPromise) => promiseStatus(promise, today, at).kind === 'earlier';
  const [worst = moved.find(isEarlier)] = promisesAtRisk(moved, today, at);
  if (worst === undefined) return null;
  const { promised: from, now: to } = worst;
  const days = hasShipDate(to) ? daysApart(from, to) : null;
  return { from, to, days, isWorse: isWorse(promiseStatus(worst, today, at)) };
}

function moveOfQuantity(quantity: Thousandths, { before, now }: ChangedCalendar): LineMove | null {
  const resultBy = (timeline: StockTimeline): ResultOfDay => ({ ...resultFor(timeline, quantity), day: now.today });
  const [from, to] = [resultBy(before), resultBy(now)];
  const order = compareResults(from, to);
  const days = hasShipDate(from) && hasShipDate(to) ? daysMoved(from, to) : null;
  return order === 0 ? null : { from, to, days, isWorse: order > 0 };
}

/** Returns a function for what is concerned by a change, of the orders and promises, the worst first. */
export function concernedIn(
  received: readonly ConcernedOrders[],
  kept: Promised,
): (change: ChangedCalendar) => Concerned[] {
  const orders = received.flatMap((each) => each.orders);
  return (change) => {
    const { productId } = change.product;
    const having = orders.flatMap((of) => {
      const found = of.products.find((product) => product.productId === productId);
      return found ? { of, quantity: found.quantity } : [];
    });
    const promised = kept.promises.filter((promise) => promise.productId === productId);
    const others = promised.filter(
      (promise) => isOpenPromise(promise, kept.today) && !having.some(({ of }) => of.id === promise.orderId),
    );
    const concerned: Concerned[] = [
      ...having.map(({ of, quantity }) => {
        const ofOrder = promised.filter(({ orderId }) => orderId === of.id);
        if (ofOrder.length > 0) return { of, isPromised: true, moved: moveOfPromises(ofOrder, kept) };
        return { of, isPromised: false, moved: quantity === null ? undefined : moveOfQuantity(quantity, change) };
      }),
      ...others.map((of) => ({ of, isPromised: true, moved: moveOfPromises([of], kept) })),
    ];
    return concerned.toSorted((a, b) => severityOf(b) - severityOf(a));
  };
}

/** Returns how bad a move is, the worst highest: a lost date, days later, earlier, not known, as before. */
function severityOf({ moved }: Pick<Concerned, 'moved'>): number {
  if (moved == null) return moved === null ? 0 : 1;
  return moved.isWorse ? 3 + Math.max(moved.days ?? Infinity, 0) : 2;
}

/** Returns how bad the worst is of what is concerned; what isn't loaded isn't known. */
export function severityOfConcerned(concerned: ConcernedByProduct): number {
  const known = concerned === 'failed' || concerned === null ? [] : concerned;
  return severityOf(known[0] ?? { moved: undefined });
}

/** What the name of an order or a promise is made of. */
export type NamedConcern =
  | Omit<ConcernedOrder, 'id' | 'products'>
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

function ConcernedLink({ of, isPromised, moved }: Concerned) {
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
          {isPromised ? <Trans>As promised</Trans> : <Trans>Same ship date</Trans>}
        </Text>
      )}
      {moved != null && (
        <Text span fz={13} style={{ whiteSpace: 'nowrap' }}>
          {' '}
          <ResultDate isCompact result={moved.from} /> → <ResultDate isCompact result={moved.to} />
        </Text>
      )}
    </>
  );
}
