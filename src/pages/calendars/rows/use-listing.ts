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

/** A requested page past the end, and the last page that was opened instead. */
export interface PastEnd {
  requested: number;
  opened: number;
}

const none: readonly never[] = [];

/** The products on screen: paginated by the service, or by the table once all products are loaded. */
export function useListing(choice: ProductChoice, address: CalendarsSearch, load: LoadAll, selection: Selection) {
  const client = useQueryClient();
  const { today } = useLocale();
  const { search, page, pageSize, includesMaxLeadTime } = address;
  // Another quantity recomputes thousands of rows.
  const quantity = useDeferredValue(address.quantity);
  const { isWhole, isOnePage, snapshot } = load;
  const isPaged = !isWhole || isOnePage;
  const request = useMemo(
    () => ({ choice, page, pageSize, includeMaxLeadTime: includesMaxLeadTime }),
    [choice, page, pageSize, includesMaxLeadTime],
  );
  const { query, totalChange, refresh } = useStockCalendars(request, isPaged);
  const answer = query.data ?? null;
  const lastTotal = useLastTotal(choice, query.isPlaceholderData ? undefined : answer?.totalItems);
  const total = isWhole ? snapshot.totalProducts : (answer?.totalItems ?? lastTotal);

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
  const isUnarranged = isNarrowed && !isWhole && (snapshot.phase === 'loading' || snapshot.phase === 'incomplete');
  const { rows } = table.getRowModel();
  const arranged = table.getPrePaginatedRowModel().rows;
  const inPages = isWhole ? arranged.length : total;
  const pageCount = inPages === null ? null : Math.max(Math.ceil(inPages / pageSize), 1);
  // The page count is unknown while another page is loading.
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
    // Changes for another quantity aren't shown in rows.
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
    /** Whether the table contains all products, so that its order and filters apply to all of them. */
    isAll,
    /** Wanted quantity of the rows, possibly the previous one. */
    quantity,
    /** Whether there is data to show: a page, possibly the previous one, or all products. */
    hasData: isWhole || answer !== null,
    /** Products of the page as received, or all products once they are loaded. */
    products,
    /**
     * Whether the products for the current filter or sort order are loading or failed to load. The rows are then an
     * unfiltered page, and the page count isn't that of the result.
     */
    isUnarranged,
    /** Whether the rows are still those of the previous page, quantity or sort order. */
    isStale: isUnarranged || quantity !== address.quantity || (isWhole ? isArranging : query.isPlaceholderData),
    error: isPaged ? query.error : null,
    page,
    pageCount,
    /** Number of products in the choice, null if not known yet. */
    total,
    /** Number of rows that match the filters, of those in the table. */
    found: arranged.length,
    /** Returns the products of these rows in table order. */
    everything: () => arranged.map(({ original }) => original.listed),
    /** Number of products missing from the table: not received, or on other pages. */
    notLoaded: isWhole ? snapshot.missingProducts : Math.max(0, (total ?? 0) - arranged.length),
    notes: {
      pastEnd,
      totalChange: isWhole ? null : totalChange,
      // Once everything is loaded, the summary lists the incomplete pages.
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

/** Returns the product count of the last response for this choice, which may be for another page if this one fails. */
function useLastTotal(choice: ProductChoice, total: number | undefined): number | null {
  const [known, setKnown] = useState({ choice, total });
  if (total !== undefined && (known.choice !== choice || known.total !== total)) setKnown({ choice, total });
  return (known.choice === choice ? known.total : undefined) ?? null;
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
