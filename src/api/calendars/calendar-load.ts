import { CallPool, type Clock, type Ending } from '#api/order-check/call-pool.ts';
import { ChangeNotice } from '#api/order-check/change-notice.ts';
import { isMissing, type ListedProduct } from '#domain/calendars/listed-product.ts';

import type { CalendarPageRequest } from './calendar-page.ts';
import type { CalendarSource } from './calendar-source.ts';
import { isWhole, type LoadPart } from './load-part.ts';
import type { CalendarLoadSnapshot } from './load-state.ts';
import { type LoadItem, LoadWork } from './load-work.ts';
import { countPages } from './missing-pages.ts';
import { PageBook } from './page-book.ts';
import type { TotalChange } from './total-change.ts';

/** What is loaded, and through what. */
export type CalendarLoadOptions = Omit<CalendarPageRequest, 'page'> & CalendarSource & Clock;

/** Milliseconds in which products that come one by one are told of together: each would draw the screen anew. */
const gatheredFor = 250;

/**
 * Loads every page of a choice of products: at most four calls at once, again where a failure may pass. Keeps what has
 * come through a cancel and failures, and asks only for the rest when resumed.
 */
export class CalendarLoad {
  readonly #options: CalendarLoadOptions;
  readonly #pool: CallPool;
  readonly #work: LoadWork;
  readonly #changes = new ChangeNotice();
  #book: PageBook;
  #controller: AbortController | null = null;
  #ended: Promise<void> = Promise.resolve();
  #phase: CalendarLoadSnapshot['phase'] = 'idle';
  #totalChange: TotalChange | null = null;
  #pausedUntil: number | null = null;
  #snapshot: CalendarLoadSnapshot | null = null;
  #products: readonly ListedProduct[] | null = null;

  constructor(options: CalendarLoadOptions) {
    this.#options = options;
    this.#book = new PageBook(options.choice, options.pageSize);
    this.#pool = new CallPool(options, (until) => {
      this.#pausedUntil = until;
      this.#changed();
    });
    this.#work = new LoadWork({
      ...options,
      onChange: (part) => this.#partChanged(part),
      onProduct: () => this.#productCame(),
      onDivided: (part, parts) => this.#book.replace(part, parts),
    });
  }

  /** Has the listener called after changes, once for those of one task or one moment. Returns how to end that. */
  subscribe = (listener: () => void): (() => void) => this.#changes.subscribe(listener);

  getSnapshot = (): CalendarLoadSnapshot => (this.#snapshot ??= this.#takeSnapshot());

  /**
   * What has come, each product once, in the order of the choice; of a list also what is missing, as products without
   * an answer. The same array until something changes.
   */
  products = (): readonly ListedProduct[] => (this.#products ??= this.#book.products());

  /**
   * Loads what is not there yet: everything at first, later what was cancelled or failed; everything anew where the
   * products changed under way. The promise ends with the loading; it never rejects.
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

  /** Ends the loading and keeps what has come. */
  cancel(): void {
    if (this.#controller === null) return;
    this.#controller.abort();
    this.#end('cancelled');
  }

  async #run(controller: AbortController): Promise<void> {
    const { signal } = controller;
    if (this.#totalChange !== null || this.#isScattered()) {
      this.#book = new PageBook(this.#options.choice, this.#options.pageSize);
      this.#totalChange = null;
      this.#changed();
    }
    const asked = new Set<LoadPart>();
    let items: LoadItem[] = [...this.#book.openProducts(), ...this.#openParts(asked)];
    let ending: Ending = 'done';
    while (items.length > 0 && ending === 'done' && !signal.aborted) {
      ending = await this.#pool.askAll(items, this.#work, signal);
      for (const part of this.#book.parts) asked.add(part);
      this.#book.extend();
      items = this.#openParts(asked);
    }
    if (this.#controller === controller) this.#end(ending === 'signed-out' ? 'signed-out' : 'incomplete');
  }

  /** Whether every page came whole, and yet not every product: some moved on to another page meanwhile. */
  #isScattered(): boolean {
    const { missingProducts, unsettledProducts } = this.#takeSnapshot();
    return missingProducts > 0 && unsettledProducts === 0 && this.#book.missing({ failedOnly: false }).length === 0;
  }

  #openParts(asked: ReadonlySet<LoadPart>): LoadItem[] {
    const parts = this.#book.parts.filter((part) => !isWhole(part) && !asked.has(part));
    for (const part of parts) part.why = null;
    return parts.map((part) => ({ kind: 'part', part }));
  }

  #end(phase: CalendarLoadSnapshot['phase']): void {
    this.#controller = null;
    this.#pausedUntil = null;
    const { missingPages, missingProducts, unsettledProducts, totalProducts } = this.#takeSnapshot();
    const isOpen = missingPages + missingProducts + unsettledProducts > 0 || totalProducts === null;
    this.#phase = isOpen || this.#totalChange !== null ? phase : 'complete';
    this.#changed();
  }

  #partChanged({ answer, span }: LoadPart): void {
    if (answer !== null && span.kind === 'every') {
      const before = this.#book.total;
      if (before !== null && before !== answer.totalItems) {
        this.#totalChange = { before: this.#totalChange?.before ?? before, now: answer.totalItems };
      }
      this.#book.total = answer.totalItems;
    }
    this.#changed();
  }

  #takeSnapshot(): CalendarLoadSnapshot {
    const { total, totalPages } = this.#book;
    const products = this.products();
    const doneProducts = products.filter((product) => !isMissing(product)).length;
    const notThere = this.#book.missing({ failedOnly: false });
    const missing = this.#controller === null ? notThere : this.#book.missing({ failedOnly: true });
    return {
      phase: this.#phase,
      totalPages,
      donePages: totalPages === null ? 0 : totalPages - countPages(notThere),
      totalProducts: total,
      doneProducts,
      missing,
      missingPages: countPages(missing),
      missingProducts: Math.max(0, (total ?? 0) - doneProducts),
      unsettledProducts: this.#book.openProducts().length,
      totalChange: this.#totalChange,
      pausedUntil: this.#pausedUntil,
      oddities: this.#book.oddities(),
      oldestFetch: this.#book.oldestFetch(),
    };
  }

  #productCame(): void {
    this.#forget();
    this.#changes.announceWithin(gatheredFor);
  }

  #changed(): void {
    this.#forget();
    this.#changes.announce();
  }

  #forget(): void {
    this.#snapshot = null;
    this.#products = null;
  }
}
