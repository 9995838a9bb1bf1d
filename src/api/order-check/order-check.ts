import { BatchRunner, type Ending } from '#api/batch-runner.ts';
import { StockWork } from '#api/stock-items.ts';
import type { StockSource } from '#api/stock-source.ts';
import type { CalendarEntry } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import { backedAnswer } from '#domain/answer.ts';
import type { LineResult } from '#domain/order/line-state.ts';
import { isValidQuantity, type LineKey, type LineQuestion } from '#domain/order/order-line.ts';
import { calendarContradiction } from '#domain/order/reconcile.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import { ChangeNotice } from '#lib/change-notice.ts';

import { type AnswerBook, type BookedQuestion, isRetryable } from './answer-book.ts';
import { CalendarWork } from './calendar-work.ts';

/** Data source and lines of a check. */
export interface OrderCheckOptions extends Omit<StockSource, 'search' | 'today'> {
  /** The lines' current questions. Read before each step, so that edited lines are included. */
  questions: () => readonly LineQuestion[];
  /** Number of lines in the first calls; 200 by default. */
  batchSize?: number;
}

/** Progress of a check. Immutable: a new object after every change. */
export interface OrderCheckSnapshot {
  /**
   * `checking`: lines are in flight. `working-out`: all have a result; their calendars are loading. `signed-out`: the
   * queue waits for a sign-in.
   */
  phase: 'idle' | 'checking' | 'working-out' | 'signed-out';
  /** Number of lines in the current or latest run. */
  total: number;
  /** How many of them have a result. */
  done: number;
  /** When requests may resume (Retry-After), Unix milliseconds. */
  pausedUntil: number | null;
  /** Whether there are failures that a check of open lines would retry. */
  canRetry: boolean;
}

/** One run of the check. */
interface Run {
  /** Starts at 1 and increases. */
  number: number;
  /** The lines to check; null for all. */
  only: Set<LineKey> | null;
  /** Whether to recheck lines that already have a result. */
  isRecheck: boolean;
  controller: AbortController;
  phase: 'checking' | 'working-out';
  /** The questions in flight. */
  asked: readonly BookedQuestion[];
}

/** Maximum milliseconds by which a calendar may be older than a result. */
const freshFor = 60_000;

/**
 * Checks one order: requests the result of every line, then their calendars, and adds both to the order's book. A
 * question settled in a run isn't requested again in it.
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
  /** The run whose calls may still be in flight: a canceled run ends before the next starts. */
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

  /** Subscribes to changes, notified once per task. Returns the unsubscribe function. */
  subscribe = this.#changes.subscribe;

  getSnapshot = (): OrderCheckSnapshot => (this.#snapshot ??= this.#takeSnapshot());

  get phase(): OrderCheckSnapshot['phase'] {
    if (this.#current === null) return 'idle';
    return this.#options.queue.isSignedOut ? 'signed-out' : this.#current.phase;
  }

  /** Checks every line without a reliable result. Resolves when the run ends; never rejects. */
  check(): Promise<void> {
    return this.#start(null, false);
  }

  /** Rechecks every line; a previous result is kept if the new check fails. */
  checkAnew(): Promise<void> {
    return this.#start(null, true);
  }

  /** Checks some lines without a reliable result, in the current run or a new one. */
  checkLines(keys: Iterable<LineKey>): Promise<void> {
    if (this.#current === null) return this.#start(new Set(keys), false);
    for (const key of keys) this.#current.only?.add(key);
    return this.#ended;
  }

  /** Cancels the current run and keeps its results. */
  cancel(): void {
    const current = this.#current;
    if (current === null) return;
    this.#current = null;
    current.controller.abort();
    this.#leave(current);
  }

  /** Call when the lines' questions have changed. */
  touch(): void {
    this.#changed();
  }

  #start(only: Set<LineKey> | null, isRecheck: boolean): Promise<void> {
    if (this.#current !== null) return this.#ended;
    this.#runs += 1;
    const controller = new AbortController();
    const current: Run = { number: this.#runs, only, isRecheck, controller, phase: 'checking', asked: [] };
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

  #dueQuestions({ number, only, isRecheck }: Run): BookedQuestion[] {
    const due = new Set<BookedQuestion>();
    for (const line of this.#options.questions()) {
      if ((only !== null && !only.has(line.key)) || !isValidQuantity(line.quantity)) continue;
      const question = this.#book.enter(line);
      if (question.settledIn !== number && (isRecheck || this.#book.isOpen(question))) due.add(question);
    }
    return [...due];
  }

  /** Products whose calendar is missing, first those that the complete ship date depends on. */
  #missingCalendars({ number, isRecheck }: Run): ProductId[] {
    const missing = { first: new Set<ProductId>(), last: new Set<ProductId>() };
    for (const line of this.#options.questions()) {
      const state = this.#book.stateOf(line);
      if (state.kind !== 'answered' && state.kind !== 'not-available') continue;
      const { settledAt = 0, failure } = this.#book.find(line) ?? {};
      // An earlier result keeps the calendar of its time.
      if (failure) continue;
      const calendar = this.#book.calendars.get(line.productId);
      const isKnown =
        calendar?.fetchedIn === number ||
        (!isRecheck && this.#book.timelineOf(line.productId) && (calendar?.fetchedAt ?? 0) >= settledAt - freshFor);
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
      question.isInFlight = true;
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
    for (const question of asked) question.isInFlight = false;
    this.#book.isWorking = false;
    this.#changed();
  }

  #settle(question: BookedQuestion, result: LineResult): void {
    const isKept = isPassing(result) && question.result !== null && !isRetryable(question.result.kind);
    Object.assign(
      question,
      isKept ? { failure: result } : { result, on: this.#book.present, settledAt: this.#options.now(), failure: null },
      { settledIn: this.#asking?.number ?? 0, isInFlight: false, shown: null },
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
      const finding = calendarContradiction(result.answer, entries, quantity, today);
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
        if (!question.isInFlight && question.settledIn === this.#runs) done += 1;
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

  /** Whether the complete ship date, stock only, is unknown because a calendar failed to load. */
  #lacksCalendar({ productId, result }: BookedQuestion): boolean {
    const isTheory = result?.kind === 'answered' && result.answer.kind === 'max-lead-time';
    return isTheory && this.#book.calendars.get(productId)?.timeline === null;
  }

  #changed(): void {
    this.#snapshot = null;
    this.#changes.announce();
  }
}

/** Whether a failure leaves an earlier result valid, unlike a rejection or missing permission. */
function isPassing(result: LineResult): boolean {
  return result.kind === 'not-answered' && result.reason !== 'refused' && result.reason !== 'not-allowed';
}
