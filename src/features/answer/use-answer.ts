import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { isNotAvailable } from '#api/errors.ts';
import { products } from '#api/products.ts';
import { session } from '#api/session.ts';
import { serviceAnswer, useStockCalendar, useStockItem } from '#api/stock.ts';
import { useLocale, useUnit } from '#ui/locale.tsx';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import { backedAnswer, contradictionNow } from '#domain/answer.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { useWording } from './wording.ts';

/**
 * Loads a product, its calendar and the service's answer for a quantity, and checks the answer against the calendar.
 * Requests run in parallel. A null quantity requests no answer.
 */
export function useAnswer(productId: ProductId, quantity: Thousandths | null) {
  const { today } = useLocale();
  const named = useQuery(products.one(String(productId)));
  const item = useStockItem(productId, quantity);
  const calendar = useStockCalendar(productId);
  const { data: currentSession } = useQuery(session.current());

  const product: Product = named.data ?? { productId, name: null, sku: null, unit: null };
  const unit = useUnit(named.data);
  const wording = useWording(unit);
  const entries = calendar.data?.data;
  const timeline = useMemo(() => (entries ? readTimeline(entries, today) : null), [entries, today]);
  const isCalendarCurrent = calendar.error === null;

  const given = quantity === null ? null : serviceAnswer(item, today);
  const serviceToday = currentSession?.service.today ?? today;
  const contradiction =
    given !== null && quantity !== null && isCalendarCurrent && entries !== undefined
      ? contradictionNow(today, [serviceToday], given, entries, quantity)
      : null;
  const answer =
    given !== null && quantity !== null && timeline !== null && isCalendarCurrent
      ? backedAnswer(given, timeline, quantity)
      : given;

  const received = [calendar.data, quantity === null ? undefined : item.data].filter((one) => one !== undefined);
  return {
    product,
    isNamePending: named.isPending,
    unit,
    wording,
    quantity,
    item,
    /** Null while it is loading, and if it failed to load. */
    answer,
    /** When the service answered, Unix milliseconds. A rejection because of insufficient stock is an answer. */
    answeredAt: isNotAvailable(item.error) ? item.errorUpdatedAt : (item.data?.receivedAt ?? 0),
    /** Last stock update, null if the answer doesn't contain it. */
    lastUpdateDate: (quantity !== null && answer?.kind !== 'not-available' && item.data?.data.lastUpdateDate) || null,
    calendar,
    /** Latest calendar received, even if a later refresh failed. */
    latestTimeline: timeline,
    /** Calendar for calculations: null until received, and if the latest refresh failed. */
    timeline: isCalendarCurrent ? timeline : null,
    /** Contradiction between calendar and answer: null if there is none, and until both are received. */
    contradiction,
    /** When the older of calendar and answer was received, Unix milliseconds; null before the first. */
    receivedAt: received.length === 0 ? null : Math.min(...received.map(({ receivedAt }) => receivedAt)),
    /** Whether calendar or answer is a stale copy, because the service couldn't provide a new one. */
    isStale: received.some(({ isStale }) => isStale),
    isFetching: item.isFetching || calendar.isFetching,
    refresh: () => {
      void calendar.refetch();
      if (quantity !== null) void item.refetch();
    },
  };
}

export type ProductAnswer = ReturnType<typeof useAnswer>;
