import type { ProductId } from '#contract/product-id.ts';
import { answerFor, type DatedAnswer } from '#domain/answer.ts';
import {
  checking,
  type LineResult,
  type LineState,
  type NotAnswered,
  type RealDate,
  type StockKnowledge,
  unasked,
} from '#domain/order/line-state.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import { realDateFor, type StockTimeline } from '#domain/stock-timeline.ts';
import { type CalendarDate, todayIn } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** What a result holds for (rules, *A result is valid for the day*). */
export interface CheckedOn {
  /** The user's day. */
  day: CalendarDate;
  /** Names the service, its market and the version of its stock. */
  stock: string;
}

/** A product's calendar as fetched; `timeline` is null where it could not be loaded. */
export interface BookedCalendar {
  timeline: StockTimeline | null;
  /** Milliseconds since 1970. */
  fetchedAt: number;
  /** The number of the run in which it was fetched. */
  fetchedIn: number;
}

/** A question and what came of asking it; lines that ask the same share one. */
export interface BookedQuestion extends StockQuestion {
  result: LineResult | null;
  on: CheckedOn | null;
  /** When the result came, in milliseconds since 1970. */
  settledAt: number;
  /** The number of the run in which it came; 0 where it was restored. */
  settledIn: number;
  /** Why asking again brought no result, where the earlier one stays; null where the latest asking brought it. */
  failure: NotAnswered | null;
  /** Whether it is being asked; what was known before is kept meanwhile. */
  isUnderWay: boolean;
  /** What lines show of it; the same object until that changes. */
  shown: LineState | null;
}

/** The results of an order as plain data, to be stored beside its lines. */
export interface SavedAnswers {
  results: (StockQuestion & { result: LineResult; on: CheckedOn; settledAt: number; failure?: NotAnswered | null })[];
  calendars: { productId: ProductId; timeline: StockTimeline; fetchedAt: number }[];
}

/** What is known of stock for an order: the result of every question that was asked, and calendars. */
export class AnswerBook implements StockKnowledge {
  readonly calendars = new Map<ProductId, BookedCalendar>();
  /** Whether calendars that aren't there yet may still come. */
  isWorking = false;
  readonly #questions = new Map<ProductId, Map<Thousandths, BookedQuestion>>();
  #present: CheckedOn;

  /** @param present what results hold for now */
  constructor(present: CheckedOn, saved?: SavedAnswers | null) {
    this.#present = present;
    for (const { result, on, settledAt, failure = null, ...question } of saved?.results ?? []) {
      // One that an earlier version saved doesn't say what it holds for.
      if (on as CheckedOn | undefined) Object.assign(this.enter(question), { result, on, settledAt, failure });
    }
    for (const { productId, ...calendar } of saved?.calendars ?? []) {
      this.calendars.set(productId, { ...calendar, fetchedIn: 0 });
    }
  }

  get present(): CheckedOn {
    return this.#present;
  }

  /** Another day, or other stock: what was known is outdated, or holds again. */
  setPresent(present: CheckedOn): void {
    this.#present = present;
    for (const question of this.all()) question.shown = null;
  }

  find({ productId, quantity }: StockQuestion): BookedQuestion | undefined {
    return this.#questions.get(productId)?.get(quantity);
  }

  enter({ productId, quantity }: StockQuestion): BookedQuestion {
    let ofProduct = this.#questions.get(productId);
    if (ofProduct === undefined) this.#questions.set(productId, (ofProduct = new Map()));
    let question = ofProduct.get(quantity);
    if (question === undefined) {
      const nothing = { result: null, on: null, settledAt: 0, settledIn: 0, failure: null, shown: null };
      ofProduct.set(quantity, (question = { productId, quantity, ...nothing, isUnderWay: false }));
    }
    return question;
  }

  ofProduct(productId: ProductId): Iterable<BookedQuestion> {
    return this.#questions.get(productId)?.values() ?? [];
  }

  *all(): Iterable<BookedQuestion> {
    for (const ofProduct of this.#questions.values()) yield* ofProduct.values();
  }

  stateOf(asked: StockQuestion): LineState {
    const question = this.find(asked);
    if (question === undefined) return unasked;
    return question.isUnderWay ? checking : (question.shown ??= this.#shownOf(question));
  }

  /** Whether asking again may bring a result: there is none to count on today, or only an earlier one. */
  isOpen(question: BookedQuestion): boolean {
    if (question.failure) return true;
    const { kind } = this.#shownOf(question);
    return kind === 'unasked' || kind === 'outdated' || isRetryable(kind);
  }

  dateFor(question: StockQuestion): DatedAnswer | null {
    const state = this.stateOf(question);
    if (state.kind === 'answered') return state.answer;
    const timeline = this.timelineOf(question.productId);
    const answer = timeline && answerFor(timeline, question.quantity);
    return answer && answer.kind !== 'not-available' ? answer : null;
  }

  realDateOf({ productId, quantity }: StockQuestion): RealDate {
    const timeline = this.timelineOf(productId);
    if (timeline) return realDateFor(timeline, quantity) ?? 'none';
    const hasFailed = this.calendars.get(productId)?.timeline === null;
    return this.isWorking && !hasFailed ? 'working-out' : 'not-answered';
  }

  /** The calendar as of today; null where there is none, or one of another day. */
  timelineOf(productId: ProductId): StockTimeline | null {
    const timeline = this.calendars.get(productId)?.timeline;
    return timeline?.today === this.#present.day ? timeline : null;
  }

  /** The calendar that a result of another day, or of other stock, came with; null where it is gone. */
  timelineThen(asked: StockQuestion): StockTimeline | null {
    const question = this.find(asked);
    const calendar = this.calendars.get(asked.productId);
    const isOfThen = question && calendar && calendar.fetchedIn <= question.settledIn;
    return isOfThen && calendar.timeline?.today === question.on?.day ? calendar.timeline : null;
  }

  /** What is known of questions, and all calendars. */
  save(questions: Iterable<StockQuestion>): SavedAnswers {
    const booked = new Set([...questions].map((question) => this.find(question)));
    return {
      results: [...booked].flatMap((question) => {
        if (!question?.result || !question.on) return [];
        const { productId, quantity, result, on, settledAt, failure } = question;
        return { productId, quantity, result, on, settledAt, failure };
      }),
      calendars: [...this.calendars].flatMap(([productId, { timeline, fetchedAt }]) =>
        timeline ? { productId, timeline, fetchedAt } : [],
      ),
    };
  }

  #shownOf({ result, on, settledAt }: BookedQuestion): LineState {
    if (result === null) return unasked;
    if (isRetryable(result.kind) || (on?.day === this.#present.day && on.stock === this.#present.stock)) return result;
    // Where the person travelled since, it is the day that goes with the time as they read it now.
    return { kind: 'outdated', was: result, day: todayIn(undefined, new Date(settledAt)), checkedAt: settledAt };
  }
}

/** Whether a line of that kind has no result to count on, and may have one when it is asked again. */
export function isRetryable(kind: LineState['kind']): kind is 'not-answered' | 'not-trusted' {
  return kind === 'not-answered' || kind === 'not-trusted';
}
