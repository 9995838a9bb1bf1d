import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { useAnswerTimes } from '#api/answer-time.ts';
import { useProduct } from '#api/products.ts';
import { isNotAvailable, serviceAnswer } from '#api/service-answer.ts';
import { stock } from '#api/stock.ts';
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
  const item = useQuery(stock.item(productId, quantity));
  const calendar = useQuery(stock.calendar(productId));
  const timeOf = useAnswerTimes();
  const given = timeOf(stock.item(productId, quantity).queryKey, item.dataUpdatedAt);
  const calendarGiven = timeOf(stock.calendar(productId).queryKey, calendar.dataUpdatedAt);
  const named = useProduct(productId);
  const product = named ?? { productId, name: null, sku: null, unit: null };
  const wording = useWording(useUnit(named));
  const timeline = useTimeline(calendar.error === null ? calendar.data : undefined, today);
  const answer = serviceAnswer(item, today);
  const contradiction = useContradiction(answer, calendar.error === null ? calendar.data : undefined, quantity);
  return {
    question,
    product,
    wording,
    item: {
      data: item.data,
      error: item.error,
      isFetching: item.isFetching,
      settledAt: isNotAvailable(item.error) ? item.errorUpdatedAt : given.givenAt,
      isStandIn: given.isStandIn || calendarGiven.isStandIn,
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
