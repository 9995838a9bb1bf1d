import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';

import type { CalendarDate } from '#stock/calendar-date.ts';
import { type CalendarChange, calendarChange } from '#stock/calendars/calendar-change.ts';
import { type ChangeFilter, maxCalendarsPage } from '#stock/contract/calendar-options.ts';
import type { ChangedProduct, ChangesPage } from '#stock/contract/changes.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { readTimeline, type StockTimeline } from '#stock/stock-timeline.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';

import { requestOfProducts } from './product-request.ts';
import { freshFor } from './stock.ts';

/** Milliseconds between requests while the first calendars are loaded. */
const loadingInterval = 10_000;

/** Which changes to load. */
export interface ChangesRequest {
  /** Null for all products. */
  productIds: readonly ProductId[] | null;
  /** A date, from its first moment on in the service's time zone, or Unix milliseconds. */
  since: CalendarDate | number;
  /** Null for any quantity above 0. */
  quantity: Thousandths | null;
  unit?: string | undefined;
  /** Text in the product's ID, SKU or name. */
  find?: string | undefined;
  /** Which alone to load; all if absent. */
  direction?: ChangeFilter | undefined;
  /** Whether to count all products as of the date `since`. */
  counted?: true;
}

/** A product whose calendar changed, with both calendars as of today. */
export interface ProductChange {
  product: Product;
  before: StockTimeline;
  now: StockTimeline;
  change: CalendarChange;
}

export interface ReceivedChanges extends Omit<ChangesPage, 'rows'>, Pick<ChangesRequest, 'direction'> {
  rows: ProductChange[];
}

const hour = 3_600_000;

/**
 * The hour a day before a time, both Unix milliseconds: at it, stock was as somebody saw it yesterday, whether it is
 * imported in the morning or in the evening.
 */
export function dayBefore(at: number): number {
  return Math.floor(at / hour - 24) * hour;
}

/** Queries for changes of many products. */
export const changes = {
  list: (request: ChangesRequest, pageSize = 100) =>
    infiniteQueryOptions({
      queryKey: ['stock', 'changes', request, pageSize],
      queryFn: ({ pageParam, signal }) => fetchChanges(request, { page: pageParam, pageSize }, signal),
      initialPageParam: 1,
      getNextPageParam: (last: ReceivedChanges) =>
        last.page * last.pageSize < foundIn(last) ? last.page + 1 : undefined,
      staleTime: freshFor,
      // Nothing is recorded until all calendars of an external service are loaded.
      refetchInterval: ({ state }) => (state.data?.pages[0]?.historyFrom === null ? loadingInterval : false),
      placeholderData: keepPreviousData,
      structuralSharing: false,
    }),
};

/** Number of changed products over all pages, of the direction that was loaded or of all. */
export function foundIn({ counts, direction }: Pick<ReceivedChanges, 'counts' | 'direction'>): number {
  const { gone, later, earlier, same } = counts;
  const moved = gone + later + earlier;
  if (direction === undefined) return moved + same;
  return direction === 'moved' ? moved : counts[direction];
}

/** Yields all changes in order, a page at a time. The pages may be of different stock data. */
export async function* streamChanges(
  client: QueryClient,
  request: ChangesRequest,
  signal: AbortSignal,
): AsyncGenerator<ReceivedChanges> {
  for (let page = 1; ; page += 1) {
    const received = await client.fetchQuery({
      queryKey: ['stock', 'changes', request, 'page', page],
      queryFn: (query) => fetchChanges(request, { page, pageSize: maxCalendarsPage }, query.signal),
      structuralSharing: false,
    });
    signal.throwIfAborted();
    yield received;
    if (page * maxCalendarsPage >= foundIn(received)) return;
  }
}

async function fetchChanges(
  { productIds, quantity, unit, ...options }: ChangesRequest,
  place: { page: number; pageSize: number },
  signal: AbortSignal,
): Promise<ReceivedChanges> {
  const wanted = quantity === null ? {} : { quantity: fromThousandths(quantity), unit };
  const parameters = { ...options, ...wanted, ...place };
  const received = await requestOfProducts<ChangesPage>('/gateway/changes', productIds, parameters, { signal });
  const rows = received.rows.flatMap((row) => productChange(row, received.today, quantity) ?? []);
  return { ...received, direction: options.direction, rows };
}

/** Compares both calendars; null if they are the same from today on. */
function productChange(
  { product, ...calendars }: ChangedProduct,
  today: CalendarDate,
  quantity: Thousandths | null,
): ProductChange | null {
  const read = (entries: ChangedProduct['now']) =>
    readTimeline(entries?.map((entry) => ({ ...entry, isDeleted: false })) ?? [], today);
  const [before, now] = [read(calendars.before), read(calendars.now)];
  const change = calendarChange(product.productId, before, now, quantity);
  return change && { product, before, now, change };
}
