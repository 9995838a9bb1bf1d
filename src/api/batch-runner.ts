import type { ProductId } from '#contract/product-id.ts';
import type { NotAnswered } from '#domain/order/line-state.ts';

import { type CallFailure, CheckStopped, failureOf } from './call-failure.ts';
import { longestPause, maxAttempts, maxConcurrency, maxFailuresInARow, type RequestQueue } from './request-queue.ts';

/** Items to request in one call, with the history of earlier attempts. */
export interface Batch<Item> {
  items: readonly Item[];
  /** Number of calls that failed temporarily. */
  failures: number;
  /** Number of responses without any of these items. */
  omissions: number;
}

export function freshBatch<Item>(items: readonly Item[]): Batch<Item> {
  return { items, failures: 0, omissions: 0 };
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
  /** Sends the batch and settles items with a result. Returns batches to retry; throws what the call throws. */
  ask(batch: Batch<Item>, signal: AbortSignal): Promise<Batch<Item>[]>;
  /** Handles a rejection caused by the batch's items. Settles what it reveals and returns batches to retry. */
  refused(batch: Batch<Item>, failure: CallFailure, signal: AbortSignal): Promise<Batch<Item>[]>;
  /** Settles items that can't get a result. */
  giveUp(items: readonly Item[], why: NotAnswered): void;
}

/** How a run ended. `signed-out` (another user signed in) and `cancelled` leave the remaining items unsettled. */
export type Ending = 'done' | 'stopped' | 'signed-out' | 'cancelled';

/** Sends batches through the request queue, and stops when the service is down. */
export class BatchRunner {
  readonly #queue: RequestQueue;
  /** Whether a call has succeeded since the last ending other than `done`. */
  #hasWorked = false;

  constructor(queue: RequestQueue) {
    this.#queue = queue;
  }

  /** Sends all items. `work` settles each of them unless the ending says otherwise. */
  async askAll<Item>(items: readonly Item[], work: BatchWork<Item>, signal: AbortSignal): Promise<Ending> {
    const waiting = new WaitingBatches(items);
    const running = new Set<Promise<void>>();
    const run: Run<Item> = { waiting, work, signal, ending: 'done', why: null, failuresInARow: 0 };
    for (;;) {
      while (running.size < maxConcurrency && run.ending === 'done' && !signal.aborted) {
        const batch = waiting.take(work.size());
        if (batch === undefined) break;
        const call: Promise<void> = this.#call(batch, run).finally(() => running.delete(call));
        running.add(call);
      }
      if (running.size === 0) break;
      await Promise.race(running);
    }
    if (signal.aborted) return 'cancelled';
    if (run.ending !== 'done') this.#hasWorked = false;
    if (run.why !== null) work.giveUp(waiting.clear(), run.why);
    return run.ending;
  }

  async #call<Item>(batch: Batch<Item>, run: Run<Item>): Promise<void> {
    const { waiting, work, signal } = run;
    const onFailure = ({ why }: CallFailure) => {
      run.failuresInARow += 1;
      if (run.failuresInARow >= maxFailuresInARow) throw new CheckStopped(why);
    };
    try {
      const { failures } = batch;
      waiting.put(await this.#queue.repeat(() => work.ask(batch, signal), { signal, failures, onFailure }));
      run.failuresInARow = 0;
      this.#hasWorked = true;
    } catch (error) {
      await this.#failed(batch, error, run);
    }
  }

  async #failed<Item>(batch: Batch<Item>, error: unknown, run: Run<Item>): Promise<void> {
    if (run.signal.aborted) return;
    const failure = failureOf(error);
    switch (failure.kind) {
      case 'signed-out':
        run.waiting.put([batch]);
        run.ending = 'signed-out';
        return;
      case 'final':
        return stop(batch, failure.why, run);
      case 'pause':
        if (failure.milliseconds > longestPause) return stop(batch, failure.why, run);
        return run.work.giveUp(batch.items, failure.why);
      case 'passing':
        // One of the lines may make the service fail, so each half is tried once.
        if (failure.mayBeOneLine && this.#hasWorked) {
          return this.#refused({ ...batch, failures: maxAttempts - 1 }, failure, run);
        }
        return run.work.giveUp(batch.items, failure.why);
      case 'too-many':
      case 'named':
      case 'refused':
        return this.#refused(batch, failure, run);
    }
  }

  async #refused<Item>(batch: Batch<Item>, failure: CallFailure, run: Run<Item>): Promise<void> {
    const { waiting, work, signal } = run;
    try {
      waiting.put(
        await this.#queue.repeat(() => work.refused(batch, failure, signal), { signal, mayPass: () => false }),
      );
    } catch (error) {
      if (!signal.aborted && isAboutItems(failureOf(error))) work.giveUp(batch.items, failure.why);
      else await this.#failed(batch, error, run);
    }
  }
}

interface Run<Item> {
  waiting: WaitingBatches<Item>;
  work: BatchWork<Item>;
  signal: AbortSignal;
  ending: Exclude<Ending, 'cancelled'>;
  /** Why the run stopped. */
  why: NotAnswered | null;
  failuresInARow: number;
}

function isAboutItems({ kind }: CallFailure): boolean {
  return kind === 'too-many' || kind === 'named' || kind === 'refused';
}

function stop<Item>(batch: Batch<Item>, why: NotAnswered, run: Run<Item>): void {
  run.work.giveUp(batch.items, why);
  run.ending = 'stopped';
  run.why = why;
}

/** Items waiting for their first call, and batches waiting for a retry. */
export class WaitingBatches<Item> {
  readonly #items: readonly Item[];
  #next = 0;
  /** A stack, so that the parts of a batch are finished before new items are sent. */
  readonly #again: Batch<Item>[] = [];

  constructor(items: readonly Item[]) {
    this.#items = items;
  }

  /** The next batch: one to retry, otherwise `size` new items. */
  take(size: number): Batch<Item> | undefined {
    const again = this.#again.pop();
    if (again !== undefined || this.#next >= this.#items.length) return again;
    const start = this.#next;
    this.#next = Math.min(start + size, this.#items.length);
    return freshBatch(this.#items.slice(start, this.#next));
  }

  /** Adds batches to retry; empty ones are dropped. */
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
