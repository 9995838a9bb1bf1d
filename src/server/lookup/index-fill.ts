import type { ProductId } from '#stock/contract/product-id.ts';
import { levelToThousandths } from '#stock/thousandths.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import type { CalendarIndexStore, ClaimedFill, IndexedCalendar } from '#server/store/calendar-index.ts';

import { addListed } from './calendar-batches.ts';
import { CallFailed, failureOf } from './call-failure.ts';
import { isShorter, minDivisor } from './external-lookup.ts';
import type { ServiceCalls } from './service-calls.ts';
import { noResult, type StockCalendar } from './stock-lookup.ts';

export interface IndexFillOptions {
  store: Pick<CalendarIndexStore, 'writePage' | 'finishFill'>;
  calls: Pick<ServiceCalls, 'calendar' | 'calendars'>;
  /** Called with the calendars of each page that was stored. */
  observe: (calendars: readonly IndexedCalendar[]) => Promise<void>;
  /** Whether somebody uses the index, with credentials that are valid. */
  isWanted: () => boolean;
  /** Unix milliseconds. */
  now: () => number;
  wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** How a fill ended: `stopped` if it can be continued, `lost` if another server continues it. */
export type FillEnd = 'finished' | 'stopped' | 'lost';

/** Products per page, if the service accepts as many. */
const pageSize = 250;
const concurrency = 2;
/** Limits an index to a million products. */
const maxPages = 4000;
/** Times that a page is requested, before its parts are. */
const maxAttempts = 3;
/** Requests for parts of pages, which find the product that makes a page fail. */
const maxPartCalls = 200;
/** Consecutive failures after which the service counts as down. */
const maxFailuresInARow = 8;
const maxPauses = 20;
/** Empty pages after which a service counts more products than it has. */
const maxEmptyPages = 20;
/** Empty calendars that are compared with the product's own, to learn whether pages omit entries. */
const maxEmptyChecks = 20;
/** Requests to settle how many products there are. */
const maxCounts = 6;

/** The right to fill ends this long after the last page: longer than a pause of the service and a call take. */
export const leaseMilliseconds = 90_000;

interface Received {
  calendars: IndexedCalendar[];
  /** Products of the page that the service counted but didn't send. */
  missing: number;
  claimedTotal: number | null;
}

/**
 * Loads the pages of an index (§4.4) that it doesn't have. A page that fails, or has fewer products than the service
 * counts, is requested again after the others, then in parts. What isn't received in the end is counted as missing.
 * @throws the signal's reason if it aborts
 */
export async function fillIndex(fill: ClaimedFill, options: IndexFillOptions, signal: AbortSignal): Promise<FillEnd> {
  return new Filling(fill, options, signal).run();
}

class Filling {
  readonly #fill: ClaimedFill;
  readonly #options: IndexFillOptions;
  readonly #signal: AbortSignal;
  readonly #done = new Map<number, { received: number; claimedTotal: number | null }>();
  readonly #attempts = new Map<number, number>();
  /** Pages to request again. */
  readonly #again: number[] = [];
  #pageSize: number;
  /** Size that the service limited the last shorter page to. */
  #limit: number | null = null;
  #nextPage = 1;
  #end: FillEnd | null = null;
  #hasWorked: boolean;
  #failuresInARow = 0;
  #pauses = 0;
  #pausedUntil = 0;
  #partCalls = 0;
  #emptyChecks = 0;
  /** Whether empty calendars of pages were found not to be empty. */
  #omitsEntries = false;

  constructor(fill: ClaimedFill, options: IndexFillOptions, signal: AbortSignal) {
    this.#fill = fill;
    this.#options = options;
    this.#signal = signal;
    this.#pageSize = fill.pageSize ?? pageSize;
    this.#hasWorked = fill.pages.length > 0;
    for (const { page, received, claimedTotal } of fill.pages) this.#done.set(page, { received, claimedTotal });
  }

  async run(): Promise<FillEnd> {
    for (;;) {
      // The first page tells how many there are.
      while (this.#end === null && this.#done.size === 0) {
        this.#again.length = 0;
        await this.#load(1);
      }
      await Promise.all(Array.from({ length: concurrency }, () => this.#work()));
      if (this.#end !== null) return this.#end;
      if (this.#done.size === 0) continue;
      const page = this.#take();
      if (page === undefined) break;
      await this.#load(page);
    }
    const total = await this.#settleTotal();
    const { store, now } = this.#options;
    return (await store.finishFill(this.#fill, total, now())) ? 'finished' : 'lost';
  }

  async #work(): Promise<void> {
    for (;;) {
      const page = this.#end === null ? this.#take() : undefined;
      if (page === undefined) return;
      await this.#load(page).catch((error: unknown) => {
        this.#end ??= 'stopped';
        throw error;
      });
    }
  }

  /** The next page to request: first all new ones. */
  #take(): number | undefined {
    const last = this.#lastPage();
    while (this.#done.has(this.#nextPage)) this.#nextPage += 1;
    if (this.#nextPage <= last) return this.#nextPage++;
    return this.#again.shift();
  }

  /** By the count that most pages agree on; after a full page there may be another. */
  #lastPage(): number {
    const pages = [...this.#done];
    const highest = Math.max(...pages.map(([page]) => page));
    const isFull = (this.#done.get(highest)?.received ?? 0) >= this.#pageSize;
    const empty = pages.filter(([, { received, claimedTotal }]) => received === 0 && claimedTotal !== null).length;
    if (empty >= maxEmptyPages) return highest;
    const counted = Math.ceil(mostFrequent(this.#claims()) / this.#pageSize);
    return Math.min(maxPages, Math.max(counted, isFull ? highest + 1 : highest));
  }

  #claims(): number[] {
    return [...this.#done.values()].flatMap(({ claimedTotal }) => claimedTotal ?? []);
  }

  async #load(page: number): Promise<void> {
    const attempts = this.#attempts.get(page) ?? 0;
    try {
      await this.#endOfPause();
      if (!this.#options.isWanted()) {
        this.#end ??= 'stopped';
        return;
      }
      const isWhole = attempts < maxAttempts;
      const size = this.#pageSize;
      const received = await (isWhole ? this.#call(page, size) : this.#inParts(page, size));
      // A page of the former size has another number now.
      if (size !== this.#pageSize) return;
      await this.#write(page, received);
      if (received.missing > 0 && isWhole) this.#requestAgain(page, attempts + 1);
    } catch (error) {
      this.#signal.throwIfAborted();
      const failure = failureOf(error);
      if (failure.kind === 'signed-out' || failure.kind === 'final') this.#end ??= 'stopped';
      else if (failure.kind === 'pause') {
        this.#pauses += 1;
        this.#pausedUntil = Math.max(this.#pausedUntil, this.#options.now() + failure.milliseconds);
        if (this.#pauses > maxPauses) this.#end ??= 'stopped';
        this.#again.unshift(page);
      } else if (failure.kind === 'too-many' && !this.#hasWorked && this.#pageSize > 1)
        this.#pageSize /= minDivisor(this.#pageSize);
      else {
        this.#failed();
        this.#attempts.set(page, attempts + 1);
        this.#again.push(page);
      }
    }
  }

  /** A page that was received, but not as a whole, isn't requested in parts. */
  #requestAgain(page: number, attempts: number): void {
    this.#attempts.set(page, attempts);
    if (attempts < maxAttempts) this.#again.push(page);
  }

  async #call(page: number, size: number): Promise<Received> {
    const { calls } = this.#options;
    const received = await calls.calendars({ productIds: null, page, pageSize: size }, this.#signal);
    const isPast = received.page !== page;
    if (isPast && page <= received.totalPageCount) throw otherPage(received.page, page);
    if (size === this.#pageSize && isShorter(received, page, size)) this.#learnPageSize(received.pageSize);
    const listed = new Map<ProductId, StockCalendar>();
    if (!isPast) addListed(listed, received.calendars);
    this.#failuresInARow = 0;
    this.#hasWorked = true;
    const claimedTotal = Math.max(0, received.totalItemCount);
    const calendars: IndexedCalendar[] = [];
    for (const [productId, calendar] of listed) calendars.push(await this.#indexed(productId, calendar));
    const expected = expectedProducts(claimedTotal, page, size);
    return { calendars, claimedTotal, missing: Math.max(0, expected - listed.size) };
  }

  /** Begins again with smaller pages once two responses were limited to the same size. */
  #learnPageSize(size: number): void {
    if (this.#limit !== size) {
      this.#limit = size;
      return;
    }
    this.#pageSize = size;
    this.#done.clear();
    this.#attempts.clear();
    this.#again.length = 0;
    this.#nextPage = 1;
  }

  async #inParts(page: number, size: number): Promise<Received> {
    const parts = minDivisor(size);
    const partSize = size / parts;
    const found = new Map<ProductId, IndexedCalendar>();
    let [missing, claimedTotal]: [number, number | null] = [0, null];
    for (let part = (page - 1) * parts + 1; part <= page * parts; part += 1) {
      const expected = expectedProducts(mostFrequent(this.#claims()), part, partSize);
      const received = (await this.#part(part, partSize)) ?? { calendars: [], missing: expected, claimedTotal: null };
      for (const calendar of received.calendars) found.set(calendar.productId, calendar);
      missing += received.missing;
      claimedTotal = received.claimedTotal ?? claimedTotal;
    }
    return { calendars: [...found.values()], missing, claimedTotal };
  }

  /** A part of a page, itself in parts if it fails; null for a single product, or if there were too many requests. */
  async #part(part: number, size: number): Promise<Received | null> {
    if (this.#partCalls >= maxPartCalls) return null;
    this.#partCalls += 1;
    try {
      return await this.#call(part, size);
    } catch (error) {
      this.#signal.throwIfAborted();
      const { kind } = failureOf(error);
      if (kind === 'pause' || kind === 'signed-out' || kind === 'final') throw error;
      this.#failed();
      // The service is down: the page is requested again when the fill continues.
      if (this.#end !== null) throw error;
      return size > 1 ? this.#inParts(part, size) : null;
    }
  }

  #failed(): void {
    this.#failuresInARow += 1;
    if (this.#failuresInARow >= maxFailuresInARow) this.#end ??= 'stopped';
  }

  /**
   * Calendar of a product for the index. Some services list every calendar without its entries; empty ones are
   * therefore compared with the product's own (§4.1), and all of them are loaded from there once one had entries.
   */
  async #indexed(productId: ProductId, listed: StockCalendar): Promise<IndexedCalendar> {
    const isEmpty = listed.entries.length === 0 && listed.unreadable === 0;
    if (!isEmpty || (!this.#omitsEntries && this.#emptyChecks >= maxEmptyChecks))
      return indexedCalendar(productId, listed);
    this.#emptyChecks += 1;
    try {
      const own = await this.#options.calls.calendar(productId, this.#signal);
      this.#omitsEntries ||= own.entries.length > 0;
      return indexedCalendar(productId, own);
    } catch (error) {
      this.#signal.throwIfAborted();
      const { kind } = failureOf(error);
      if (kind === 'pause' || kind === 'signed-out' || kind === 'final') throw error;
      return kind === 'named' ? indexedCalendar(productId, listed) : { productId, entries: null, territory: '' };
    }
  }

  async #write(page: number, { calendars, missing, claimedTotal }: Received): Promise<void> {
    const received = calendars.length;
    this.#done.set(page, { received, claimedTotal });
    const { store, observe, now } = this.#options;
    const written = { page, pageSize: this.#pageSize, received, missing, claimedTotal, calendars };
    if (await store.writePage(this.#fill, written, now() + leaseMilliseconds)) await observe(calendars);
    else this.#end ??= 'lost';
  }

  async #endOfPause(): Promise<void> {
    const rest = this.#pausedUntil - this.#options.now();
    if (rest > 0) await this.#options.wait(rest, this.#signal);
  }

  /** Number of products. If pages disagree, it is requested until two responses agree; otherwise the largest counts. */
  async #settleTotal(): Promise<number> {
    const claims = this.#claims();
    if (new Set(claims).size <= 1) return claims[0] ?? 0;
    let last: number | null = null;
    for (let count = 0; count < maxCounts; count += 1) {
      const received = await this.#options.calls
        .calendars({ productIds: null, page: 1, pageSize: 1 }, this.#signal)
        .catch((error: unknown) => {
          this.#signal.throwIfAborted();
          failureOf(error);
          return null;
        });
      if (received !== null && received.totalItemCount === last) return last;
      last = received?.totalItemCount ?? null;
    }
    return Math.max(...claims);
  }
}

function expectedProducts(total: number, page: number, size: number): number {
  return Math.max(0, Math.min(total - (page - 1) * size, size));
}

/** The larger of equally frequent ones; 0 without any. */
function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || b - a);
  return first?.[0] ?? 0;
}

function otherPage(page: number, requested: number): CallFailed {
  const problem = new ServiceProblem(
    'contract-broken',
    `Unexpected response from the stock service: page is ${page} where ${requested} was asked for.`,
  );
  return new CallFailed({ kind: 'refused', why: noResult('broken-response', null) }, problem);
}

/** Deleted entries have no effect. */
function indexedCalendar(productId: ProductId, { entries, unreadable, territories }: StockCalendar): IndexedCalendar {
  const read = entries
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ stockDate, stockQuantity, isMaxLeadTime }) => ({
      stockDate,
      stockQuantity: levelToThousandths(stockQuantity),
      isMaxLeadTime,
    }));
  return { productId, entries: unreadable > 0 ? null : read, territory: territories.join(', ') };
}
