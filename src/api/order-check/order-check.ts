import type { CalendarEntry } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import { backedAnswer } from '#domain/answer.ts';
import type { LineResult } from '#domain/order/line-state.ts';
import { isAskableQuantity, type LineKey, type LineQuestion } from '#domain/order/order-line.ts';
import { calendarDoubt } from '#domain/order/reconcile.ts';
import { readTimeline } from '#domain/stock-timeline.ts';

import { BatchRunner, type Ending } from '#api/batch-runner.ts';
import { ChangeNotice } from '#lib/change-notice.ts';
import { StockWork } from '#api/stock-items.ts';
import type { StockSource } from '#api/stock-source.ts';

import { type AnswerBook, type BookedQuestion, isRetryable } from './answer-book.ts';
import { CalendarWork } from './calendar-work.ts';

/** What a check asks through, and for what. */
export interface OrderCheckOptions extends Omit<StockSource, 'search' | 'today'> {
  /** What the lines ask now: read again before each step, so that a line edited meanwhile is asked within the check. */
  questions: () => readonly LineQuestion[];
  /** How many lines the first calls hold; 200 where left out. */
  batchSize?: number;
}

/** How a check stands. A new object after every change, the same one until then. */
export interface OrderCheckSnapshot {
  /**
   * `checking`: lines are being asked. `working-out`: all have a result, and their calendars are loaded.
   * `signed-out`: the queue waits for a sign-in.
   */
  phase: 'idle' | 'checking' | 'working-out' | 'signed-out';
  /** Lines that the run under way, or the latest, asks for. */
  total: number;
  /** Those of them that have their result. */
  done: number;
  /** Until when the service wants to be left alone, in milliseconds since 1970. */
  pausedUntil: number | null;
  /** Whether a check of what is open has something to ask for that failed. */
  canRetry: boolean;
}

/** One going through an order. */
interface Run {
  /** From 1, rising. */
  number: number;
  /** The lines that are to have a result; null for all. */
  only: Set<LineKey> | null;
  /** Whether everything is asked anew, whatever is known. */
  isAnew: boolean;
  controller: AbortController;
  phase: 'checking' | 'working-out';
  /** The questions under way. */
  asked: readonly BookedQuestion[];
}

/** How much older than a result its calendar may be. */
const freshFor = 60_000;

/**
 * The check of one order: asks the service for every line, then for their calendars, and enters what comes into the
 * order's book. What was settled in one run isn't asked again in it.
 */
export class OrderCheck {
  readonly #options: OrderCheckOptions;
  readonly #book: AnswerBook;
  readonly #runner: BatchRunner;
  readonly #stockWork: StockWork<BookedQuestion>;
  readonly #calendarWork: CalendarWork;
  readonly #changes = new ChangeNotice();
  #runs = 0;
  #current: Run | null = null;
  /** The run whose calls may still come back: a cancelled one ends before the next begins. */
  #asking: Run | null = null;
  #ended: Promise<void> = Promise.resolve();
  #due = new Set<BookedQuestion>();
  #snapshot: OrderCheckSnapshot | null = null;

  constructor(book: AnswerBook, options: OrderCheckOptions) {
    const { ask, askCalendar, askCalendars, now, batchSize } = options;
    this.#book = book;
    this.#options = options;
    this.#runner = new BatchRunner(options.queue);
    this.#stockWork = new StockWork({
      ask,
      askCalendar,
      today: () => book.present.day,
      now,
      batchSize,
      settle: (question, result) => this.#settle(question, result),
    });
    this.#calendarWork = new CalendarWork({
      askCalendar,
      askCalendars,
      settle: (productId, entries) => this.#settleCalendar(productId, entries),
    });
  }

  /** Has the listener called after changes, once for those of one task. Returns how to end that. */
  subscribe = this.#changes.subscribe;

  getSnapshot = (): OrderCheckSnapshot => (this.#snapshot ??= this.#takeSnapshot());

  get phase(): OrderCheckSnapshot['phase'] {
    if (this.#current === null) return 'idle';
    return this.#options.queue.isSignedOut ? 'signed-out' : this.#current.phase;
  }

  /** Asks for every line without a result to count on. The promise ends with the run; it never rejects. */
  check(): Promise<void> {
    return this.#start(null, false);
  }

  /** Asks for every line, whatever is known; what is known stays where no answer comes. */
  checkAnew(): Promise<void> {
    return this.#start(null, true);
  }

  /** Asks for some lines without a result to count on, in the run under way or in one of their own. */
  checkLines(keys: Iterable<LineKey>): Promise<void> {
    if (this.#current === null) return this.#start(new Set(keys), false);
    for (const key of keys) this.#current.only?.add(key);
    return this.#ended;
  }

  /** Ends the run under way and keeps what has come. */
  cancel(): void {
    const current = this.#current;
    if (current === null) return;
    this.#current = null;
    current.controller.abort();
    this.#leave(current);
  }

  /** To be called when the lines ask something else. */
  touch(): void {
    this.#changed();
  }

  #start(only: Set<LineKey> | null, isAnew: boolean): Promise<void> {
    if (this.#current !== null) return this.#ended;
    this.#runs += 1;
    const controller = new AbortController();
    const current: Run = { number: this.#runs, only, isAnew, controller, phase: 'checking', asked: [] };
    this.#current = current;
    this.#book.isWorking = true;
    this.#due = new Set();
    this.#changed();
    this.#ended = this.#ended.then(() => this.#run(current));
    return this.#ended;
  }

  async #run(current: Run): Promise<void> {
    const { signal } = current.controller;
    this.#asking = current;
    const stopWatching = this.#options.queue.subscribe(() => this.#changed());
    let ending: Ending = 'done';
    while (ending === 'done' && !signal.aborted) {
      const due = this.#dueQuestions(current);
      const productIds = due.length > 0 ? [] : this.#missingCalendars(current);
      if (due.length + productIds.length === 0) break;
      ending = due.length > 0 ? await this.#ask(due, current) : await this.#askCalendars(productIds, current);
    }
    stopWatching();
    if (this.#current === current) this.#current = null;
    if (!signal.aborted) this.#leave(current);
  }

  #dueQuestions({ number, only, isAnew }: Run): BookedQuestion[] {
    const due = new Set<BookedQuestion>();
    for (const line of this.#options.questions()) {
      if ((only !== null && !only.has(line.key)) || !isAskableQuantity(line.quantity)) continue;
      const question = this.#book.enter(line);
      if (question.settledIn !== number && (isAnew || this.#book.isOpen(question))) due.add(question);
    }
    return [...due];
  }

  /** Of every product with a result; those first without which the complete ship date isn't known. */
  #missingCalendars({ number, isAnew }: Run): ProductId[] {
    const missing = { first: new Set<ProductId>(), last: new Set<ProductId>() };
    for (const line of this.#options.questions()) {
      const state = this.#book.stateOf(line);
      if (state.kind !== 'answered' && state.kind !== 'not-available') continue;
      const { settledAt = 0, failure } = this.#book.find(line) ?? {};
      // An earlier result goes with the calendar of its time.
      if (failure) continue;
      const calendar = this.#book.calendars.get(line.productId);
      const isKnown =
        calendar?.fetchedIn === number ||
        (!isAnew && this.#book.timelineOf(line.productId) && (calendar?.fetchedAt ?? 0) >= settledAt - freshFor);
      if (isKnown) continue;
      const isTheory = state.kind === 'answered' && state.answer.kind === 'max-lead-time';
      missing[isTheory ? 'first' : 'last'].add(line.productId);
    }
    return [...new Set([...missing.first, ...missing.last])];
  }

  async #ask(due: readonly BookedQuestion[], current: Run): Promise<Ending> {
    current.phase = 'checking';
    current.asked = due;
    for (const question of due) {
      this.#due.add(question);
      question.isUnderWay = true;
    }
    this.#changed();
    const ending = await this.#runner.askAll(due, this.#stockWork, current.controller.signal);
    this.#stockWork.end(ending);
    return ending;
  }

  #askCalendars(productIds: readonly ProductId[], current: Run): Promise<Ending> {
    current.phase = 'working-out';
    this.#changed();
    return this.#runner.askAll(productIds, this.#calendarWork, current.controller.signal);
  }

  #leave({ asked }: Run): void {
    for (const question of asked) question.isUnderWay = false;
    this.#book.isWorking = false;
    this.#changed();
  }

  #settle(question: BookedQuestion, result: LineResult): void {
    const isKept = isPassing(result) && question.result !== null && !isRetryable(question.result.kind);
    Object.assign(
      question,
      isKept ? { failure: result } : { result, on: this.#book.present, settledAt: this.#options.now(), failure: null },
      { settledIn: this.#asking?.number ?? 0, isUnderWay: false, shown: null },
    );
    this.#changed();
  }

  #settleCalendar(productId: ProductId, entries: readonly CalendarEntry[] | null): void {
    const today = this.#book.present.day;
    const fetchedIn = this.#asking?.number ?? 0;
    const timeline = entries && readTimeline(entries, today);
    const calendar = { timeline, fetchedAt: this.#options.now(), fetchedIn };
    this.#book.calendars.set(productId, calendar);
    for (const question of this.#book.ofProduct(productId)) {
      const { result, quantity, settledIn, failure } = question;
      if (entries === null || timeline === null || failure) continue;
      if (result?.kind !== 'answered' || settledIn !== fetchedIn) continue;
      const finding = calendarDoubt(result.answer, entries, quantity, today);
      const answer = backedAnswer(result.answer, timeline, quantity);
      if (finding !== null) calendar.fetchedAt = 0;
      question.result = finding === null ? { ...result, answer } : { kind: 'not-trusted', finding };
      question.shown = null;
    }
    this.#changed();
  }

  #takeSnapshot(): OrderCheckSnapshot {
    const { phase } = this;
    const isIdle = phase === 'idle';
    let [total, done, canRetry] = [0, 0, false];
    for (const line of this.#options.questions()) {
      const question = this.#book.find(line);
      if (question === undefined) continue;
      if (this.#due.has(question)) {
        total += 1;
        if (!question.isUnderWay && question.settledIn === this.#runs) done += 1;
      }
      canRetry ||=
        isIdle &&
        (question.failure !== null || isRetryable(this.#book.stateOf(line).kind) || this.#lacksCalendar(question));
    }
    return {
      phase,
      total,
      done,
      pausedUntil: isIdle ? null : this.#options.queue.pausedUntil,
      canRetry,
    };
  }

  /** Whether the complete ship date from stock isn't known for want of a calendar. */
  #lacksCalendar({ productId, result }: BookedQuestion): boolean {
    const isTheory = result?.kind === 'answered' && result.answer.kind === 'max-lead-time';
    return isTheory && this.#book.calendars.get(productId)?.timeline === null;
  }

  #changed(): void {
    this.#snapshot = null;
    this.#changes.announce();
  }
}

/** Whether no result came for a reason that says nothing of an earlier one: the line was neither refused nor forbidden. */
function isPassing(result: LineResult): boolean {
  return result.kind === 'not-answered' && result.reason !== 'refused' && result.reason !== 'not-allowed';
}
