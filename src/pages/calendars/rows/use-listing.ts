import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';

import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import { prefetchStockCalendars, useStockCalendars } from '#api/stock-calendars.ts';
import { useNames } from '#api/products.ts';
import { useCalendarSnapshots } from '#features/calendar-snapshots.ts';
import { useLocale } from '#ui/locale.tsx';

import type { CalendarsSearch } from '#pages/calendars/calendars-search.ts';

import type { LoadAll } from './load-all.ts';
import { useRowDetails } from './row-context.ts';
import type { Selection } from './selection.ts';
import { useCalendarsTable } from './use-calendars-table.ts';

/** A page past the end was asked for, and the last one opened instead. */
export interface PastEnd {
  asked: number;
  opened: number;
}

const none: readonly never[] = [];

/** The products on screen: a page cut by the service, or cut by the table once everything is loaded. */
export function useListing(choice: ProductChoice, address: CalendarsSearch, load: LoadAll, selection: Selection) {
  const client = useQueryClient();
  const { today } = useLocale();
  const { search, page, pageSize, includesMaxLeadTime } = address;
  // Thousands of rows are computed anew for another quantity.
  const quantity = useDeferredValue(address.quantity);
  const { isWhole, isOnePage, snapshot } = load;
  const isPaged = !isWhole || isOnePage;
  const request = useMemo(
    () => ({ choice, page, pageSize, includeMaxLeadTime: includesMaxLeadTime }),
    [choice, page, pageSize, includesMaxLeadTime],
  );
  const { query, totalChange, refresh } = useStockCalendars(request, isPaged);
  const answer = query.data ?? null;
  const counted = useLastCount(choice, query.isPlaceholderData ? undefined : answer?.totalItems);
  const total = isWhole ? snapshot.totalProducts : (answer?.totalItems ?? counted);

  const products = isWhole ? load.products : (answer?.products ?? none);
  const isAll = isWhole || (answer !== null && !query.isPlaceholderData && answer.totalItems <= pageSize);
  const { table, names, isArranging, layout, resetLayout } = useCalendarsTable(address, {
    products,
    isWhole,
    isAll,
    quantity,
    selection,
  });
  const isNarrowed = search.tile !== undefined || search.find !== undefined || (search.sort !== undefined && !isAll);
  const isOnTheWay = isNarrowed && !isWhole && (snapshot.phase === 'loading' || snapshot.phase === 'incomplete');
  const { rows } = table.getRowModel();
  const arranged = table.getPrePaginatedRowModel().rows;
  const inPages = isWhole ? arranged.length : total;
  const pageCount = inPages === null ? null : Math.max(Math.ceil(inPages / pageSize), 1);
  // While another page is on its way, nothing is known of the end.
  const pastEnd = usePastEnd(address, !isWhole && (query.isPlaceholderData || total === 0) ? null : pageCount);

  const ids = useMemo(
    () => (names === null ? rows.map(({ original }) => original.productId).toSorted((a, b) => a - b) : none),
    [rows, names],
  );
  const pageNames = useNames(ids);
  const fetchedAt = isWhole ? snapshot.oldestFetch : query.isPlaceholderData ? null : (answer?.fetchedAt ?? null);
  const moved = useCalendarSnapshots(today, quantity);
  const { changes, note } = moved;
  useEffect(() => {
    if (fetchedAt !== null) void note({ products, fetchedAt, includesMaxLeadTime });
  }, [products, fetchedAt, includesMaxLeadTime, note]);
  const changeOf = useMemo(
    // Changes for another quantity mark no row.
    () => new Map(moved.isStale ? [] : changes.map((change) => [change.productId, change])),
    [changes, moved.isStale],
  );
  const details = useRowDetails(rows, names ?? pageNames, changeOf, includesMaxLeadTime);

  return {
    table,
    layout,
    resetLayout,
    rows,
    details,
    moved,
    isWhole,
    /** Whether all products are on screen or loaded: in the order of the table, which no other page goes on. */
    isAll,
    /** The quantity needed that the rows are computed for. */
    quantity,
    /** Whether there is anything to show: a page, possibly the one before, or everything. */
    hasData: isWhole || answer !== null,
    /** The products of the page as they came, or all of them once they are loaded. */
    products,
    /** The products of the filter or order asked for are on their way, or failed: the rows are an unfiltered page, and its count isn't theirs. */
    isOnTheWay,
    /** The rows are those of the page before, for the quantity before or in the order before, while the new ones are on their way. */
    isStale: isOnTheWay || quantity !== address.quantity || (isWhole ? isArranging : query.isPlaceholderData),
    error: isPaged ? query.error : null,
    page,
    pageCount,
    /** How many products the choice has; null while that is not known. */
    total,
    /** How many of them the filters leave. */
    found: arranged.length,
    /** All of those in their order, where `isAll`. */
    everything: () => arranged.map(({ original }) => original.listed),
    /** How many products are not among them, since they didn't come, or aren't on this page. */
    notLoaded: isWhole ? snapshot.missingProducts : Math.max(0, (total ?? 0) - arranged.length),
    notes: {
      pastEnd,
      totalChange: isWhole ? null : totalChange,
      // Which pages lack some of their products, the summary says once everything is loaded.
      oddities: isWhole ? { ...snapshot.oddities, withheld: 0 } : (answer?.oddities ?? null),
    },
    fetchedAt,
    isFetching: query.isFetching || snapshot.phase === 'loading',
    refresh: isPaged ? refresh : load.reload,
    prefetch: (next: number) => {
      if (!isWhole) void prefetchStockCalendars(client, { ...request, page: next });
    },
  };
}

export type Listing = ReturnType<typeof useListing>;

/** How many products the choice had by the last answer: an earlier page tells that too, where this one cannot be had. */
function useLastCount(choice: ProductChoice, total: number | undefined): number | null {
  const [known, setKnown] = useState({ choice, total });
  if (total !== undefined && (known.choice !== choice || known.total !== total)) setKnown({ choice, total });
  return (known.choice === choice ? known.total : undefined) ?? null;
}

/** Turns an address with a page past the end to the last page, and remembers that until another page is opened. */
function usePastEnd({ page, change }: CalendarsSearch, pageCount: number | null): PastEnd | null {
  const [pastEnd, setPastEnd] = useState<PastEnd | null>(null);
  const isPast = pageCount !== null && page > pageCount;
  if (isPast && (pastEnd?.asked !== page || pastEnd.opened !== pageCount))
    setPastEnd({ asked: page, opened: pageCount });
  else if (!isPast && pastEnd !== null && page !== pastEnd.asked && page !== pastEnd.opened) setPastEnd(null);
  useEffect(() => {
    if (isPast) change({ page: pageCount === 1 ? undefined : pageCount }, true);
  }, [isPast, pageCount, change]);
  return pastEnd?.opened === page ? pastEnd : null;
}
