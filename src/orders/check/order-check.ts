import { failureOf } from '#data/request-failure.ts';
import type { StreamOrderCheck } from '#data/order-check-stream.ts';
import type { RequestQueue } from '#data/request-queue.ts';
import type { ResponseInfo } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type CheckEvent, timelineOfCalendar } from '#stock/order/check-events.ts';
import type { LineResult } from '#stock/order/line-state.ts';
import { isValidQuantity, type LineKey, type LineQuery } from '#stock/order/order-line.ts';
import { type CheckedRequest, isRetryable, type OrderResults, stockOf } from '#stock/order/order-results.ts';
import { ChangeNotice } from '#stock/change-notice.ts';

/** Data source and lines of a check. */
export interface OrderCheckOptions {
  stream: StreamOrderCheck;
  /** Waits for sign-ins and requested pauses, and repeats after a lost connection. */
  queue: RequestQueue;
  /** Unix milliseconds. */
  now: () => number;
  /** Called with the day and data of each check. */
  onStart?: (info: ResponseInfo) => void;
  /** Service, market and user of the order (`rememberedKey`). */
  owner: string;
  /** The lines' current queries. Read before each request, so that edited lines are included. */
  queries: () => readonly LineQuery[];
}

/** Progress of a check. Immutable: a new object after every change. */
export interface OrderCheckSnapshot {
  /**
   * `checking`: lines are in flight. `working-out`: all have a result; their calendars are loading. `signed-out`: the
   * check waits for a sign-in.
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
  /** The requests in flight, by line. */
  inFlight: Map<LineKey, CheckedRequest>;
  /** Products whose calendars were requested without a line. */
  calendars: Set<ProductId>;
  pausedUntil: number | null;
}

/**
 * Checks one order by streams of the gateway, and adds the results and calendars to the order's. A request settled in a
 * run isn't sent again in it.
 */
export class OrderCheck {
  readonly #options: OrderCheckOptions;
  readonly #results: OrderResults;
  readonly #changes = new ChangeNotice();
  readonly #limitedStream: (run: Run, signal: AbortSignal) => Promise<void>;
  #runs = 0;
  #current: Run | null = null;
  #ended: Promise<void> = Promise.resolve();
  #due = new Set<CheckedRequest>();
  #snapshot: OrderCheckSnapshot | null = null;

  constructor(results: OrderResults, options: OrderCheckOptions) {
    this.#results = results;
    this.#options = options;
    this.#limitedStream = options.queue.limit((run: Run, _signal: AbortSignal) => this.#stream(run));
  }

  /** Subscribes to changes, notified once per task. Returns the unsubscribe function. */
  subscribe = this.#changes.subscribe;

  getSnapshot = (): OrderCheckSnapshot => (this.#snapshot ??= this.#takeSnapshot());

  get phase(): OrderCheckSnapshot['phase'] {
    const run = this.#current;
    if (run === null) return 'idle';
    if (this.#options.queue.isSignedOut) return 'signed-out';
    return run.inFlight.size === 0 && this.#due.size > 0 ? 'working-out' : 'checking';
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

  /** Call when the lines' queries have changed. */
  touch(): void {
    this.#changed();
  }

  #start(only: Set<LineKey> | null, isRecheck: boolean): Promise<void> {
    if (this.#current !== null) return this.#ended;
    this.#runs += 1;
    const current: Run = {
      number: this.#runs,
      only,
      isRecheck,
      controller: new AbortController(),
      inFlight: new Map(),
      calendars: new Set(),
      pausedUntil: null,
    };
    this.#current = current;
    this.#results.isWorking = true;
    this.#due = new Set();
    this.#begin(current, this.#dueLines(current));
    this.#changed();
    this.#ended = this.#ended.then(() => this.#run(current));
    return this.#ended;
  }

  async #run(current: Run): Promise<void> {
    const { queue } = this.#options;
    const { signal } = current.controller;
    const stopWatching = queue.subscribe(() => this.#changed());
    while (!signal.aborted) {
      if (this.#dueLines(current).length === 0 && this.#missingCalendars(current).length === 0) break;
      const settledBefore = this.#settledCount(current);
      try {
        await queue.repeat(() => this.#limitedStream(current, signal), signal);
      } catch (error) {
        if (signal.aborted) break;
        const { kind, why } = failureOf(error);
        if (kind === 'signed-out') break;
        // A connection that brought results is tried again for the others.
        if (this.#settledCount(current) > settledBefore) continue;
        for (const request of new Set(current.inFlight.values())) this.#settle(request, why, current);
        current.inFlight.clear();
      }
    }
    stopWatching();
    if (this.#current === current) this.#current = null;
    if (!signal.aborted) this.#leave(current);
  }

  /** Requests the lines that are due now. */
  async #stream(current: Run): Promise<void> {
    const due = this.#dueLines(current);
    const calendars = this.#missingCalendars(current);
    if (due.length === 0 && calendars.length === 0) return;
    for (const productId of calendars) current.calendars.add(productId);
    const { stream, queries } = this.#options;
    const { signal } = current.controller;
    this.#begin(current, due);
    this.#changed();
    const lines = queries().map(({ key, productId, own }) => ({ key, productId, quantity: own }));
    const isAll = due.length === lines.length;
    const on = { ...this.#results.present };
    await stream(
      { lines, ...(!isAll && { keys: due.map(({ key }) => key) }), ...(calendars.length > 0 && { calendars }) },
      (event) => {
        if (signal.aborted) return;
        if (event.kind === 'start') {
          Object.assign(on, { day: event.today, stock: stockOf(this.#options.owner, event.dataVersion) });
          this.#options.onStart?.(event);
        } else this.#onEvent(event, current, on);
      },
      signal,
    );
    // What the stream left out is settled, so that it isn't requested forever.
    for (const request of new Set(current.inFlight.values()))
      this.#settle(request, { kind: 'no-result', reason: 'broken-response', requestId: null }, current);
    current.inFlight.clear();
  }

  #onEvent(event: CheckEvent, current: Run, on: OrderResults['present']): void {
    if (event.kind === 'result') {
      const request = current.inFlight.get(event.key);
      if (request === undefined) return;
      current.inFlight.delete(event.key);
      this.#settle(request, event.result, current, on);
    } else if (event.kind === 'calendar') {
      const { productId, calendar } = event;
      const timeline = calendar && timelineOfCalendar(calendar, on.day);
      this.#results.calendars.set(productId, { timeline, fetchedIn: current.number });
      this.#changed();
    } else if (event.kind === 'pause') {
      current.pausedUntil = event.until;
      this.#changed();
    }
  }

  /** The lines to request in a run: those not settled in it without a reliable result. */
  #dueLines({ number, only, isRecheck }: Run): LineQuery[] {
    return this.#options.queries().filter((line) => {
      if ((only !== null && !only.has(line.key)) || !isValidQuantity(line.quantity)) return false;
      const request = this.#results.enter(line);
      if (request.settledIn === number) return false;
      return isRecheck || this.#results.isOpen(request);
    });
  }

  /** Products of which a calendar is missing, but no result. */
  #missingCalendars({ number, only, calendars }: Run): ProductId[] {
    const missing = new Set<ProductId>();
    for (const line of this.#options.queries()) {
      const request = this.#results.find(line);
      if ((only !== null && !only.has(line.key)) || !request || calendars.has(line.productId)) continue;
      if (request.settledIn !== number && !this.#results.isOpen(request) && this.#lacksCalendar(request))
        missing.add(line.productId);
    }
    return [...missing];
  }

  #begin(current: Run, due: readonly LineQuery[]): void {
    for (const request of current.inFlight.values()) request.isInFlight = false;
    current.inFlight.clear();
    for (const line of due) {
      const request = this.#results.enter(line);
      this.#due.add(request);
      request.isInFlight = true;
      current.inFlight.set(line.key, request);
    }
  }

  #settledCount({ number }: Run): number {
    let count = 0;
    for (const { settledIn } of this.#due) if (settledIn === number) count += 1;
    return count;
  }

  #leave({ inFlight }: Run): void {
    for (const request of inFlight.values()) request.isInFlight = false;
    this.#results.isWorking = false;
    this.#changed();
  }

  #settle(request: CheckedRequest, result: LineResult, { number }: Run, on = this.#results.present): void {
    const isKept = isPassing(result) && request.result !== null && !isRetryable(request.result.kind);
    Object.assign(
      request,
      isKept ? { failure: result } : { result, on, settledAt: this.#options.now(), failure: null },
      { settledIn: number, isInFlight: false, shown: null },
    );
    this.#changed();
  }

  #takeSnapshot(): OrderCheckSnapshot {
    const { phase } = this;
    const isIdle = phase === 'idle';
    let [total, done, canRetry] = [0, 0, false];
    for (const line of this.#options.queries()) {
      const request = this.#results.find(line);
      if (request === undefined) continue;
      if (this.#due.has(request)) {
        total += 1;
        if (!request.isInFlight && request.settledIn === this.#runs) done += 1;
      }
      const { kind } = this.#results.stateOf(line);
      canRetry ||=
        isIdle &&
        (request.failure !== null ||
          isRetryable(kind) ||
          // An earlier result needs a check rather than its calendar.
          (kind !== 'outdated' && isMaxLeadTime(request) && this.#lacksCalendar(request)));
    }
    const pausedUntil = this.#current?.pausedUntil ?? this.#options.queue.pausedUntil;
    return { phase, total, done, pausedUntil: isIdle ? null : pausedUntil, canRetry };
  }

  /** Whether a calendar is needed that failed to load, or wasn't sent before a cancellation. */
  #lacksCalendar({ productId, result, failure }: CheckedRequest): boolean {
    const needsCalendar = result?.kind === 'result' || result?.kind === 'not-available';
    return needsCalendar && failure === null && this.#results.timelineOf(productId) === null;
  }

  #changed(): void {
    this.#snapshot = null;
    this.#changes.announce();
  }
}

/** The complete ship date, stock only, depends on the calendars of these. */
function isMaxLeadTime({ result }: CheckedRequest): boolean {
  return result?.kind === 'result' && result.stockResult.kind === 'max-lead-time';
}

/** Whether a failure leaves an earlier result valid, unlike a rejection or missing permission. */
function isPassing(result: LineResult): boolean {
  return result.kind === 'no-result' && result.reason !== 'refused' && result.reason !== 'not-allowed';
}
