import type { ProductId } from '#stock/contract/product-id.ts';
import type { NoResult } from '#stock/order/line-state.ts';

import { type CallFailure, failureOf } from './call-failure.ts';

/** Items to request in one call, with the history of earlier calls. */
export interface Batch<Item> {
  items: readonly Item[];
  /** Number of responses without any of these items. */
  omissions: number;
}

export function freshBatch<Item>(items: readonly Item[]): Batch<Item> {
  return { items, omissions: 0 };
}

/** Splits the batch into two non-empty halves; it must contain at least two items. */
export function halves<Item>(batch: Batch<Item>): [Batch<Item>, Batch<Item>] {
  const middle = Math.ceil(batch.items.length / 2);
  return [
    { ...batch, items: batch.items.slice(0, middle) },
    { ...batch, items: batch.items.slice(middle) },
  ];
}

/** Splits the items into as few lists as possible without repeating a product in any of them, keeping their order. */
export function withoutRepeats<Item extends { productId: ProductId }>(items: readonly Item[]): Item[][] {
  const lists: Item[][] = [];
  const seen = new Map<ProductId, number>();
  for (const item of items) {
    const times = seen.get(item.productId) ?? 0;
    seen.set(item.productId, times + 1);
    const list = lists[times];
    if (list) list.push(item);
    else lists.push([item]);
  }
  return lists;
}

/** A kind of batched call and its error handling. */
export interface BatchWork<Item> {
  /** Number of items in the next new batch. */
  size(): number;
  /** Sends the batch and settles items with a result. Returns batches to send again; throws what the call throws. */
  send(batch: Batch<Item>, signal: AbortSignal): Promise<Batch<Item>[]>;
  /** Handles a rejection caused by the batch's items. Settles what it reveals and returns batches to send again. */
  refused(batch: Batch<Item>, failure: CallFailure, signal: AbortSignal): Promise<Batch<Item>[]>;
  /** Settles items that can't get a result. */
  giveUp(items: readonly Item[], why: NoResult): void;
}

/** The clock of a lookup, and its listener for pauses. */
export interface RunClock {
  /** Unix milliseconds. */
  now: () => number;
  /** Waits; rejects when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called with the end of a pause that the service requested, then with null. */
  pause?: (until: number | null) => void;
}

/** Maximum concurrent calls of one lookup. */
const maxConcurrency = 4;
/** Consecutive failed calls after which the service counts as down. */
const maxFailuresInARow = 16;
/** Longer pauses aren't waited for; the user decides. */
const maxPause = 120_000;
const maxPauses = 20;

/**
 * Sends all items in batches. `work` settles each of them, unless the caller must sign in.
 * @returns how it ended: `stopped` if the service is down or no call can succeed
 * @throws the signal's reason if it aborts; ServiceProblem if the caller must sign in
 */
export async function runBatches<Item>(
  items: readonly Item[],
  work: BatchWork<Item>,
  signal: AbortSignal,
  clock: RunClock,
): Promise<'done' | 'stopped'> {
  const run = new Run(items, work, signal, clock);
  await run.finish();
  return run.why === null ? 'done' : 'stopped';
}

class Run<Item> {
  /** Why the run stopped. */
  why: NoResult | null = null;
  readonly #waiting: WaitingBatches<Item>;
  readonly #work: BatchWork<Item>;
  readonly #signal: AbortSignal;
  readonly #clock: RunClock;
  /** An error that ends the run. */
  #error: { thrown: unknown } | null = null;
  /** Whether a call has succeeded. */
  #hasWorked = false;
  #failuresInARow = 0;
  #pausedUntil: number | null = null;

  constructor(items: readonly Item[], work: BatchWork<Item>, signal: AbortSignal, clock: RunClock) {
    this.#waiting = new WaitingBatches(items);
    this.#work = work;
    this.#signal = signal;
    this.#clock = clock;
  }

  async finish(): Promise<void> {
    const running = new Set<Promise<void>>();
    for (;;) {
      while (running.size < maxConcurrency && this.why === null && this.#error === null && !this.#signal.aborted) {
        const batch = this.#waiting.take(this.#work.size());
        if (batch === undefined) break;
        const call: Promise<void> = this.#call(batch).finally(() => running.delete(call));
        running.add(call);
      }
      if (running.size === 0) break;
      await Promise.race(running);
    }
    this.#signal.throwIfAborted();
    if (this.#error !== null) throw this.#error.thrown;
    if (this.why !== null) this.#work.giveUp(this.#waiting.clear(), this.why);
  }

  async #call(batch: Batch<Item>): Promise<void> {
    try {
      this.#waiting.put(await this.#afterPauses(() => this.#work.send(batch, this.#signal)));
      this.#failuresInARow = 0;
      this.#hasWorked = true;
    } catch (error) {
      await this.#failed(batch, error);
    }
  }

  /** Makes a call, and makes it again after each pause that the service requests. */
  async #afterPauses<Result>(call: () => Promise<Result>): Promise<Result> {
    for (let pauses = 1; ; pauses += 1) {
      await this.#endOfPause();
      try {
        return await call();
      } catch (error) {
        this.#signal.throwIfAborted();
        const failure = failureOf(error);
        if (failure.kind !== 'pause' || failure.milliseconds > maxPause || pauses >= maxPauses) throw error;
        this.#pausedUntil = Math.max(this.#pausedUntil ?? 0, this.#clock.now() + failure.milliseconds);
        this.#clock.pause?.(this.#pausedUntil);
      }
    }
  }

  async #endOfPause(): Promise<void> {
    while (this.#pausedUntil !== null) {
      const rest = this.#pausedUntil - this.#clock.now();
      if (rest > 0) await this.#clock.wait(rest, this.#signal);
      else {
        this.#pausedUntil = null;
        this.#clock.pause?.(null);
      }
    }
  }

  async #failed(batch: Batch<Item>, error: unknown): Promise<void> {
    if (this.#signal.aborted) return;
    let failure: CallFailure;
    try {
      failure = failureOf(error);
    } catch {
      this.#error ??= { thrown: error };
      return;
    }
    switch (failure.kind) {
      case 'signed-out':
        this.#error ??= { thrown: failure.problem };
        return;
      case 'final':
        return this.#stop(batch, failure.why);
      case 'pause':
        if (failure.milliseconds > maxPause) return this.#stop(batch, failure.why);
        return this.#work.giveUp(batch.items, failure.why);
      case 'outage':
        this.#failuresInARow += 1;
        if (this.#failuresInARow >= maxFailuresInARow) return this.#stop(batch, failure.why);
        // One of the requests may make the service fail.
        if (failure.mayBeOneRequest && this.#hasWorked) return this.#refused(batch, failure);
        return this.#work.giveUp(batch.items, failure.why);
      case 'too-many':
      case 'named':
      case 'refused':
        return this.#refused(batch, failure);
    }
  }

  async #refused(batch: Batch<Item>, failure: CallFailure): Promise<void> {
    try {
      this.#waiting.put(await this.#afterPauses(() => this.#work.refused(batch, failure, this.#signal)));
    } catch (error) {
      if (isAboutItems(error)) this.#work.giveUp(batch.items, failure.why);
      else await this.#failed(batch, error);
    }
  }

  #stop(batch: Batch<Item>, why: NoResult): void {
    this.#work.giveUp(batch.items, why);
    this.why ??= why;
  }
}

function isAboutItems(error: unknown): boolean {
  try {
    const { kind } = failureOf(error);
    return kind === 'too-many' || kind === 'named' || kind === 'refused';
  } catch {
    return false;
  }
}

/** Items waiting for their first call, and batches waiting to be sent again. */
export class WaitingBatches<Item> {
  readonly #items: readonly Item[];
  #next = 0;
  /** A stack, so that the parts of a batch are finished before new items are sent. */
  readonly #again: Batch<Item>[] = [];

  constructor(items: readonly Item[]) {
    this.#items = items;
  }

  /** The next batch: one to send again, otherwise `size` new items. */
  take(size: number): Batch<Item> | undefined {
    const again = this.#again.pop();
    if (again !== undefined || this.#next >= this.#items.length) return again;
    const start = this.#next;
    this.#next = Math.min(start + size, this.#items.length);
    return freshBatch(this.#items.slice(start, this.#next));
  }

  /** Adds batches to send again; empty ones are dropped. */
  put(batches: readonly Batch<Item>[]): void {
    this.#again.push(...batches.filter((batch) => batch.items.length > 0).toReversed());
  }

  /** Removes and returns all waiting items. */
  clear(): Item[] {
    const rest = [...this.#again.flatMap((batch) => batch.items), ...this.#items.slice(this.#next)];
    this.#again.length = 0;
    this.#next = this.#items.length;
    return rest;
  }
}
