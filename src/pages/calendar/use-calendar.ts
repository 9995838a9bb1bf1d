import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

import { isNotAvailable, isUnknownProduct } from '#api/errors.ts';
import { products } from '#api/products.ts';
import { serviceAnswer, useStockCalendar, useStockItem } from '#api/stock.ts';
import { useContradiction } from '#features/answer/use-contradiction.ts';
import { useLocale, useUnit } from '#ui/locale.tsx';
import { useRecentProducts } from '#features/use-recent-products.ts';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** Everything that the calendar screen knows of a product: its name, its entries, and the service's answer for `quantity`. */
export function useCalendar(productId: ProductId, quantity: Thousandths | null, includesMaxLeadTime: boolean) {
  const { today } = useLocale();
  const named = useQuery(products.one(String(productId)));
  const calendar = useStockCalendar(productId);
  const item = useStockItem(productId, quantity);

  const product: Product = named.data ?? { productId, name: null, sku: null, unit: null };
  const unit = useUnit(named.data);
  const entries = calendar.data?.data;
  const whole = useMemo(() => entries && readTimeline(entries, today), [entries, today]);
  const shown = useMemo(() => {
    if (!whole || !entries) return null;
    if (includesMaxLeadTime) return { timeline: whole, entries };
    return {
      timeline: { ...whole, maxLeadTimeDate: null },
      entries: entries.filter((entry) => !entry.isMaxLeadTime),
    };
  }, [whole, entries, includesMaxLeadTime]);
  const answer = quantity === null ? null : serviceAnswer(item, today);
  const contradiction = useContradiction(answer, entries, quantity);

  useRemembered(product, calendar.isSuccess && !named.isPending);

  const given = [calendar.data, quantity === null ? undefined : item.data].filter((answer) => answer !== undefined);
  return {
    product,
    unit,
    quantity,
    isNamePending: named.isPending,
    /** What the calendar holds, with or without its max lead time; null until it came. */
    shown,
    /** Of the whole calendar, whatever is shown. */
    whole: whole ?? null,
    error: calendar.error,
    isUnknown: isUnknownProduct(calendar.error),
    /** Neither a calendar nor an answer came: one failure is told, not two. */
    hasFailed: calendar.isError && !calendar.data && (item.isError || quantity === null) && !isNotAvailable(item.error),
    item,
    answer,
    contradiction,
    /** When the older of calendar and answer was given, in Unix milliseconds; null while neither came. */
    fetchedAt: given.length === 0 ? null : Math.min(...given.map(({ receivedAt }) => receivedAt)),
    /** Whether one of them stands in for what the service could not give now. */
    isStandIn: given.some(({ isStale }) => isStale),
    lastUpdateDate: (quantity !== null && !isNotAvailable(item.error) && item.data?.data.lastUpdateDate) || null,
    isFetching: calendar.isFetching || item.isFetching,
    refresh: () => {
      void calendar.refetch();
      if (quantity !== null) void item.refetch();
    },
  };
}

export type Calendar = ReturnType<typeof useCalendar>;

function useRemembered({ productId, name }: Product, isKnown: boolean) {
  const { remember } = useRecentProducts();
  useEffect(() => {
    if (isKnown) remember({ productId, name });
  }, [isKnown, productId, name, remember]);
}
