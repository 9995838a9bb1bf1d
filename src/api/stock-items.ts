import type { CalendarEntry } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import { answerFor } from '#domain/answer.ts';
import type { LineResult, NotAnswered } from '#domain/order/line-state.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import { reconcile, type Reconciled } from '#domain/order/reconcile.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

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
  /** Called once per question, unless canceled or waiting for a sign-in. */
  settle: (question: Question, result: LineResult | Reconciled) => void;
  /** Number of questions in the first calls; 200 by default. */
  batchSize?: number;
}

/** Questions per call until the service rejects that as too many (undefined in §8). */
const defaultBatchSize = 200;
/** Responses without a question's item, until it counts as missing. */
const mostOmissions = 4;

/** Requests stock in batches, reconciles the responses, and finds the lines that cause a rejection. */
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

  /** Call when the run has ended. */
  end(ending: Ending): void {
    this.#lone.end(ending);
  }

  /**
   * Settles the named products. As products are named rather than lines, several quantities of one product are
   * requested again separately. Null if no requested product is named.
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

/** Consecutive failures of single lines after which the address or credentials count as wrong. */
const mostLoneFailures = 20;

/**
 * Settles questions that are rejected even alone, without details, by the product's calendar (§4.1). Apparently unknown
 * products are held back until some response proves that the service works.
 */
class LoneFailures<Question extends StockQuestion> {
  readonly #options: StockWorkOptions<Question>;
  #isProven = false;
  #failures = 0;
  #heldBack: { question: Question; why: NotAnswered }[] = [];

  constructor(options: StockWorkOptions<Question>) {
    this.#options = options;
  }

  /** The service returned a result, so address and credentials are correct. */
  prove(): void {
    this.#isProven = true;
    this.#settleKeptBack(() => ({ kind: 'unknown-product' }));
  }

  /** Ends the run. Held-back questions become unknown products, stopped, or stay unsettled, depending on its ending. */
  end(ending: Ending): void {
    if (ending === 'done') this.#settleKeptBack(() => ({ kind: 'unknown-product' }));
    if (ending === 'stopped') this.#settleKeptBack(asStopped);
    this.#heldBack = [];
    this.#failures = 0;
    this.#isProven &&= ending === 'done';
  }

  /**
   * Settles a question that was rejected alone, by the product's calendar.
   * @throws CheckStopped at the twentieth failure without a success; the calendar request's error if it requires a
   *   sign-in or a pause, which leaves the question unsettled
   */
  async settle(question: Question, why: NotAnswered, signal: AbortSignal): Promise<void> {
    const finding = await this.#diagnose(question, why, signal);
    this.#count(why);
    if (finding === 'unknown' && !this.#isProven) this.#heldBack.push({ question, why });
    else this.#options.settle(question, finding === 'unknown' ? { kind: 'unknown-product' } : finding);
  }

  /**
   * Settles a question that failed alone for a reason unrelated to its calendar.
   * @throws CheckStopped like {@link settle}
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
    for (const kept of this.#heldBack.splice(0)) this.#options.settle(kept.question, resultOf(kept));
  }

  async #diagnose(
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
    // The calendar contradicts the rejection, so don't report available stock as not available.
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
  /** Products whose request failed. Others without a date have none in the service. */
  unanswered: ReadonlySet<ProductId>;
}

const oneUnit: Thousandths = 1000;

/**
 * Loads the last updates of products. Only stock items include them (§2.2), so one unit of each is requested (§4.3).
 * Unknown and unavailable products have none. Rejects only if the signal aborts.
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
      const date = result.kind === 'answered' && 'item' in result ? result.item.lastUpdateDate : null;
      if (date !== null) dates.set(productId, date);
    },
  });
  work.end(await new BatchRunner(source.queue).askAll(questions, work, signal));
  signal.throwIfAborted();
  return { dates, unanswered };
}
