import { type Batch, freshBatch } from './batch.ts';

/** Items that wait for their first call, and batches that wait for another. */
export class BatchQueue<Item> {
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
