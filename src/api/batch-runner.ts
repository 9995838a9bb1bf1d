import type { ProductId } from '#contract/product-id.ts';
import type { NotAnswered } from '#domain/order/line-state.ts';

import { type CallFailure, CheckStopped, failureOf } from './call-failure.ts';
import { longestPause, maxAttempts, maxConcurrency, maxFailuresInARow, type RequestQueue } from './request-queue.ts';

/** What is asked in one call, and what asking it has come to so far. */
export interface Batch<Item> {
  items: readonly Item[];
  /** Calls that failed in a way that may pass. */
  failures: number;
  /** Answers that left all of these items out. */
  omissions: number;
}

export function freshBatch<Item>(items: readonly Item[]): Batch<Item> {
  return { items, failures: 0, omissions: 0 };
}

/** The batch in two, neither empty; it must hold two items or more. */
export function halves<Item>(batch: Batch<Item>): [Batch<Item>, Batch<Item>] {
  const middle = Math.ceil(batch.items.length / 2);
  return [
    { ...batch, items: batch.items.slice(0, middle) },
    { ...batch, items: batch.items.slice(middle) },
  ];
}

/** The items in as few lists as it takes for no product to be twice in one; each list keeps their order. */
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

/** How asking for some items ended. `signed-out` (another user signed in) and `cancelled` leave the rest unsettled. */
export type Ending = 'done' | 'stopped' | 'signed-out' | 'cancelled';

/** Makes calls for batches of items through the request queue, and no more once nothing works. */
export class BatchRunner {
  readonly #queue: RequestQueue;
  /** Whether a call has worked since the last ending other than `done`. */
  #hasWorked = false;

  constructor(queue: RequestQueue) {
    this.#queue = queue;
  }

  /** Asks for all items; each is settled by `work` unless the ending says otherwise. */
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
        // One of its lines may be what the service fails on: each half is asked once more.
        if (failure.byItsLines && this.#hasWorked) {
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
  /** Why it was stopped. */
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

/** Items that wait for their first call, and batches that wait for another. */
export class WaitingBatches<Item> {
  readonly #items: readonly Item[];
  #next = 0;
  /** The last one is next, so that what a batch was divided into is finished before new items are begun. */
  readonly #again: Batch<Item>[] = [];

  constructor(items: readonly Item[]) {
    this.#items = items;
  }

  /** The next batch: one that waits for another call, else one of `size` new items. */
  take(size: number): Batch<Item> | undefined {
    const again = this.#again.pop();
    if (again !== undefined || this.#next >= this.#items.length) return again;
    const start = this.#next;
    this.#next = Math.min(start + size, this.#items.length);
    return freshBatch(this.#items.slice(start, this.#next));
  }

  /** To be asked again; batches without items are left out. */
  put(batches: readonly Batch<Item>[]): void {
    this.#again.push(...batches.filter((batch) => batch.items.length > 0).toReversed());
  }

  /** Takes out everything that waits. */
  clear(): Item[] {
    const rest = [...this.#again.flatMap((batch) => batch.items), ...this.#items.slice(this.#next)];
    this.#again.length = 0;
    this.#next = this.#items.length;
    return rest;
  }
}
