import type { ProductId } from '#contract/product-id.ts';
import { answerOfItem } from '#domain/answer.ts';
import type { LineResult } from '#domain/order/line-state.ts';
import type { LineKey, StockQuestion } from '#domain/order/order-line.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import type { OrderBook } from './order-book.ts';

/** The results of a check as plain data, to be stored beside the order's lines. */
export interface SavedCheck {
  /** With which question each line was asked. */
  lines: (StockQuestion & { key: LineKey })[];
  /** What came of each question; `settledAt` in milliseconds since 1970. */
  results: (StockQuestion & { result: LineResult; settledAt: number })[];
  calendars: { productId: ProductId; timeline: StockTimeline; fetchedAt: number }[];
}

export function saveBook(book: OrderBook): SavedCheck {
  return {
    lines: book.lines.flatMap((line) => {
      const question = book.questionOf(line);
      return question ? [{ key: line.key, productId: question.productId, quantity: question.quantity }] : [];
    }),
    results: [...book.questions.all()].flatMap(({ productId, quantity, result, settledAt }) =>
      result === null ? [] : [{ productId, quantity, result, settledAt }],
    ),
    calendars: [...book.calendars].flatMap(([productId, { timeline, fetchedAt }]) =>
      timeline === null ? [] : [{ productId, timeline, fetchedAt }],
    ),
  };
}

/** Enters saved results; what was expected then and is due by now reads as in stock. */
export function restoreBook(book: OrderBook, saved: SavedCheck, today: CalendarDate): void {
  for (const { result, settledAt, ...question } of saved.results) {
    const isAnswered = result.kind === 'answered';
    Object.assign(book.questions.enter(question), {
      result: isAnswered ? { ...result, answer: answerOfItem(result.item, today) } : result,
      settledAt,
    });
  }
  for (const { key, ...question } of saved.lines) book.link(key, book.questions.enter(question));
  for (const { productId, ...calendar } of saved.calendars) {
    book.calendars.set(productId, { ...calendar, fetchedIn: 0 });
  }
}
