import type { CalendarEntry } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import { answerFor } from '#domain/answer.ts';
import { oneUnit } from '#domain/calendars/calendar-summary.ts';
import type { LineResult, NotAnswered } from '#domain/order/line-state.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import { reconcile } from '#domain/order/reconcile.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import {
  type Batch,
  BatchRunner,
  type BatchWork,
  type Ending,
  freshBatch,
  halves,
  withoutRepeats,
} from './batch-runner.ts';
import { type CallFailure, CheckStopped, failureOf } from './call-failure.ts';
import { isUnknownProduct } from './errors.ts';
import { gatewaySource, type StockSource } from './stock-source.ts';

export interface StockWorkOptions<Question> extends Pick<StockSource, 'ask' | 'askCalendar' | 'today' | 'now'> {
  /** Told once for every question that was asked, unless the asking is cancelled or waits for a sign-in. */
  settle: (question: Question, result: LineResult) => void;
  /** How many questions the first calls hold; 200 where left out. */
  batchSize?: number;
}

/** Questions in one call until the service says that it is too many (§8, left open there). */
const defaultBatchSize = 200;
/** Answers that leave a question out, until it is taken to be left out for good. */
const mostOmissions = 4;

/** Asking for stock in batches: reconciles what comes, and finds out which lines a refusal is about. */
export class StockWork<Question extends StockQuestion> implements BatchWork<Question> {
  readonly #options: StockWorkOptions<Question>;
  readonly #lone: LoneFailures<Question>;
  #size: number;

  constructor(options: StockWorkOptions<Question>) {
    this.#options = options;
    this.#size = options.batchSize ?? defaultBatchSize;
    this.#lone = new LoneFailures(options);
  }

  size(): number {
    return this.#size;
  }

  async ask(batch: Batch<Question>, signal: AbortSignal): Promise<Batch<Question>[]> {
    const { ask, today, now, settle } = this.#options;
    const questions = batch.items;
    const items = await ask(questions, signal);
    const results = reconcile(questions, items, { today: today(), checkedAt: now() });
    const omissions = batch.omissions + 1;
    const leftOut: Question[] = [];
    for (const [index, result] of results.entries()) {
      const question = questions[index] as Question;
      const isLeftOut = result.kind === 'not-trusted' && result.finding.kind === 'missing';
      if (isLeftOut && omissions < mostOmissions) leftOut.push(question);
      else settle(question, result);
    }
    if (results.some(({ kind }) => kind === 'answered')) this.#lone.prove();
    return withoutRepeats(leftOut).map((items) => ({ items, failures: 0, omissions }));
  }

  async refused(batch: Batch<Question>, failure: CallFailure, signal: AbortSignal): Promise<Batch<Question>[]> {
    if (failure.kind === 'named') {
      const again = this.#settleNamed(batch.items, failure);
      if (again !== null) return again;
    }
    if (batch.items.length > 1) {
      if (failure.kind === 'too-many') this.#size = Math.min(this.#size, Math.ceil(batch.items.length / 2));
      return halves(batch);
    }
    const question = batch.items[0] as Question;
    if (failure.kind === 'too-many' || failure.why.reason === 'broken-answer') this.#lone.fail(question, failure.why);
    else await this.#lone.settle(question, failure.why, signal);
    return [];
  }

  giveUp(questions: readonly Question[], why: NotAnswered): void {
    for (const question of questions) this.#options.settle(question, why);
  }

  /** To be called when the asking is over. */
  end(ending: Ending): void {
    this.#lone.end(ending);
  }

  /**
   * A product is named, not a line: where several lines ask for it in different quantities, those are asked apart.
   * Null where nothing named was asked for.
   */
  #settleNamed(
    questions: readonly Question[],
    { unknown, unavailable }: CallFailure & { kind: 'named' },
  ): Batch<Question>[] | null {
    const lists = withoutRepeats(questions);
    const repeated = new Set(lists[1]?.map(({ productId }) => productId));
    const rest: Question[] = [];
    for (const question of questions) {
      const { productId } = question;
      if (unknown.has(productId)) this.#options.settle(question, { kind: 'unknown-product' });
      else if (unavailable.has(productId) && !repeated.has(productId)) {
        this.#options.settle(question, { kind: 'not-available' });
      } else rest.push(question);
    }
    const isAnyDoubtful = rest.some(({ productId }) => unavailable.has(productId));
    if (rest.length === questions.length && !isAnyDoubtful) return null;
    return (isAnyDoubtful ? withoutRepeats(rest) : [rest]).map(freshBatch);
  }
}

/** Lines that fail alone, without one success, until the address or the credential is taken to be wrong. */
const mostLoneFailures = 20;

/**
 * Settles what a service refuses even when asked alone, without a word on why: by the product's calendar (§4.1).
 * As long as nothing has shown that the service answers at all, what looks like unknown products is kept back.
 */
class LoneFailures<Question extends StockQuestion> {
  readonly #options: StockWorkOptions<Question>;
  #isProven = false;
  #failures = 0;
  #keptBack: { question: Question; why: NotAnswered }[] = [];

  constructor(options: StockWorkOptions<Question>) {
    this.#options = options;
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
    else this.#options.settle(question, finding === 'unknown' ? { kind: 'unknown-product' } : finding);
  }

  /**
   * Settles a question that failed alone for a reason that no calendar can clear up.
   * @throws CheckStopped as {@link settle}
   */
  fail(question: Question, why: NotAnswered): void {
    this.#count(why);
    this.#options.settle(question, why);
  }

  #count(why: NotAnswered): void {
    if (this.#isProven) return;
    this.#failures += 1;
    if (this.#failures >= mostLoneFailures) throw new CheckStopped(asStopped({ why }));
  }

  #settleKeptBack(resultOf: (kept: { why: NotAnswered }) => LineResult): void {
    for (const kept of this.#keptBack.splice(0)) this.#options.settle(kept.question, resultOf(kept));
  }

  async #lookInto(
    { productId, quantity }: Question,
    why: NotAnswered,
    signal: AbortSignal,
  ): Promise<'unknown' | LineResult> {
    let entries: readonly CalendarEntry[];
    try {
      entries = await this.#options.askCalendar(productId, signal);
    } catch (error) {
      const failure = failureOf(error);
      if (signal.aborted || isForTheCheck(failure)) throw error;
      return isUnknownProduct(error) ? 'unknown' : failure.why;
    }
    if (entries.length === 0) return 'unknown';
    this.prove();
    // A refusal of what the calendar holds is no answer: that would be called impossible what may well be there.
    return answerFor(readTimeline(entries, this.#options.today()), quantity).kind === 'not-available'
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

export interface LastUpdates {
  dates: ReadonlyMap<ProductId, CalendarDate>;
  /** Those whose question got no answer; of the rest without a date, the service gives none. */
  unanswered: ReadonlySet<ProductId>;
}

/**
 * Asks for the last update of products: only stock items tell it (§2.2), so each is asked for one unit (§4.3). What
 * the service names as unknown or not available has none. Rejects only where the signal is aborted.
 */
export async function fetchLastUpdates(
  productIds: readonly ProductId[],
  signal: AbortSignal,
  source: Omit<StockSource, 'search' | 'askCalendars'> = gatewaySource,
): Promise<LastUpdates> {
  const questions = [...new Set(productIds)].map((productId) => ({ productId, quantity: oneUnit }));
  const dates = new Map<ProductId, CalendarDate>();
  const unanswered = new Set(questions.map(({ productId }) => productId));
  const work = new StockWork<StockQuestion>({
    ...source,
    settle: ({ productId }, result) => {
      if (result.kind !== 'not-answered') unanswered.delete(productId);
      if (result.kind === 'answered') dates.set(productId, result.item.lastUpdateDate);
    },
  });
  work.end(await new BatchRunner(source.queue).askAll(questions, work, signal));
  signal.throwIfAborted();
  return { dates, unanswered };
}
