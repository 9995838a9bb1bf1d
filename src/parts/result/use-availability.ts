import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { errorOf } from '#data/http-client.ts';
import { useIsOutdated } from '#data/session.ts';
import { stock } from '#data/stock.ts';
import { localeAsOf, useLocale, useUnit } from '#ui/locale.tsx';
import type { Availability, Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type StockResult, type DatedResult, isConfirmed, type UnreliableReason } from '#stock/stock-result.ts';
import { readTimeline, type StockTimeline } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { useWording } from './wording.ts';

/**
 * A product with its calendar and, unless the quantity is null, its result, and what they are shown with. A result is of
 * its day and its stock data: on another day, or after an import, it stays and is outdated.
 */
export function useAvailability(productId: ProductId, quantity: Thousandths | null) {
  const locale = useLocale();
  const isOutdatedResult = useIsOutdated();
  const query = useQuery({
    ...stock.availability(productId, quantity),
    // The calendar is the same for every quantity.
    placeholderData: (before) =>
      before?.product.productId === productId ? { ...before, result: null, problems: {} } : undefined,
  });
  const { data } = query;

  const product: Product = data?.product ?? { productId, name: null, sku: null, unit: null };
  const day = data?.today ?? locale.today;
  const isOutdated = data !== undefined && isOutdatedResult(data);
  const shownLocale = useMemo(() => (isOutdated ? localeAsOf(locale, day) : locale), [locale, isOutdated, day]);
  const unit = useUnit(data?.product);
  const wording = useWording(unit, shownLocale);

  const entries = data?.calendar?.entries;
  const latestTimeline = useMemo(() => (entries ? readTimeline(entries, day) : null), [entries, day]);
  const { calendar: calendarProblem, result: resultProblem } = data?.problems ?? {};

  return {
    product,
    unit,
    wording,
    quantity,
    // If a refresh fails, what is shown is an older calendar, and no result.
    ...shownResult(query.error === null ? data : undefined, latestTimeline, quantity),
    /** When result and calendar were received, Unix milliseconds; null before. */
    receivedAt: data?.receivedAt ?? null,
    /** Latest entries received, even if a later refresh failed. */
    entries,
    /** Number of entries that couldn't be read. */
    unreadable: data?.calendar?.unreadable ?? 0,
    /** Calendar of {@link entries}, to be shown. */
    latestTimeline,
    /** Why there is no result. */
    error: query.error ?? (resultProblem ? errorOf(resultProblem) : null),
    /** Why there is no calendar, or no newer one. */
    calendarError: query.error ?? (calendarProblem ? errorOf(calendarProblem) : null),
    /** Whether nothing has been received yet, and nothing has failed. */
    isPending: query.isPending,
    isFetching: query.isFetching,
    /** Whether it is an older copy, because the service couldn't provide a new one. */
    isStale: data?.isStale ?? false,
    /** Day of the result if that has changed since, or the stock data has; otherwise null. */
    outdatedDay: isOutdated ? day : null,
    refresh: () => void query.refetch(),
  };
}

/** What is shown of a response for a quantity: the result, and what can be derived from the calendar beside it. */
export function shownResult(
  received: Pick<Availability, 'calendar' | 'result'> | undefined,
  latestTimeline: StockTimeline | null,
  quantity: Thousandths | null,
) {
  const result = received?.result ?? null;
  const timeline = received?.calendar?.unreadable === 0 ? latestTimeline : null;
  return {
    /** Null while it is loading, if there is none, and if it isn't reliable. */
    stockResult: result?.kind === 'reliable' ? (result.stockResult satisfies StockResult) : null,
    /** The calendar's ship date, if it is before the one that the service confirms. */
    earlier: result?.kind === 'reliable' ? (result.earlier satisfies DatedResult | null) : null,
    /** Why the result isn't reliable; null if it is. */
    unreliable: result?.kind === 'not-reliable' ? (result.reason satisfies UnreliableReason) : null,
    hasNoStockData: result?.kind === 'no-stock-data',
    /** Last stock update of a ship date; null if the service didn't send it, undefined without a ship date. */
    lastUpdateDate:
      result?.kind === 'reliable' && result.stockResult.kind !== 'not-available' ? result.lastUpdateDate : undefined,
    /** Calendar for calculations: null until received, if it is incomplete, and if the latest refresh failed. */
    timeline,
    /** Whether the calendar's own ship dates are shown although the service doesn't confirm them for this quantity. */
    isUnconfirmed:
      result?.kind === 'not-reliable' ||
      (result?.kind === 'reliable' &&
        timeline !== null &&
        quantity !== null &&
        !isConfirmed(result.stockResult, timeline, quantity)),
  };
}

export type ProductAvailability = ReturnType<typeof useAvailability>;
