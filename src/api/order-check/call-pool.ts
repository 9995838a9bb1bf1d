import type { NotAnswered } from '#domain/order/line-state.ts';

import type { Batch } from './batch.ts';
import { BatchQueue } from './batch-queue.ts';
import { type CallFailure, failureOf } from './call-failure.ts';

/** A kind of call that answers several items, and what to do where it fails. */
export interface BatchWork<Item> {
  /** How many items the next new batch takes. */
  size(): number;
  /** Asks for the batch's items and settles those that came. Returns what is to be asked again; throws what the call threw. */
  ask(batch: Batch<Item>, signal: AbortSignal): Promise<Batch<Item>[]>;
  /** The service refused the batch for what is in it. Settles what that tells, and returns what is to be asked again. */
  refused(batch: Batch<Item>, failure: CallFailure, signal: AbortSignal): Promise<Batch<Item>[]>;
  /** No answer can be had for these. */
  giveUp(items: readonly Item[], why: NotAnswered): void;
}

/** How asking for some items ended. `signed-out` and `cancelled` leave the rest unsettled. */
export type Ending = 'done' | 'stopped' | 'signed-out' | 'cancelled';

export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Waits; rejects when the signal is aborted. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Requests under way at the same time. */
const mostAtOnce = 4;
/** Calls for one batch that fail in a way that may pass, until it is given up. */
const mostFailures = 3;
/** Failed calls without a success between them, until the service is taken to be down. */
const mostFailuresInARow = 16;
const firstBackOff = 500;
/** A service that wants a longer pause has the person decide. */
const longestPause = 120_000;
const mostPauses = 20;

/**
 * Makes calls for batches of items: at most four at once, again where a failure may pass, after a pause where the
 * service asks for one, and no more once nothing works.
 */
export class CallPool {
  readonly #clock: Clock;
  readonly #onPause: (until: number | null) => void;
  #pausedUntil = 0;
  #failuresInARow = 0;
  /** Whether a call has worked since the last ending other than `done`. */
  #hasWorked = false;

  /** @param onPause told until when the service wants to be left alone, and null once that is over */
  constructor(clock: Clock, onPause: (until: number | null) => void) {
    this.#clock = clock;
    this.#onPause = onPause;
  }

  /** Asks for all items; each is settled by `work` unless the ending says otherwise. */
  async askAll<Item>(items: readonly Item[], work: BatchWork<Item>, signal: AbortSignal): Promise<Ending> {
    const queue = new BatchQueue(items);
    const underWay = new Set<Promise<void>>();
    const run: Run<Item> = { queue, work, signal, ending: 'done', why: null };
    for (;;) {
      while (underWay.size < mostAtOnce && run.ending === 'done' && !signal.aborted) {
        const batch = queue.take(work.size());
        if (batch === undefined) break;
        const call: Promise<void> = this.#call(batch, run).finally(() => underWay.delete(call));
        underWay.add(call);
      }
      if (underWay.size === 0) break;
      await Promise.race(underWay);
    }
    return this.#end(run);
  }

  #end<Item>({ queue, work, signal, ending, why }: Run<Item>): Ending {
    if (signal.aborted) return 'cancelled';
    if (ending !== 'done') this.#hasWorked = false;
    this.#failuresInARow = 0;
    if (why !== null) work.giveUp(queue.clear(), why);
    return ending;
  }

  async #call<Item>(batch: Batch<Item>, run: Run<Item>): Promise<void> {
    const { queue, work, signal } = run;
    try {
      await this.#pauseOver(signal);
      if (run.ending !== 'done') return queue.put([batch]);
      queue.put(await work.ask(batch, signal));
      this.#failuresInARow = 0;
      this.#hasWorked = true;
    } catch (error) {
      if (signal.aborted) return;
      const failure = failureOf(error);
      if (isAboutItems(failure)) await this.#refused(batch, failure, run);
      else await this.#failed(batch, failure, run);
    }
  }

  async #refused<Item>(batch: Batch<Item>, failure: CallFailure, run: Run<Item>): Promise<void> {
    try {
      run.queue.put(await run.work.refused(batch, failure, run.signal));
    } catch (error) {
      if (run.signal.aborted) return;
      const next = failureOf(error);
      if (isAboutItems(next)) run.work.giveUp(batch.items, failure.why);
      else await this.#failed(batch, next, run);
    }
  }

  async #failed<Item>(batch: Batch<Item>, failure: Failure, run: Run<Item>): Promise<void> {
    switch (failure.kind) {
      case 'signed-out':
        run.queue.put([batch]);
        run.ending = 'signed-out';
        return;
      case 'final':
        return stop(batch, failure.why, run);
      case 'pause':
        if (failure.milliseconds > longestPause) return stop(batch, failure.why, run);
        this.#pause(failure.milliseconds);
        if (batch.pauses + 1 < mostPauses) run.queue.put([{ ...batch, pauses: batch.pauses + 1 }]);
        else run.work.giveUp(batch.items, failure.why);
        return;
      case 'passing': {
        this.#failuresInARow += 1;
        if (this.#failuresInARow >= mostFailuresInARow) return stop(batch, failure.why, run);
        const failures = failure.isRepeated ? mostFailures : batch.failures + 1;
        await this.#afterPassingFailure({ ...batch, failures }, failure, run);
      }
    }
  }

  async #afterPassingFailure<Item>(batch: Batch<Item>, failure: PassingFailure, run: Run<Item>): Promise<void> {
    if (batch.failures < mostFailures) {
      await this.#clock.wait(firstBackOff * 2 ** (batch.failures - 1), run.signal).catch(ignoreCancel);
      run.queue.put([batch]);
    } else if (failure.byItsLines && this.#hasWorked) {
      await this.#refused({ ...batch, failures: mostFailures - 1 }, failure, run);
    } else {
      run.work.giveUp(batch.items, failure.why);
    }
  }

  #pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + milliseconds);
    this.#onPause(this.#pausedUntil);
  }

  async #pauseOver(signal: AbortSignal): Promise<void> {
    if (this.#pausedUntil === 0) return;
    for (let rest = this.#rest(); rest > 0; rest = this.#rest()) await this.#clock.wait(rest, signal);
    this.#pausedUntil = 0;
    this.#onPause(null);
  }

  #rest(): number {
    return this.#pausedUntil - this.#clock.now();
  }
}

interface Run<Item> {
  queue: BatchQueue<Item>;
  work: BatchWork<Item>;
  signal: AbortSignal;
  ending: Exclude<Ending, 'cancelled'>;
  /** Why it was stopped. */
  why: NotAnswered | null;
}

type AboutItems = CallFailure & { kind: 'too-many' | 'named' | 'refused' };
type Failure = Exclude<CallFailure, AboutItems>;
type PassingFailure = CallFailure & { kind: 'passing' };

function isAboutItems(failure: CallFailure): failure is AboutItems {
  return failure.kind === 'too-many' || failure.kind === 'named' || failure.kind === 'refused';
}

function stop<Item>(batch: Batch<Item>, why: NotAnswered, run: Run<Item>): void {
  run.work.giveUp(batch.items, why);
  run.ending = 'stopped';
  run.why = why;
}

/** A cancelled wait is followed by nothing: the run looks at its signal before the next call. */
function ignoreCancel(): void {}
