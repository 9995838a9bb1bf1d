import type { LineResult, NotAnswered } from '#domain/order/line-state.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import { reconcile, type ReceivedItem } from '#domain/order/reconcile.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { type Batch, freshBatch, halves, withoutRepeats } from './batch.ts';
import type { CallFailure } from './call-failure.ts';
import type { BatchWork, Ending } from './call-pool.ts';
import { type AskCalendar, LoneFailures } from './lone-failures.ts';

/** Asks for several products, each in its own quantity (§4.3), in one call. */
export type AskStock = (questions: readonly StockQuestion[], signal: AbortSignal) => Promise<readonly ReceivedItem[]>;

export interface StockWorkOptions<Question> {
  ask: AskStock;
  askCalendar: AskCalendar;
  /** The day as of which answers are read. */
  today: () => CalendarDate;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Told once for every question that was asked, unless the asking is cancelled or waits for a sign-in. */
  settle: (question: Question, result: LineResult) => void;
  /** How many questions the first calls hold; 200 where left out. */
  batchSize?: number;
  /** Told of products that came without being asked for. */
  onExtra: (count: number) => void;
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
    this.#lone = new LoneFailures(options.askCalendar, options.today, options.settle);
  }

  size(): number {
    return this.#size;
  }

  async ask(batch: Batch<Question>, signal: AbortSignal): Promise<Batch<Question>[]> {
    const { ask, today, now, settle, onExtra } = this.#options;
    const questions = batch.items;
    const items = await ask(questions, signal);
    const { results, extra } = reconcile(questions, items, { today: today(), checkedAt: now() });
    if (extra.length > 0) onExtra(extra.length);
    const omissions = batch.omissions + 1;
    const leftOut: Question[] = [];
    for (const [index, result] of results.entries()) {
      const question = questions[index] as Question;
      const isLeftOut = result.kind === 'not-trusted' && result.finding.kind === 'missing';
      if (isLeftOut && omissions < mostOmissions) leftOut.push(question);
      else settle(question, result);
    }
    if (results.some(({ kind }) => kind === 'answered')) this.#lone.prove();
    return withoutRepeats(leftOut).map((items) => ({ items, failures: 0, pauses: 0, omissions }));
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
