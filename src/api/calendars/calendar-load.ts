import type { QueryClient } from '@tanstack/react-query';

import { failureOf } from '#api/call-failure.ts';
import { isSignedOut } from '#api/errors.ts';
import { maxConcurrency, maxFailuresInARow } from '#api/request-queue.ts';
import { fetchCalendarPage } from '#api/stock-calendars.ts';
import { type CalendarSource, gatewaySource } from '#api/stock-source.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { NotAnswered } from '#domain/order/line-state.ts';
import { ChangeNotice } from '#lib/change-notice.ts';

import {
  type CalendarPage,
  type CalendarPageRequest,
  isUnsettled,
  isWholePage,
  type PageOddities,
  type TotalChange,
} from './calendar-page.ts';

/** Progress of loading all pages. Immutable: a new object after every change. */
export interface CalendarLoadSnapshot {
  /**
   * `signed-out` waits for a sign-in. `cancelled` and `incomplete` keep the loaded pages and can be resumed. `complete`
   * means that every requested product is loaded or known to have no calendar.
   */
  phase: 'idle' | 'loading' | 'signed-out' | 'cancelled' | 'incomplete' | 'complete';
  /** Null until the first page is loaded. */
  totalPages: number | null;
  donePages: number;
  totalProducts: number | null;
  doneProducts: number;
  /** Missing pages, ascending; while loading, those that failed so far. */
  missing: readonly MissingPages[];
  missingPages: number;
  /** Number of missing products, which every total must mention; 0 until the total is known. */
  missingProducts: number;
  /** Products whose own calendar failed to load, so that they have no result. */
  unsettledProducts: number;
  /** The total changed while loading: the pages are of different states and must be loaded again. */
  totalChange: TotalChange | null;
  /** When requests may resume (Retry-After), Unix milliseconds. */
  pausedUntil: number | null;
  oddities: PageOddities;
  /** When the oldest loaded page was received, Unix milliseconds. */
  oldestFetch: number | null;
}

/** Consecutive pages that are missing for the same reason. */
export interface MissingPages {
  firstPage: number;
  lastPage: number;
  /** Null if the pages weren't requested, or if the service responded. */
  why: NotAnswered | null;
  /** Whether the pages are incomplete rather than missing: the service sent fewer products than it counted. */
  isPartial: boolean;
}

export type CalendarLoadOptions = Omit<CalendarPageRequest, 'page' | 'anew'>;

/**
 * Loads every page of a product selection through the query cache with limited concurrency. Loaded pages survive
 * cancellation and failures; resuming requests only the others.
 */
export class CalendarLoad {
  readonly #client: QueryClient;
  readonly #request: CalendarLoadOptions;
  readonly #source: CalendarSource;
  readonly #ids: readonly ProductId[] | null;
  readonly #changes = new ChangeNotice();
  readonly #pages = new Map<number, CalendarPage>();
  /** The latest error of each failed page. */
  readonly #failures = new Map<number, NotAnswered>();
  #total: number | null;
  #totalChange: TotalChange | null = null;
  #controller: AbortController | null = null;
  #ended: Promise<void> = Promise.resolve();
  #phase: 'idle' | 'loading' | 'cancelled' | 'incomplete' | 'complete' = 'idle';
  #snapshot: CalendarLoadSnapshot | null = null;
  #products: readonly ListedProduct[] | null = null;

  /** Prepares a load; sends no request until `resume`. */
  constructor(client: QueryClient, request: CalendarLoadOptions, source = gatewaySource as CalendarSource) {
    const { choice } = request;
    this.#client = client;
    this.#request = request;
    this.#source = source;
    this.#ids = choice.kind === 'list' ? [...new Set(choice.productIds)] : null;
    this.#total = this.#ids?.length ?? null;
  }

  /** Calls the listener after changes, at most once per task. Returns a function to unsubscribe. */
  subscribe = this.#changes.subscribe;

  getSnapshot = (): CalendarLoadSnapshot => (this.#snapshot ??= this.#takeSnapshot());

  /**
   * Returns the loaded products without duplicates, in the order of the selection. For a list it includes missing
   * products without a result. The same array until something changes.
   */
  products = (): readonly ListedProduct[] => (this.#products ??= this.#collect());

  /**
   * Loads all missing pages: at first all pages, later the canceled or failed ones, and all of them again if products
   * changed meanwhile. Resolves when loading ends; never rejects.
   */
  resume(): Promise<void> {
    if (this.#controller !== null) return this.#ended;
    const controller = new AbortController();
    this.#controller = controller;
    this.#phase = 'loading';
    this.#changed();
    this.#ended = this.#ended.then(() => this.#run(controller));
    return this.#ended;
  }

  /** Adopts the only page of a list from the screen; nothing is left to request. */
  take(page: CalendarPage): void {
    this.#pages.set(1, page);
    this.#end('incomplete');
  }

  /** Stops loading and keeps the loaded pages. */
  cancel(): void {
    this.#controller?.abort();
    if (this.#controller !== null) this.#end('cancelled');
  }

  async #run(controller: AbortController): Promise<void> {
    const { signal } = controller;
    const { queue, calendarLimits } = this.#source;
    const stopWatching = queue.subscribe(() => this.#changed());
    const anew = this.#totalChange !== null || this.#isScattered();
    if (anew) {
      this.#pages.clear();
      this.#totalChange = null;
    }
    this.#failures.clear();
    const asked = new Set<number>();
    const next = () => {
      const isDown = this.#failures.size > 0 && calendarLimits.failuresInARow >= maxFailuresInARow;
      if (signal.aborted || isDown) return undefined;
      return pagesUpTo(this.#totalPages ?? 1).find((page) => !asked.has(page) && !this.#isWhole(page));
    };
    const loadPages = async () => {
      for (let page = next(); page !== undefined; page = next()) {
        asked.add(page);
        await this.#load({ ...this.#request, page, anew }, signal);
      }
    };
    // The number of pages is unknown until the first one is loaded.
    if (this.#total === null) {
      asked.add(1);
      await this.#load({ ...this.#request, page: 1, anew }, signal);
    }
    if (this.#total !== null) await Promise.all(Array.from({ length: maxConcurrency }, loadPages));
    stopWatching();
    if (this.#controller === controller) this.#end('incomplete');
  }

  async #load(request: CalendarPageRequest, signal: AbortSignal): Promise<void> {
    const { page } = request;
    try {
      const loaded = await fetchCalendarPage(this.#client, request, signal, this.#source);
      const { totalItems } = loaded;
      if (this.#total !== null && this.#total !== totalItems) {
        this.#totalChange = { before: this.#totalChange?.before ?? this.#total, now: totalItems };
      }
      this.#total = totalItems;
      this.#pages.set(page, loaded);
    } catch (error) {
      if (signal.aborted) return;
      // Another user has signed in; these pages aren't theirs.
      if (isSignedOut(error)) this.#pages.clear();
      this.#failures.set(page, failureOf(error).why);
    }
    this.#changed();
  }

  get #totalPages(): number | null {
    return this.#total === null ? null : Math.ceil(this.#total / this.#request.pageSize);
  }

  #isWhole(page: number): boolean {
    const loaded = this.#pages.get(page);
    return loaded !== undefined && isWholePage(loaded);
  }

  /** Whether all pages are complete but products are missing, because some moved to another page meanwhile. */
  #isScattered(): boolean {
    const { totalPages, missingProducts } = this.getSnapshot();
    return missingProducts > 0 && pagesUpTo(totalPages ?? 1).every((page) => this.#isWhole(page));
  }

  #end(phase: 'cancelled' | 'incomplete'): void {
    this.#controller = null;
    const { missingPages, missingProducts, unsettledProducts } = this.#takeSnapshot();
    const isOpen = this.#total === null || missingPages + missingProducts + unsettledProducts > 0;
    this.#phase = isOpen || this.#totalChange !== null ? phase : 'complete';
    this.#changed();
  }

  #collect(): ListedProduct[] {
    const products = new Map<ProductId, ListedProduct>();
    for (const productId of this.#ids ?? [])
      products.set(productId, { kind: 'no-answer', productId, why: 'page-missing' });
    for (const [, { products: onPage }] of [...this.#pages].toSorted(([a], [b]) => a - b)) {
      for (const product of onPage) products.set(product.productId, product);
    }
    return [...products.values()];
  }

  #takeSnapshot(): CalendarLoadSnapshot {
    const loaded = [...this.#pages.values()];
    const isRunning = this.#controller !== null;
    const { isSignedOut: waitsForSignIn, pausedUntil } = this.#source.queue;
    const notThere = this.#missing((page) => !isRunning || this.#failures.has(page) || this.#pages.has(page));
    const products = this.products();
    const doneProducts = new Set(loaded.flatMap((page) => page.products.map(({ productId }) => productId))).size;
    const totalPages = this.#totalPages;
    return {
      phase: isRunning && waitsForSignIn ? 'signed-out' : this.#phase,
      totalPages,
      donePages: loaded.filter((page) => page.oddities.withheld === 0).length,
      totalProducts: this.#total,
      doneProducts,
      missing: notThere,
      missingPages: notThere.reduce((sum, { firstPage, lastPage }) => sum + lastPage - firstPage + 1, 0),
      missingProducts: Math.max(0, (this.#total ?? 0) - doneProducts),
      unsettledProducts: products.filter(isUnsettled).length,
      totalChange: this.#totalChange,
      pausedUntil: isRunning ? pausedUntil : null,
      oddities: {
        notAsked: loaded.flatMap(({ oddities }) => oddities.notAsked),
        doubled: loaded.flatMap(({ oddities }) => oddities.doubled),
        withheld: loaded.reduce((sum, { oddities }) => sum + oddities.withheld, 0),
      },
      oldestFetch: loaded.length === 0 ? null : Math.min(...loaded.map(({ fetchedAt }) => fetchedAt)),
    };
  }

  /** Returns runs of missing or incomplete pages with the same reason. */
  #missing(isWanted: (page: number) => boolean): MissingPages[] {
    const missing: MissingPages[] = [];
    for (const page of pagesUpTo(this.#totalPages ?? 1)) {
      const loaded = this.#pages.get(page);
      if (loaded?.oddities.withheld === 0 || !isWanted(page)) continue;
      const why = this.#failures.get(page) ?? null;
      const isPartial = loaded !== undefined;
      const before = missing.at(-1);
      const continues = before?.lastPage === page - 1 && before.isPartial === isPartial && isSame(before.why, why);
      if (continues) before.lastPage = page;
      else missing.push({ firstPage: page, lastPage: page, why, isPartial });
    }
    return missing;
  }

  #changed(): void {
    this.#snapshot = null;
    this.#products = null;
    this.#changes.announce();
  }
}

function pagesUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function isSame(a: NotAnswered | null, b: NotAnswered | null): boolean {
  return a?.reason === b?.reason && a?.sentence === b?.sentence;
}

/** A page of a product selection, streamed for export. */
export interface StreamedPage {
  page: number;
  totalPages: number;
  totalItems: number;
  products: readonly ListedProduct[];
  /** When the page was received, Unix milliseconds; null if it failed to load. */
  fetchedAt: number | null;
  /** Why the page failed to load; null if it was loaded. */
  error: unknown;
}

/**
 * Yields every page of a product selection in order (§4.4), requesting a few pages ahead. A page that keeps failing has
 * no products but a reason. Throws if the first page fails or another user signs in, and the signal's reason on abort.
 */
export async function* streamPages(
  client: QueryClient,
  request: CalendarLoadOptions,
  signal: AbortSignal,
  source: CalendarSource = gatewaySource,
): AsyncGenerator<StreamedPage> {
  const ask = (page: number) => fetchCalendarPage(client, { ...request, page }, signal, source);
  const first = await ask(1);
  const { totalPages, totalItems } = first;
  const given = new Set<ProductId>();
  // Changes in the store can move products to a later page; yield each product once.
  const fresh = (products: readonly ListedProduct[]) =>
    products.filter(({ productId }) => !given.has(productId) && given.add(productId));
  yield { ...first, page: 1, products: fresh(first.products), error: null };
  const waiting: Promise<CalendarPage | { error: unknown }>[] = [];
  let next = 2;
  for (let page = 2; page <= totalPages; page += 1) {
    while (next <= totalPages && waiting.length < maxConcurrency) {
      waiting.push(ask(next).catch((error: unknown) => ({ error })));
      next += 1;
    }
    const answer = await waiting.shift();
    signal.throwIfAborted();
    if (answer === undefined) return;
    if (!('error' in answer)) yield { ...answer, page, totalPages, products: fresh(answer.products), error: null };
    else if (isSignedOut(answer.error)) throw answer.error;
    else yield { page, totalPages, totalItems, products: [], fetchedAt: null, error: answer.error };
  }
}
