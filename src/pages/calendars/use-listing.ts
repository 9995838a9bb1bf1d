import { useMemo } from 'react';

import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import { useNames } from '#api/products.ts';

import { useArrangedRows } from './use-arranged-rows.ts';
import type { CalendarsSearch } from './use-calendars-search.ts';
import type { LoadAll } from './use-load-all.ts';
import { usePagedCalendars } from './use-paged-calendars.ts';
import { useShownRows } from './use-shown-rows.ts';
import { useSortOrder } from './use-sort-order.ts';
import { useWhatMoved } from './use-what-moved.ts';

const none: readonly never[] = [];

/** The rows of the page on screen: cut by the service, or out of everything once that is loaded. */
export function useListing(choice: ProductChoice, address: CalendarsSearch, load: LoadAll) {
  const { search, page, pageSize, quantity } = address;
  const { isWhole } = load;
  const { request, query, refresh, total, totalChange, pastEnd } = usePagedCalendars(choice, address, !isWhole);
  const { sort, setSort } = useSortOrder(address, isWhole);
  const answer = query.data ?? null;
  const products = isWhole ? load.products : (answer?.products ?? none);
  const filter = {
    tile: isWhole ? (search.tile ?? null) : null,
    find: isWhole ? (search.find ?? null) : null,
  };
  const arranged = useArrangedRows(products, { quantity, sort, filter });

  const filteredPages = Math.max(1, Math.ceil(arranged.rows.length / pageSize));
  const shownPage = isWhole ? Math.min(page, filteredPages) : page;
  const rows = useMemo(
    () => (isWhole ? arranged.rows.slice((shownPage - 1) * pageSize, shownPage * pageSize) : arranged.rows),
    [isWhole, arranged.rows, shownPage, pageSize],
  );
  const ids = useMemo(() => rows.map(({ productId }) => productId).toSorted((a, b) => a - b), [rows]);
  const names = useNames(arranged.names === null ? ids : none);
  const moved = useWhatMoved(address, {
    products,
    fetchedAt: isWhole ? load.snapshot.oldestFetch : query.isPlaceholderData ? null : (answer?.fetchedAt ?? null),
  });
  const shown = useShownRows(rows, arranged.names ?? names, moved.byProduct);
  const servicePages = total === null ? null : Math.max(Math.ceil(total / pageSize), 1);

  return {
    request,
    isWhole,
    rows: shown,
    /** The wanted one that the rows are worked out for. */
    quantity,
    moved,
    /** Whether there is anything to show: a page, maybe the one before, or everything. */
    hasCome: isWhole || answer !== null,
    /** Those of the page as they came, or everything once that is loaded. */
    products,
    sort,
    setSort,
    /** The rows are of the page before, or in the order before, while these are on their way. */
    isStale: isWhole ? arranged.isSorting : query.isPlaceholderData,
    error: isWhole ? null : query.error,
    page: shownPage,
    pageCount: isWhole ? filteredPages : servicePages,
    /** Of the whole choice. */
    total: isWhole ? load.snapshot.totalProducts : total,
    /** What a filter left of them. */
    found: arranged.rows.length,
    /** All of those, in their order, once everything is loaded. */
    everything: () => arranged.rows.map(({ listed }) => listed),
    /** How many products are not among them, since their pages could not be had. */
    notLoaded: isWhole ? load.snapshot.missingProducts : 0,
    notes: {
      pastEnd: isWhole && page > filteredPages ? { asked: page, opened: filteredPages } : pastEnd,
      totalChange: isWhole ? null : totalChange,
      // Which pages lack some of everything, the summary says.
      oddities: isWhole ? { ...load.snapshot.oddities, withheld: 0 } : (answer?.oddities ?? null),
    },
    fetchedAt: isWhole ? load.snapshot.oldestFetch : query.isPlaceholderData ? null : (answer?.fetchedAt ?? null),
    isFetching: query.isFetching || load.snapshot.phase === 'loading',
    refresh: () => {
      if (isWhole) load.reload();
      else refresh();
    },
  };
}

export type Listing = ReturnType<typeof useListing>;
