import { useMemo } from 'react';

import { isNotAvailable } from '#api/errors.ts';
import { useProduct } from '#api/products.ts';
import { serviceAnswer, useStockCalendar, useStockItem } from '#api/stock.ts';
import { useContradiction } from '#features/answer/use-contradiction.ts';
import { useWording } from '#features/answer/use-wording.ts';
import type { Wording } from '#features/answer/wording.ts';
import { useLocale, useUnit } from '#ui/locale.tsx';
import type { CalendarEntry, StockItem } from '#contract/envelope.ts';
import type { Product } from '#contract/gateway.ts';
import type { Answer, AnswerContradiction } from '#domain/answer.ts';
import { readTimeline, type StockTimeline } from '#domain/stock-timeline.ts';

import type { Question } from './question.ts';

/** A question with what is known about it so far: the service's answer, and the calendar it is held against. */
export interface Asked {
  question: Question;
  product: Product;
  wording: Wording;
  item: {
    data: StockItem | undefined;
    error: Error | null;
    isFetching: boolean;
    /** When the latest outcome was given, in Unix milliseconds. */
    settledAt: number;
    /** Whether this or the calendar stands in for what the service could not give now. */
    isStandIn: boolean;
    refresh: () => void;
  };
  /** Null while it is on the way, and where it failed. */
  answer: Answer | null;
  calendar: { error: Error | null; isPending: boolean; refresh: () => void };
  /** Null until the calendar is there. */
  timeline: StockTimeline | null;
  contradiction: AnswerContradiction | null;
}

/** Asks the service for the answer and the calendar side by side. */
export function useAsked(question: Question): Asked {
  const { productId, quantity } = question;
  const { today } = useLocale();
  const item = useStockItem(productId, quantity);
  const calendar = useStockCalendar(productId);
  const named = useProduct(productId);
  const product = named ?? { productId, name: null, sku: null, unit: null };
  const wording = useWording(useUnit(named));
  const timeline = useTimeline(calendar.error === null ? calendar.data?.data : undefined, today);
  const answer = serviceAnswer(item, today);
  const contradiction = useContradiction(answer, calendar.error === null ? calendar.data?.data : undefined, quantity);
  return {
    question,
    product,
    wording,
    item: {
      data: item.data?.data,
      error: item.error,
      isFetching: item.isFetching,
      settledAt: isNotAvailable(item.error) ? item.errorUpdatedAt : (item.data?.receivedAt ?? 0),
      isStandIn: item.data?.isStale === true || calendar.data?.isStale === true,
      refresh: () => {
        void item.refetch();
        void calendar.refetch();
      },
    },
    answer,
    calendar: { error: calendar.error, isPending: calendar.isPending, refresh: () => void calendar.refetch() },
    timeline,
    contradiction,
  };
}

function useTimeline(entries: readonly CalendarEntry[] | undefined, today: Wording['today']): StockTimeline | null {
  return useMemo(() => (entries === undefined ? null : readTimeline(entries, today)), [entries, today]);
}
