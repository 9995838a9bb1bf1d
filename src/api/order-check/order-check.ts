import type { CalendarEntry } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import { calendarDoubt } from '#domain/order/reconcile.ts';
import type { LineResult, OrderAnswers } from '#domain/order/line-state.ts';
import type { LineKey, OrderLine } from '#domain/order/order-line.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { BatchRunner, type Ending } from '#api/batch-runner.ts';
import { ChangeNotice } from '#api/change-notice.ts';
import { StockWork } from '#api/stock-items.ts';
import { gatewaySource, type StockSource } from '#api/stock-source.ts';

import { CalendarWork } from './calendar-work.ts';
import { hasFailures, nextStep, type Run, type Step } from './next-step.ts';
import { type BookedQuestion, isRetryable, OrderBook, restoreBook, type SavedCheck, saveBook } from './order-book.ts';

/** What a check asks through and reads the time from. */
export interface OrderCheckOptions extends Omit<StockSource, 'search'> {
  /** How many lines the first calls hold; 200 where left out. */
  batchSize?: number;
}

/** How a check stands. A new object after every change, the same one until then. */
export interface OrderCheckSnapshot {
  /**
   * `checking`: lines are being asked. `working-out`: all have a result, and what the verdict needs beyond is asked.
   * `signed-out`: waits for {@link OrderCheck.resume}.
   */
  phase: 'idle' | 'checking' | 'working-out' | 'signed-out';
  /** Lines that the run under way, or the latest, asks for. */
  total: number;
  /** Those of them that have their result. */
  done: number;
  /** Until when the service wants to be left alone, in milliseconds since 1970. */
  pausedUntil: number | null;
  /** Whether {@link OrderCheck.retry} has something to ask for. */
  canRetry: boolean;
  /** Items that came in it without being asked for. */
  extraItems: number;
}

/**
 * The check of one order: asks the service for every line, and for what its verdict needs beyond. Holds the results;
 * lines that ask the same share one, and a line that is edited loses its own at once.
 */
export class OrderCheck {
  readonly #options: OrderCheckOptions;
  readonly #book = new OrderBook();
  readonly #runner: BatchRunner;
  readonly #stockWork: StockWork<BookedQuestion>;
  readonly #calendarWork: CalendarWork;
  readonly #changes = new ChangeNotice();
  /** As of the latest step: finding it out is too slow to be done for every product. */
  #today: CalendarDate;
  #runs = 0;
  #current: CurrentRun | null = null;
  /** The run whose calls may still come back: a cancelled one ends before the next begins. */
  #asking: CurrentRun | null = null;
  #ended: Promise<void> = Promise.resolve();
  #due: ReadonlySet<BookedQuestion> = new Set();
  #extraItems = 0;
  #snapshot: OrderCheckSnapshot | null = null;

  /** @param saved what {@link save} gave for the same order */
  constructor(options: OrderCheckOptions = gatewaySource, saved?: SavedCheck) {
    const { ask, askCalendar, askCalendars, today, now, batchSize } = options;
    this.#options = options;
    this.#today = today();
    this.#runner = new BatchRunner(options.queue);
    this.#stockWork = new StockWork({
      ask,
      askCalendar,
      today,
      now,
      batchSize,
      settle: (question, result) => this.#settle(question, result),
      onExtra: (count) => (this.#extraItems += count),
    });
    this.#calendarWork = new CalendarWork({
      askCalendar,
      askCalendars,
      settle: (productId, entries) => this.#settleCalendar(productId, entries),
    });
    if (saved) restoreBook(this.#book, saved, this.#today);
  }

  /** What is known so far: the same object always, with other content after every change. */
  get answers(): OrderAnswers {
    return this.#book;
  }

  /** Has the listener called after changes, once for those of one task. Returns how to end that. */
  subscribe = (listener: () => void): (() => void) => this.#changes.subscribe(listener);

  getSnapshot = (): OrderCheckSnapshot => (this.#snapshot ??= this.#takeSnapshot());

  /** The order as it stands now: to be called after every change of its lines. */
  setLines(lines: readonly OrderLine[]): void {
    this.#book.lines = lines;
    this.#changed();
  }

  /** Asks for every line that has no answer yet. The promise ends with the run; it never rejects. */
  check(): Promise<void> {
    return this.#start(() => true, false);
  }

  /** Asks for every line, whatever is known; what is known stays where no answer comes. */
  checkAnew(): Promise<void> {
    return this.#start(() => true, true);
  }

  /** Asks for the lines that were not answered, or not in a way to be trusted, and for `others` without an answer. */
  retry(others: ReadonlySet<LineKey> = new Set()): Promise<void> {
    return this.#start((line) => others.has(line.key) || isRetryable(this.#book.stateOf(line)), false);
  }

  /** Ends the run under way and keeps what has come. */
  cancel(): void {
    const current = this.#current;
    if (current === null) return;
    this.#current = null;
    current.controller.abort();
    current.onSignIn?.();
    this.#leave(current);
  }

  /** Goes on after the person signed in again. */
  resume(): void {
    this.#current?.onSignIn?.();
  }

  /** The results as plain data that can be stored. */
  save(): SavedCheck {
    return saveBook(this.#book);
  }

  #start(isWanted: (line: OrderLine) => boolean, isAnew: boolean): Promise<void> {
    if (this.#current !== null) return this.#ended;
    this.#runs += 1;
    const current: CurrentRun = {
      number: this.#runs,
      wanted: new Set(this.#book.lines.filter(isWanted).map(({ key }) => key)),
      isAnew,
      controller: new AbortController(),
      phase: 'checking',
      asked: [],
      onSignIn: null,
    };
    this.#current = current;
    this.#book.isWorking = true;
    this.#due = new Set();
    this.#extraItems = 0;
    this.#changed();
    this.#ended = this.#ended.then(() => this.#run(current));
    return this.#ended;
  }

  async #run(current: CurrentRun): Promise<void> {
    const { today, now, queue } = this.#options;
    const { signal } = current.controller;
    this.#asking = current;
    const stopWatching = queue.subscribe(() => this.#changed());
    let ending: Ending = 'done';
    while ((ending === 'done' || ending === 'signed-out') && !signal.aborted) {
      this.#today = today();
      const step = nextStep(this.#book, current, { today: this.#today, now: now() });
      if (step === null) break;
      ending = await this.#take(step, current);
      if (ending === 'signed-out' && !signal.aborted) await this.#signIn(current);
    }
    stopWatching();
    if (this.#current === current) this.#current = null;
    if (!signal.aborted) this.#leave(current);
  }

  async #take(step: Step, current: CurrentRun): Promise<Ending> {
    const { signal } = current.controller;
    current.phase = step.kind === 'lines' ? 'checking' : 'working-out';
    this.#changed();
    if (step.kind === 'calendars') return this.#runner.askAll(step.productIds, this.#calendarWork, signal);
    if (step.kind === 'lines') this.#due = new Set([...this.#due, ...step.questions]);
    current.asked = step.questions;
    for (const question of step.questions) question.isUnderWay = true;
    const ending = await this.#runner.askAll(step.questions, this.#stockWork, signal);
    this.#stockWork.end(ending);
    return ending;
  }

  async #signIn(current: CurrentRun): Promise<void> {
    current.phase = 'signed-out';
    this.#changed();
    await new Promise<void>((resolve) => (current.onSignIn = resolve));
    current.onSignIn = null;
  }

  #leave({ asked }: CurrentRun): void {
    for (const question of asked) question.isUnderWay = false;
    this.#book.isWorking = false;
    this.#changed();
  }

  #settle(question: BookedQuestion, result: LineResult): void {
    question.result = result;
    question.settledAt = this.#options.now();
    question.settledIn = this.#asking?.number ?? 0;
    question.isUnderWay = false;
    this.#changed();
  }

  #settleCalendar(productId: ProductId, entries: readonly CalendarEntry[] | null): void {
    const today = this.#today;
    const fetchedIn = this.#asking?.number ?? 0;
    const timeline = entries && readTimeline(entries, today);
    const calendar = { timeline, fetchedAt: this.#options.now(), fetchedIn };
    this.#book.calendars.set(productId, calendar);
    for (const question of this.#book.questions.ofProduct(productId)) {
      const { result, quantity, settledIn } = question;
      if (entries === null || result?.kind !== 'answered' || settledIn !== fetchedIn) continue;
      const finding = calendarDoubt(result.answer, entries, quantity, today);
      if (finding === null) continue;
      question.result = { kind: 'not-trusted', finding };
      calendar.fetchedAt = 0;
    }
    this.#changed();
  }

  #takeSnapshot(): OrderCheckSnapshot {
    const asked = this.#book.lines
      .map((line) => this.#book.questionOf(line))
      .filter((question) => question !== undefined);
    const due = asked.filter((question) => this.#due.has(question));
    return {
      phase: this.#current?.phase ?? 'idle',
      total: due.length,
      done: due.filter(({ isUnderWay, settledIn }) => !isUnderWay && settledIn === this.#runs).length,
      pausedUntil: this.#current === null ? null : this.#options.queue.pausedUntil,
      canRetry: this.#current === null && hasFailures(this.#book),
      extraItems: this.#extraItems,
    };
  }

  #changed(): void {
    this.#snapshot = null;
    this.#changes.announce();
  }
}

interface CurrentRun extends Run {
  controller: AbortController;
  phase: Exclude<OrderCheckSnapshot['phase'], 'idle'>;
  /** The questions of the latest step. */
  asked: readonly BookedQuestion[];
  /** Set while it waits for the person to sign in. */
  onSignIn: (() => void) | null;
}
