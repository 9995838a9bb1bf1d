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
 * Everything known so far of a product and a quantity: its name, its calendar, the service's answer, and whether
 * the calendar bears it out. Answer and calendar are asked for side by side; a null quantity asks for no answer.
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
    /** Null while it is on the way, and where it failed. */
    answer,
    /** When the service answered for the quantity, in Unix milliseconds; a refusal for want of stock is an answer. */
    answeredAt: isNotAvailable(item.error) ? item.errorUpdatedAt : (item.data?.receivedAt ?? 0),
    /** The stock's last update; null where the answer doesn't say. */
    lastUpdateDate: (quantity !== null && answer?.kind !== 'not-available' && item.data?.data.lastUpdateDate) || null,
    calendar,
    /** The latest calendar that came, even where it could not be refreshed since. */
    latestTimeline: timeline,
    /** Null until the calendar is there, and where the latest attempt failed: what is worked out rests on this one. */
    timeline: isCalendarCurrent ? timeline : null,
    /** What the calendar says against the answer; null where it doesn't, and until both came. */
    contradiction,
    /** When the older of calendar and answer was given, in Unix milliseconds; null while neither came. */
    givenAt: received.length === 0 ? null : Math.min(...received.map(({ receivedAt }) => receivedAt)),
    /** Whether one of them stands in for what the service could not give now. */
    isStandIn: received.some(({ isStale }) => isStale),
    isFetching: item.isFetching || calendar.isFetching,
    refresh: () => {
      void calendar.refetch();
      if (quantity !== null) void item.refetch();
    },
  };
}

export type ProductAnswer = ReturnType<typeof useAnswer>;
