import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { calendars, type ReceivedCalendars } from '#data/calendar-pages.ts';
import { timelineOf } from '#stock/calendars/listed-product.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { chunksOf } from '#stock/chunks.ts';
import { maxCalendarsPage } from '#stock/contract/calendar-options.ts';
import type { KeptPromises } from '#stock/contract/promises.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type ComparedPromise, comparePromises, promisesOfSeveralLetters } from '#stock/promises/open-promises.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';

/** The user's promises, compared with each other. */
export type ComparedPromises = Omit<KeptPromises, 'promises'> & { promises: readonly ComparedPromise[] };

/** Compares promises of the same products with those of other letters. Without calendars they are as they were checked. */
export function useComparedPromises(kept: KeptPromises | undefined): ComparedPromises | undefined {
  const productIds = useMemo(
    () => (kept === undefined ? [] : [...promisesOfSeveralLetters(kept.promises, kept.today).keys()]),
    [kept],
  );
  const timelines = useTimelines(productIds, kept?.today);
  return useMemo(
    () =>
      kept === undefined || timelines.size === 0
        ? kept
        : { ...kept, promises: comparePromises(kept.promises, kept.today, timelines) },
    [kept, timelines],
  );
}

/** Loads the stock calendars of products; those that aren't loaded or can't be relied on are left out. */
export function useTimelines(
  productIds: readonly ProductId[],
  today: CalendarDate | undefined,
): ReadonlyMap<ProductId, StockTimeline> {
  const queries = chunksOf(
    productIds.toSorted((a, b) => a - b),
    maxCalendarsPage,
  ).map((ids) =>
    Object.assign(
      calendars.page({ productIds: ids, quantity: null, includeMaxLeadTime: true, page: 1, pageSize: ids.length }),
      { refetchInterval: false as const },
    ),
  );
  const combine = useCallback(
    (results: readonly { data?: ReceivedCalendars | undefined }[]) =>
      new Map(
        results
          .flatMap(({ data }) => data?.rows ?? [])
          .flatMap(({ product: { productId }, entries, result }) =>
            entries === null || today === undefined || result?.kind === 'not-reliable'
              ? []
              : [[productId, timelineOf({ entries }, today)] as const],
          ),
      ),
    [today],
  );
  return useQueries({ queries, combine });
}
