import { useMemo } from 'react';

import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import { useNames } from '#api/use-names.ts';
import { useLocale } from '#components/locale/locale-context.tsx';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarChange } from '#domain/calendars/calendar-change.ts';

import { sortRows } from './table/arrange-rows.ts';
import { calendarRow } from './table/calendar-row.ts';
import type { CalendarsSearch } from './use-calendars-search.ts';
import { usePagedCalendars } from './use-paged-calendars.ts';
import { useShownRows } from './use-shown-rows.ts';
import { useSortOrder } from './use-sort-order.ts';

const noProducts: readonly never[] = [];

/** The rows of the page on screen and all that is known of them. */
export function useListing(choice: ProductChoice, address: CalendarsSearch) {
  const { locale, today } = useLocale();
  const { quantity } = address;
  const { request, query, totalChange, pastEnd } = usePagedCalendars(choice, address);
  const { sort, setSort } = useSortOrder(address);
  const page = query.data ?? null;
  const products = page?.products ?? noProducts;
  const ids = useMemo(() => products.map(({ productId }) => productId), [products]);
  const { nameOf } = useNames(ids);
  const rows = useMemo(() => {
    const read = products.map((product) => calendarRow(product, today, quantity));
    return sort === null ? read : sortRows(read, sort, nameOf, locale);
  }, [products, today, quantity, sort, nameOf, locale]);
  const shown = useShownRows(rows, nameOf, noChanges);

  return {
    request,
    page,
    rows: shown,
    sort,
    setSort,
    /** The rows are of the page before, while this one is on its way. */
    isStale: query.isPlaceholderData,
    error: query.error,
    pageCount: page === null ? null : Math.max(page.totalPages, 1),
    total: page?.totalItems ?? null,
    notes: { pastEnd, totalChange, oddities: page?.oddities ?? null },
    fetchedAt: query.isPlaceholderData ? null : (page?.fetchedAt ?? null),
    isFetching: query.isFetching,
    refresh: () => void query.refetch(),
  };
}

export type Listing = ReturnType<typeof useListing>;

const noChanges: ReadonlyMap<ProductId, CalendarChange> = new Map();
