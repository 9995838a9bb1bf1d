import { isUnknownProduct } from '#api/errors.ts';
import type { CalendarEntry } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import { answerFor } from '#domain/answer.ts';
import type { LineResult, NotAnswered } from '#domain/order/line-state.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import type { Ending } from './call-pool.ts';
import { type CallFailure, CheckStopped, failureOf } from './call-failure.ts';

/** The whole calendar of one product, with its max lead time (§4.1). */
export type AskCalendar = (productId: ProductId, signal: AbortSignal) => Promise<readonly CalendarEntry[]>;

/** Lines that fail alone, without one success, until the address or the credential is taken to be wrong. */
const mostLoneFailures = 20;

/**
 * Settles what a service refuses even when asked alone, without a word on why: by the product's calendar (§4.1).
 * As long as nothing has shown that the service answers at all, what looks like unknown products is kept back.
 */
export class LoneFailures<Question extends StockQuestion> {
  readonly #askCalendar: AskCalendar;
  readonly #today: () => CalendarDate;
  readonly #settle: (question: Question, result: LineResult) => void;
  #isProven = false;
  #failures = 0;
  #keptBack: { question: Question; why: NotAnswered }[] = [];

  constructor(
    askCalendar: AskCalendar,
    today: () => CalendarDate,
    settle: (question: Question, result: LineResult) => void,
  ) {
    this.#askCalendar = askCalendar;
    this.#today = today;
    this.#settle = settle;
  }

  /** The service has answered something: address and credential are right. */
  prove(): void {
    this.#isProven = true;
    this.#settleKeptBack(() => ({ kind: 'unknown-product' }));
  }

  /** The asking is over: what was kept back is what it looks like, unless everything failed; else it stays unsettled. */
  end(ending: Ending): void {
    if (ending === 'done') this.#settleKeptBack(() => ({ kind: 'unknown-product' }));
    if (ending === 'stopped') this.#settleKeptBack(asStopped);
    this.#keptBack = [];
    this.#failures = 0;
    this.#isProven &&= ending === 'done';
  }

  /**
   * Settles a question that was refused alone, by the product's calendar.
   * @throws CheckStopped at the twentieth failure without a success; what asking for the calendar threw where that
   * has the person sign in or the service left alone. The question is unsettled then.
   */
  async settle(question: Question, why: NotAnswered, signal: AbortSignal): Promise<void> {
    const finding = await this.#lookInto(question, why, signal);
    this.#count(why);
    if (finding === 'unknown' && !this.#isProven) this.#keptBack.push({ question, why });
    else this.#settle(question, finding === 'unknown' ? { kind: 'unknown-product' } : finding);
  }

  /**
   * Settles a question that failed alone for a reason that no calendar can clear up.
   * @throws CheckStopped as {@link settle}
   */
  fail(question: Question, why: NotAnswered): void {
    this.#count(why);
    this.#settle(question, why);
  }

  #count(why: NotAnswered): void {
    if (this.#isProven) return;
    this.#failures += 1;
    if (this.#failures >= mostLoneFailures) throw new CheckStopped(asStopped({ why }));
  }

  #settleKeptBack(resultOf: (kept: { why: NotAnswered }) => LineResult): void {
    for (const kept of this.#keptBack.splice(0)) this.#settle(kept.question, resultOf(kept));
  }

  async #lookInto(
    { productId, quantity }: Question,
    why: NotAnswered,
    signal: AbortSignal,
  ): Promise<'unknown' | LineResult> {
    let entries: readonly CalendarEntry[];
    try {
      entries = await this.#askCalendar(productId, signal);
    } catch (error) {
      const failure = failureOf(error);
      if (signal.aborted || isForTheCheck(failure)) throw error;
      return isUnknownProduct(error) ? 'unknown' : failure.why;
    }
    if (entries.length === 0) return 'unknown';
    this.prove();
    // A refusal of what the calendar holds is no answer: that would be called impossible what may well be there.
    return answerFor(readTimeline(entries, this.#today()), quantity).kind === 'not-available'
      ? { kind: 'not-available' }
      : why;
  }
}

function asStopped({ why }: { why: NotAnswered }): NotAnswered {
  return { ...why, reason: 'stopped' };
}

function isForTheCheck({ kind }: CallFailure): boolean {
  return kind === 'signed-out' || kind === 'pause' || kind === 'final';
}
