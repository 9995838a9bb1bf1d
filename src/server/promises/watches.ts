import type { ProductId } from '#stock/contract/product-id.ts';
import { grouped } from '#stock/contract/requests.ts';
import { type KeptWatch, type KeptWatches, type Watch, watchLimits } from '#stock/contract/watches.ts';
import { newTracking } from '#stock/promises/tracking.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import type { Caller, StockLookup } from '#server/lookup/stock-lookup.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import type { LineChange, PromiseFolder, PromiseStore, TrackedLine } from '#server/store/sql-promises.ts';

import { changeOf, checkLines, type Progress, type ReadLine, readStored } from './line-checks.ts';

/** What its owner decides of a watch. */
export type WatchFacts = Omit<Watch, 'endsAfter'>;

const dayInMilliseconds = 86_400_000;

interface WatchesOptions {
  store: PromiseStore;
  lookup: StockLookup;
  /** Unix milliseconds. */
  now: () => number;
}

/** Quantities of products whose owners want to be told when their ship dates change (promises, *Watches*). */
export class Watches {
  readonly #store: PromiseStore;
  readonly #lookup: StockLookup;
  readonly #now: () => number;

  constructor({ store, lookup, now }: WatchesOptions) {
    this.#store = store;
    this.#lookup = lookup;
    this.#now = now;
  }

  /** Returns all watches of a folder that haven't ended. */
  async list(folder: PromiseFolder): Promise<KeptWatches> {
    const { today } = await this.#lookup.present();
    const rows = await this.#store.listWatches(folder, this.#now());
    const watches = rows.flatMap((row) => watchOf(row) ?? []);
    return { today, at: this.#now(), watches, unreadable: rows.length - watches.length };
  }

  /**
   * Stores watches, or changes those of the same product and quantity, and checks the new ones, so that later changes
   * are seen from now on.
   * @throws ServiceProblem `limit-reached`
   */
  async put(
    folder: PromiseFolder,
    watches: readonly Watch[],
    caller: Caller,
    signal: AbortSignal,
  ): Promise<KeptWatches> {
    const now = this.#now();
    const { today } = await this.#lookup.present();
    const kept = await this.#store.listWatches(folder, now);
    // One whose ship-by date is past, or that can't be read, isn't checked any more, so it begins anew.
    for (const row of kept) {
      const watch = watchOf(row);
      const hasEnded = watch === null || (watch.shipBy !== null && watch.shipBy < today);
      const { letterId } = row;
      const isAgain = watches.some(({ productId, quantity }) => watchIdOf(productId, quantity) === letterId);
      if (isAgain && hasEnded) await this.#store.deleteLetter({ ...folder, letterId });
    }
    const known = new Set(kept.map(({ letterId }) => letterId));
    const added = watches.filter(({ productId, quantity }) => !known.has(watchIdOf(productId, quantity)));
    const { lines } = await this.#store.measureLines(folder.personId, 'watch');
    if (lines + added.length > watchLimits.watches)
      throw new ServiceProblem(
        'limit-reached',
        `You have ${grouped(watchLimits.watches)} watches. Delete what you no longer need.`,
      );
    const progress: Progress = {
      now: null,
      since: now,
      checkedAt: null,
      dataVersion: '',
      tracking: newTracking(null),
    };
    await this.#store.putWatches(
      folder,
      watches.map(({ endsAfter, ...facts }) => ({
        letterId: watchIdOf(facts.productId, facts.quantity),
        line: JSON.stringify(facts satisfies WatchFacts),
        progress: JSON.stringify(progress),
        toldAt: now,
        endsAt: now + endsAfter * dayInMilliseconds,
      })),
    );
    await this.#checkNew(folder, caller, signal);
    return this.list(folder);
  }

  async #checkNew(folder: PromiseFolder, caller: Caller, signal: AbortSignal): Promise<void> {
    const rows = await this.#store.listWatches(folder, this.#now());
    const lines = rows.flatMap((row) => readWatch(row) ?? []).filter(({ progress }) => progress.checkedAt === null);
    const changes: LineChange[] = [];
    await checkLines(
      lines.map((line) => [line]),
      () => true,
      {
        lookup: this.#lookup,
        caller,
        signal,
        now: this.#now,
        checked: (line, progress) => void changes.push(changeOf(line, progress)),
      },
    );
    await this.#store.changePromises(folder, changes);
  }

  /** Deletes a watch, if there is one. */
  delete(folder: PromiseFolder, productId: ProductId, quantity: Thousandths): Promise<void> {
    return this.#store.deleteLetter({ ...folder, letterId: watchIdOf(productId, quantity) });
  }
}

/** A person has one watch for a product and quantity. Letters have no such ID. */
function watchIdOf(productId: ProductId, quantity: Thousandths): string {
  return `watch:${productId}:${quantity}`;
}

function readWatch(row: TrackedLine): ReadLine | null {
  const found = readStored(row, 'watch');
  if (found === null) return null;
  const { letterId, place, revision } = row;
  const { productId, quantity } = found.facts;
  return { letterId, place, revision, productId, quantity, progress: found.progress };
}

function watchOf(row: TrackedLine & { endsAt: number }): KeptWatch | null {
  const found = readStored(row, 'watch');
  if (found === null) return null;
  const { now, since, checkedAt } = found.progress;
  return { ...(found.facts as WatchFacts), madeAt: row.toldAt, endsAt: row.endsAt, now, since, checkedAt };
}
