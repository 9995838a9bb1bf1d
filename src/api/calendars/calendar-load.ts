import { type Batch, BatchRunner, type BatchWork, type Ending, freshBatch } from '#api/batch-runner.ts';
import type { CallFailure } from '#api/call-failure.ts';
import { ChangeNotice } from '#api/change-notice.ts';
import { gatewaySource, type CalendarSource } from '#api/stock-source.ts';
import { isMissing, type ListedProduct } from '#domain/calendars/listed-product.ts';
import type { NotAnswered } from '#domain/order/line-state.ts';

import {
  askOwnCalendar,
  type CalendarPageRequest,
  type Doubtful,
  leftOut,
  type PageOddities,
  withoutOwnCalendar,
} from './calendar-page.ts';
import { askSpan, type SpanAnswer, SpanTooLarge } from './calendar-span.ts';
import {
  countPages,
  dividedPart,
  isWhole,
  type LoadItem,
  type LoadPart,
  type MissingPages,
  notLoaded,
  PageBook,
} from './load-parts.ts';

/** How many products there were when an earlier page was loaded, where it is another number by now. */
export interface TotalChange {
  before: number;
  now: number;
}

/** How loading all pages stands. A new object after every change, the same one until then. */
export interface CalendarLoadSnapshot {
  /**
   * `signed-out`, `cancelled` and `incomplete` hold what has come, and can be resumed. `complete` is said only where
   * every product that was asked for has come, or is known not to.
   */
  phase: 'idle' | 'loading' | 'signed-out' | 'cancelled' | 'incomplete' | 'complete';
  /** Null until the first answer tells how many there are. */
  totalPages: number | null;
  donePages: number;
  totalProducts: number | null;
  doneProducts: number;
  /** Pages that are not there, ascending; while loading, those that failed so far. */
  missing: readonly MissingPages[];
  missingPages: number;
  /** Products that no total may leave out in silence: those that are not there; 0 before it is known how many there are. */
  missingProducts: number;
  /** Products whose own calendar could not be had, or wasn't yet: they are without an answer until then. */
  unsettledProducts: number;
  /** The number of all products changed under way: what came is of two states, and is to be loaded anew. */
  totalChange: TotalChange | null;
  /** Until when the service wants to be left alone, in milliseconds since 1970. */
  pausedUntil: number | null;
  oddities: PageOddities;
  /** When the service gave the oldest of what has come, in milliseconds since 1970. */
  oldestFetch: number | null;
}

/** What is loaded, and through what. */
export type CalendarLoadOptions = Omit<CalendarPageRequest, 'page' | 'anew'> & Omit<CalendarSource, 'now'>;

/** Milliseconds in which products that come one by one are told of together: each would draw the screen anew. */
const gatheredFor = 250;

/**
 * Loads every page of a choice of products: at most four calls at once, again where a failure may pass. Keeps what has
 * come through a cancel and failures, and asks only for the rest when resumed.
 */
export class CalendarLoad {
  readonly #options: CalendarLoadOptions;
  readonly #runner: BatchRunner;
  readonly #work: LoadWork;
  readonly #changes = new ChangeNotice();
  #book: PageBook;
  #controller: AbortController | null = null;
  #ended: Promise<void> = Promise.resolve();
  #phase: CalendarLoadSnapshot['phase'] = 'idle';
  #totalChange: TotalChange | null = null;
  #snapshot: CalendarLoadSnapshot | null = null;
  #products: readonly ListedProduct[] | null = null;

  constructor(options: CalendarLoadOptions) {
    this.#options = options;
    this.#book = new PageBook(options.choice, options.pageSize);
    this.#runner = new BatchRunner(options.queue);
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
    const stopWatching = this.#options.queue.subscribe(() => this.#changed());
    const asked = new Set<LoadPart>();
    let items: LoadItem[] = [...this.#book.openProducts(), ...this.#openParts(asked)];
    let ending: Ending = 'done';
    while (items.length > 0 && ending === 'done' && !signal.aborted) {
      ending = await this.#runner.askAll(items, this.#work, signal);
      for (const part of this.#book.parts) asked.add(part);
      this.#book.extend();
      items = this.#openParts(asked);
    }
    stopWatching();
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
      pausedUntil: this.#controller === null ? null : this.#options.queue.pausedUntil,
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

interface LoadWorkOptions extends Omit<CalendarSource, 'now'> {
  includeMaxLeadTime: boolean;
  /** A part came, or something about it changed. */
  onChange: (part: LoadPart) => void;
  /** One product of a part came: there may be thousands of those. */
  onProduct: () => void;
  /** The service takes no more at once: these parts take the place of one. */
  onDivided: (part: LoadPart, parts: readonly LoadPart[]) => void;
}

/** Answers that hold less than they count, or can't be read, until they are taken as they are. */
const mostTries = 3;

/** Asking for the calendars of many parts, and for what came back in doubt. */
class LoadWork implements BatchWork<LoadItem> {
  readonly #options: LoadWorkOptions;
  /** Products that the service takes in one call, as far as it has refused more (§8, left open there). */
  #mostInCall = Infinity;

  constructor(options: LoadWorkOptions) {
    this.#options = options;
  }

  /** Each item is a call of its own. */
  size(): number {
    return 1;
  }

  async ask(batch: Batch<LoadItem>, signal: AbortSignal): Promise<Batch<LoadItem>[]> {
    const [item] = batch.items;
    if (item === undefined) return [];
    if (item.kind === 'part') return this.#askPart(item.part, batch, signal);
    const product = await askOwnCalendar(item.doubtful, this.#options, signal);
    item.part.open.delete(product.productId);
    this.#settleOwn(item, product);
    return [];
  }

  async refused(batch: Batch<LoadItem>, failure: CallFailure): Promise<Batch<LoadItem>[]> {
    const [item] = batch.items;
    const mayPass = failure.kind === 'refused' && failure.why.reason === 'broken-answer';
    if (mayPass && batch.failures + 1 < mostTries) return [{ ...batch, failures: batch.failures + 1 }];
    if (item?.kind === 'part' && (failure.kind === 'too-many' || failure.kind === 'passing')) {
      if (failure.kind === 'too-many') this.#tooMany(item.part);
      const parts = this.#divide(item.part);
      if (parts !== null) return parts;
    }
    this.giveUp(batch.items, failure.why);
    return [];
  }

  giveUp(items: readonly LoadItem[], why: NotAnswered): void {
    for (const item of items) {
      if (item.kind === 'own') this.#settleOwn(item, withoutOwnCalendar(item.doubtful));
      else {
        item.part.why = why;
        this.#options.onChange(item.part);
      }
    }
  }

  async #askPart(part: LoadPart, batch: Batch<LoadItem>, signal: AbortSignal): Promise<Batch<LoadItem>[]> {
    const { includeMaxLeadTime } = this.#options;
    const smaller = sizeOf(part) > this.#mostInCall ? this.#divide(part) : null;
    if (smaller !== null) return smaller;
    let answer: SpanAnswer;
    try {
      answer = await askSpan(this.#options, part.span, { includeMaxLeadTime, anew: true }, signal);
    } catch (error) {
      if (!(error instanceof SpanTooLarge)) throw error;
      this.#tooMany(part);
      return this.#divide(part) ?? [];
    }
    if (answer.withheld > 0 && batch.omissions + 1 < mostTries) return [{ ...batch, omissions: batch.omissions + 1 }];
    return this.#settlePart(part, answer).map((doubtful) => freshBatch([{ kind: 'own', part, doubtful }]));
  }

  /** Enters an answer; returns the products whose own calendar is to be asked. */
  #settlePart(part: LoadPart, answer: SpanAnswer): Doubtful[] {
    const { calendars, unlisted, withheld } = answer;
    const doubtful = calendars.filter(({ findings }) => findings.length > 0);
    if (withheld > 0) doubtful.push(...unlisted.map(leftOut));
    part.answer = answer;
    part.why = null;
    part.open = new Map(doubtful.map((each) => [each.productId, each]));
    part.products = inOrder(part, [
      ...calendars,
      ...unlisted.map((productId) => ({ kind: 'no-answer', productId, why: 'not-listed' }) as const),
    ]).map((product) => (part.open.has(product.productId) ? notLoaded(product.productId) : product));
    this.#options.onChange(part);
    return doubtful;
  }

  #settleOwn({ part }: LoadItem, product: ListedProduct): void {
    part.products = part.products.map((each) => (each.productId === product.productId ? product : each));
    this.#options.onProduct();
  }

  #tooMany(part: LoadPart): void {
    this.#mostInCall = Math.min(this.#mostInCall, Math.max(1, sizeOf(part) - 1));
  }

  #divide(part: LoadPart): Batch<LoadItem>[] | null {
    const parts = dividedPart(part);
    if (parts === null) return null;
    this.#options.onDivided(part, parts);
    return parts.map((each) => freshBatch([{ kind: 'part', part: each }]));
  }
}

function sizeOf({ from, to }: LoadPart): number {
  return to - from;
}

/** A list keeps its own order. */
function inOrder({ span }: LoadPart, products: ListedProduct[]): ListedProduct[] {
  if (span.kind === 'every') return products;
  const byId = new Map(products.map((product) => [product.productId, product]));
  return span.productIds.flatMap((productId) => byId.get(productId) ?? []);
}

/** A load of every page of a choice from the service behind the gateway; nothing is asked until `resume`. */
export function gatewayCalendarLoad(
  choice: Pick<CalendarLoadOptions, 'choice' | 'pageSize' | 'includeMaxLeadTime'>,
): CalendarLoad {
  return new CalendarLoad({ ...choice, ...gatewaySource });
}
