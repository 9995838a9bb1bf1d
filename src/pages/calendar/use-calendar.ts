import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

import { useAnswerTimes } from '#api/answer-time.ts';
import { HttpError } from '#api/errors.ts';
import { products } from '#api/products.ts';
import { isNotAvailable, serviceAnswer } from '#api/service-answer.ts';
import { stock } from '#api/stock.ts';
import { useContradiction } from '#features/answer/use-contradiction.ts';
import { useLocale, useUnit } from '#ui/locale.tsx';
import { useRecentProducts } from '#features/use-recent-products.ts';
import type { Product } from '#contract/gateway.ts';
import { problemCode } from '#contract/problem.ts';
import type { ProductId } from '#contract/product-id.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** Everything that the calendar screen knows of a product: its name, its entries, and the service's answer for `quantity`. */
export function useCalendar(productId: ProductId, quantity: Thousandths | null, includesMaxLeadTime: boolean) {
  const { today } = useLocale();
  const named = useQuery(products.one(String(productId)));
  const calendar = useQuery(stock.calendar(productId));
  const item = useQuery({ ...stock.item(productId, quantity ?? 1000), enabled: quantity !== null });

  const product: Product = named.data ?? { productId, name: null, sku: null, unit: null };
  const unit = useUnit(named.data);
  const whole = useMemo(() => calendar.data && readTimeline(calendar.data, today), [calendar.data, today]);
  const shown = useMemo(() => {
    if (!whole || !calendar.data) return null;
    if (includesMaxLeadTime) return { timeline: whole, entries: calendar.data };
    return {
      timeline: { ...whole, maxLeadTimeDate: null },
      entries: calendar.data.filter((entry) => !entry.isMaxLeadTime),
    };
  }, [whole, calendar.data, includesMaxLeadTime]);
  const answer = quantity === null ? null : serviceAnswer(item, today);
  const contradiction = useContradiction(answer, calendar.data, quantity);

  useRemembered(product, calendar.isSuccess && !named.isPending);

  const timeOf = useAnswerTimes();
  const given = [
    { queryKey: stock.calendar(productId).queryKey, cameAt: calendar.dataUpdatedAt },
    { queryKey: stock.item(productId, quantity ?? 1000).queryKey, cameAt: quantity === null ? 0 : item.dataUpdatedAt },
  ]
    .filter(({ cameAt }) => cameAt > 0)
    .map(({ queryKey, cameAt }) => timeOf(queryKey, cameAt));
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
    isUnknown: isUnknown(calendar.error),
    /** Neither a calendar nor an answer came: one failure is told, not two. */
    hasFailed: calendar.isError && !calendar.data && (item.isError || quantity === null) && !isNotAvailable(item.error),
    item,
    answer,
    contradiction,
    /** When the older of calendar and answer was given, in Unix milliseconds; null while neither came. */
    fetchedAt: given.length === 0 ? null : Math.min(...given.map(({ givenAt }) => givenAt)),
    /** Whether one of them stands in for what the service could not give now. */
    isStandIn: given.some(({ isStandIn }) => isStandIn),
    lastUpdateDate: (quantity !== null && !isNotAvailable(item.error) && item.data?.lastUpdateDate) || null,
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

function isUnknown(error: Error | null): boolean {
  return error instanceof HttpError && error.problem !== null && problemCode(error.problem.type) === 'unknown-product';
}
