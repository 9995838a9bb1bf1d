import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';

import { type ReceivedCalendars, useCalendars } from '#data/calendar-pages.ts';
import type { ChangesRequest } from '#data/changes.ts';
import { concernedOrders } from '#data/orders.ts';
import { promises } from '#data/promises.ts';
import { useIsOutdated } from '#data/session.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { isOpenPromise } from '#stock/promises/open-promises.ts';
import { useRemembered } from '#parts/remembered.ts';
import { useLocale } from '#ui/locale.tsx';

import { noteVisit, readVisits, sinceOf } from './changes/changes-since.ts';
import { calendarsRequest } from './calendars-request.ts';
import type { CalendarsSearch } from './products-search.ts';

import { type CalendarRow, calendarRow } from './calendar-row.ts';
import type { Selection } from './selection.ts';
import { useCalendarsTable, useSort } from './use-calendars-table.ts';

/** A requested page past the end, and the last page that was opened instead. */
export interface PastEnd {
  requested: number;
  opened: number;
}

const none: readonly CalendarRow[] = [];

/** The products on screen: one page, sorted, filtered and counted by the server. */
export function useListing(productIds: readonly ProductId[] | null, address: CalendarsSearch, selection: Selection) {
  const { today } = useLocale();
  const isOutdatedResult = useIsOutdated();
  const { search, page, pageSize, quantity } = address;
  const { sort, setSort } = useSort(address);
  const request = calendarsRequest(search, productIds, sort);
  const { query, totalChange, refresh, prefetch } = useCalendars(request);
  const data = query.data ?? null;
  const last = useLastCounts(data);
  // The counts of another choice aren't of these products; those of another page that failed are.
  const counts = useMemo(
    () => (last?.request.productIds?.join() === productIds?.join() ? last : null),
    [last, productIds],
  );
  const total = counts?.total ?? null;
  const shownQuantity = data === null ? quantity : data.request.quantity;
  const rows = useMemo(
    () => data?.rows.map((row) => calendarRow(row, data.today, shownQuantity)) ?? none,
    [data, shownQuantity],
  );
  const { table, resetLayout } = useCalendarsTable(address, {
    rows,
    hasQuantity: shownQuantity !== null,
    sort: data?.isSortedAndFiltered === false ? null : sort,
    setSort,
    selection,
  });

  const isPlaceholder = query.isPlaceholderData;
  const pageCount = counts === null ? null : Math.max(Math.ceil(counts.found / pageSize), 1);
  // The page count is unknown while another page is loading.
  const pastEnd = usePastEnd(address, isPlaceholder || data === null || total === 0 ? null : pageCount);
  const receivedAt = data === null || isPlaceholder ? null : data.receivedAt;

  const visits = useRemembered('changes');
  const { change: changeVisits } = visits;
  // The visit before the one that began with this page.
  const lastVisit = readVisits(visits.text).before;
  const [openedAt] = useState(Date.now);
  const since = sinceOf(search.since, { today, now: data?.receivedAt ?? openedAt, lastVisit });
  const changed = useConcernedProducts(productIds, search.concerned ?? false);
  const changesRequest = useMemo(
    () =>
      ({
        productIds: changed.productIds,
        since,
        quantity,
        unit: quantity === null ? undefined : search.unit,
        find: search.find,
        direction: search.direction,
      }) satisfies ChangesRequest,
    [changed.productIds, since, quantity, search.unit, search.find, search.direction],
  );
  const noteChanges = useCallback((at: number) => changeVisits((stored) => noteVisit(stored, at)), [changeVisits]);

  return {
    table,
    resetLayout,
    /** The page as received, possibly the previous one; null until the first. */
    data,
    /** Request of the page on screen or loading. */
    request,
    rows,
    changesRequest,
    /** The choice of products whose changes are shown. */
    changed,
    lastVisit,
    /** To be called with the time of changes that are shown. */
    noteChanges,
    /** Quantity of the rows, possibly the previous one. */
    quantity: shownQuantity,
    hasData: data !== null,
    /** Whether the rows are still those of the previous page, quantity or order. */
    isStale: isPlaceholder,
    /** Whether the rows are of another day or other stock data than the service's current ones. */
    isOutdated: data !== null && !isPlaceholder && isOutdatedResult(data),
    error: query.error,
    page,
    pageCount,
    /** Number of products in the choice, null if not known yet. */
    total,
    /** Number of products that match the filters, over all pages. */
    found: data?.found ?? 0,
    pastEnd,
    totalChange,
    receivedAt,
    isFetching: query.isFetching,
    refresh,
    prefetch,
  };
}

export type Listing = ReturnType<typeof useListing>;

/** Number of products that the tiles count: those in the unit of the quantity that the text finds. */
export function countedIn({ total, data }: Pick<Listing, 'total' | 'data'>): number | null {
  const tiles = data?.counts?.tiles;
  return tiles ? Object.values(tiles).reduce((sum, count) => sum + count, 0) : total;
}

/** The counts of the last page that was received, which may be followed by one that failed. */
function useLastCounts(data: ReceivedCalendars | null): ReceivedCalendars | null {
  const [last, setLast] = useState(data);
  if (data !== null && data !== last) setLast(data);
  return data ?? last;
}

/** Redirects from a page past the end to the last page. Returns both until another page is opened. */
function usePastEnd({ page, change }: CalendarsSearch, pageCount: number | null): PastEnd | null {
  const [pastEnd, setPastEnd] = useState<PastEnd | null>(null);
  const isPast = pageCount !== null && page > pageCount;
  if (isPast && (pastEnd?.requested !== page || pastEnd.opened !== pageCount))
    setPastEnd({ requested: page, opened: pageCount });
  else if (!isPast && pastEnd !== null && page !== pastEnd.requested && page !== pastEnd.opened) setPastEnd(null);
  useEffect(() => {
    if (isPast) change({ page: pageCount === 1 ? undefined : pageCount }, true);
  }, [isPast, pageCount, change]);
  return pastEnd?.opened === page ? pastEnd : null;
}

/**
 * Narrows a choice of products, null for all, to those of the user's orders and open promises: none until these are
 * loaded.
 * @param isOn if false, the choice stays as it is
 */
function useConcernedProducts(productIds: readonly ProductId[] | null, isOn: boolean) {
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
