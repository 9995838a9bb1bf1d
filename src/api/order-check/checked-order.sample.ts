import { maxLeadTime, real } from '#domain/entries.arbitrary.ts';
import type { LineState } from '#domain/order/line-state.ts';
import { type CountedLine, lineQuestions } from '#domain/order/order-line.ts';
import { orderSummary, type OrderSummary, type SummaryLine } from '#domain/order/order-summary.ts';
import { countedLine } from '#domain/order/order.sample.ts';
import type { DatedEntry } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { AnswerBook, type SavedAnswers } from './answer-book.ts';
import { type Fault, FaultyService, type Manner } from './faulty-service.fake.ts';
import { OrderCheck, type OrderCheckOptions } from './order-check.ts';

/** 40 today, 90 from April 17, any quantity from June 12 (max lead time). */
export const entries = [real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')];

/** A service with products 1 to `count`, all with the same calendar. */
export function serviceOf(count: number, manner?: Manner, calendar: readonly DatedEntry[] = entries): FaultyService {
  return new FaultyService(new Map(upTo(count).map((productId) => [productId, calendar])), manner);
}

/** A check with its lines and results, as in an order. */
export class CheckedOrder extends OrderCheck {
  readonly book: AnswerBook;
  readonly #lines: { now: readonly CountedLine[] };

  constructor(
    options: Omit<OrderCheckOptions, 'questions'> & { today: () => CalendarDate },
    lines: readonly CountedLine[],
    saved?: SavedAnswers,
  ) {
    const held = { now: lines };
    const book = new AnswerBook({ day: options.today(), stock: 'first' }, saved);
    super(book, { ...options, questions: () => lineQuestions(held.now) });
    this.book = book;
    this.#lines = held;
  }

  setLines(lines: readonly CountedLine[]): void {
    this.#lines.now = lines;
    this.touch();
  }

  get summaryLines(): SummaryLine[] {
    return lineQuestions(this.#lines.now).map((question) => ({
      key: question.key,
      neededBy: null,
      state: this.book.stateOf(question),
      question,
    }));
  }

  get states(): LineState[] {
    return this.summaryLines.map(({ state }) => state);
  }

  get kinds(): string[] {
    return this.states.map(({ kind }) => kind);
  }

  get summary(): OrderSummary {
    return orderSummary(this.summaryLines, this.book, this.book.present.day);
  }

  save(): SavedAnswers {
    return this.book.save(lineQuestions(this.#lines.now));
  }
}

export function checkOf(service: FaultyService, lines: readonly CountedLine[], batchSize?: number): CheckedOrder {
  return new CheckedOrder({ ...service.options, batchSize }, lines);
}

/** One line of 1 unit per product. */
export function linesOf(...productIds: number[]): CountedLine[] {
  return productIds.map((productId, index) => countedLine(index + 1, { productId }));
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Number of lines in each call. */
export function sizesOf(service: FaultyService): number[] {
  return service.stockCalls.map((questions) => questions.length);
}

/** Checks one line for each of `count` products with the given faults. */
export async function faulted(count: number, faults: (Fault | null)[], batchSize?: number) {
  const service = serviceOf(count);
  service.faults = faults;
  const lines = linesOf(...upTo(count));
  const check = checkOf(service, lines, batchSize);
  await check.check();
  return { service, check, lines, kinds: check.kinds };
}
