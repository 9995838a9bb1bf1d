import type { ProductId } from '#stock/contract/product-id.ts';
import { resultFor, type DatedResult } from '#stock/stock-result.ts';
import {
  checking,
  type LineResult,
  type LineState,
  type NoResult,
  type RealDate,
  type StockKnowledge,
  notChecked,
} from './line-state.ts';
import type { StockQuery } from './order-line.ts';
import { realDateFor, type StockTimeline } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

/** Conditions under which a result is valid. */
export interface CheckedOn {
  /** The service's date. */
  day: CalendarDate;
  /** Identifies the service, its market and its data version. */
  stock: string;
}

/** Identifies the stock that a result is of: the owner's service and market, and its data version. */
export function stockOf(owner: string, dataVersion: string): string {
  return `${owner} ${dataVersion}`;
}

/** The data version of an owner's stock. Inverse of {@link stockOf}. */
export function dataVersionOf(owner: string, stock: string): string {
  return stock.slice(owner.length + 1);
}

/** A product's calendar as loaded; `timeline` is null if it failed to load. */
export interface LoadedCalendar {
  timeline: StockTimeline | null;
  /** Number of the run that loaded it. */
  fetchedIn: number;
}

/** A query with its result; shared by lines with the same query. */
export interface CheckedRequest extends StockQuery {
  result: LineResult | null;
  on: CheckedOn | null;
  /** When the result arrived by the browser's clock, Unix milliseconds. */
  settledAt: number;
  /** Number of the run that returned it; 0 if restored. */
  settledIn: number;
  /** Why the latest check failed while an earlier result is kept; null if it succeeded. */
  failure: NoResult | null;
  /** Whether a request is in flight; the previous result is kept meanwhile. */
  isInFlight: boolean;
  /** State for display; the same object until it changes. */
  shown: LineState | null;
}

/** An order's results as plain data, to be saved with its lines. */
export interface SavedResults {
  results: (StockQuery & { result: LineResult; on: CheckedOn; settledAt: number; failure?: NoResult | null })[];
  calendars: { productId: ProductId; timeline: StockTimeline }[];
}

/** Stock data of an order: the results of its queries, and calendars. */
export class OrderResults implements StockKnowledge {
  readonly calendars = new Map<ProductId, LoadedCalendar>();
  /** Whether missing calendars may still arrive. */
  isWorking = false;
  readonly #queries = new Map<ProductId, Map<Thousandths, CheckedRequest>>();
  #present: CheckedOn;

  /** @param present the current conditions of validity */
  constructor(present: CheckedOn, saved?: SavedResults | null) {
    this.#present = present;
    for (const { result, on, settledAt, failure = null, ...query } of saved?.results ?? []) {
      Object.assign(this.enter(query), { result, on, settledAt, failure });
    }
    for (const { productId, timeline } of saved?.calendars ?? []) {
      this.calendars.set(productId, { timeline, fetchedIn: 0 });
    }
  }

  get present(): CheckedOn {
    return this.#present;
  }

  /** Changes the current date or stock version: results become outdated or valid again. */
  setPresent(present: CheckedOn): void {
    this.#present = present;
    for (const query of this.all()) query.shown = null;
  }

  find({ productId, quantity }: StockQuery): CheckedRequest | undefined {
    return this.#queries.get(productId)?.get(quantity);
  }

  enter({ productId, quantity }: StockQuery): CheckedRequest {
    let ofProduct = this.#queries.get(productId);
    if (ofProduct === undefined) this.#queries.set(productId, (ofProduct = new Map()));
    let query = ofProduct.get(quantity);
    if (query === undefined) {
      const nothing = { result: null, on: null, settledAt: 0, settledIn: 0, failure: null, shown: null };
      ofProduct.set(quantity, (query = { productId, quantity, ...nothing, isInFlight: false }));
    }
    return query;
  }

  ofProduct(productId: ProductId): Iterable<CheckedRequest> {
    return this.#queries.get(productId)?.values() ?? [];
  }

  *all(): Iterable<CheckedRequest> {
    for (const ofProduct of this.#queries.values()) yield* ofProduct.values();
  }

  stateOf(requested: StockQuery): LineState {
    const query = this.find(requested);
    if (query === undefined) return notChecked;
    return query.isInFlight ? checking : (query.shown ??= this.#shownOf(query));
  }

  /** Whether a check may add a result: there is no reliable one for today, or only an earlier one. */
  isOpen(query: CheckedRequest): boolean {
    if (query.failure) return true;
    const { kind } = this.#shownOf(query);
    return kind === 'not-checked' || kind === 'outdated' || isRetryable(kind);
  }

  dateFor(query: StockQuery): DatedResult | null {
    const state = this.stateOf(query);
    if (state.kind === 'result') return state.stockResult;
    const timeline = this.timelineOf(query.productId);
    const stockResult = timeline && resultFor(timeline, query.quantity);
    return stockResult && stockResult.kind !== 'not-available' ? stockResult : null;
  }

  realDateOf({ productId, quantity }: StockQuery): RealDate {
    const timeline = this.timelineOf(productId);
    if (timeline) return realDateFor(timeline, quantity) ?? 'none';
    const hasFailed = this.calendars.get(productId)?.timeline === null;
    return this.isWorking && !hasFailed ? 'working-out' : 'no-result';
  }

  /** The calendar as of today; null if there is none, or only one of another day. */
  timelineOf(productId: ProductId): StockTimeline | null {
    const timeline = this.calendars.get(productId)?.timeline;
    return timeline?.today === this.#present.day ? timeline : null;
  }

  /** The calendar loaded with a result of another day or stock version; null if it is gone. */
  timelineThen(requested: StockQuery): StockTimeline | null {
    const query = this.find(requested);
    const calendar = this.calendars.get(requested.productId);
    const isOfThen = query && calendar && calendar.fetchedIn <= query.settledIn;
    return isOfThen && calendar.timeline?.today === query.on?.day ? calendar.timeline : null;
  }

  /** The results of these queries, and all calendars. */
  save(queries: Iterable<StockQuery>): SavedResults {
    const booked = new Set([...queries].map((query) => this.find(query)));
    return {
      results: [...booked].flatMap((query) => {
        if (!query?.result || !query.on) return [];
        const { productId, quantity, result, on, settledAt, failure } = query;
        return { productId, quantity, result, on, settledAt, failure };
      }),
      calendars: [...this.calendars].flatMap(([productId, { timeline }]) => (timeline ? { productId, timeline } : [])),
    };
  }

  #shownOf(query: CheckedRequest): LineState {
    const { result, on } = query;
    if (result === null) return notChecked;
    if (isRetryable(result.kind) || (on?.day === this.#present.day && on.stock === this.#present.stock)) return result;
    return { kind: 'outdated', was: result, day: on?.day ?? this.#present.day, checkedAt: checkedAtOf(query) };
  }
}

/** When the result was received by its own time, which is the server's; when it arrived if it has none. */
export function checkedAtOf({ result, settledAt }: CheckedRequest): number {
  return result?.kind === 'result' ? result.checkedAt : settledAt;
}

/** Whether a line of this kind has no reliable result and can be rechecked. */
export function isRetryable(kind: LineState['kind']): kind is 'no-result' | 'not-trusted' {
  return kind === 'no-result' || kind === 'not-trusted';
}
