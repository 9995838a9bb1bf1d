import type { ProductId } from '#stock/contract/product-id.ts';
import { checkedCalendar, type CheckEvent } from '#stock/order/check-events.ts';
import type { LineResult } from '#stock/order/line-state.ts';
import { type CountedLine, isValidQuantity, type LineKey, lineQueries } from '#stock/order/order-line.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { comparedResult } from './compared-result.ts';
import {
  type Caller,
  type CalendarResult,
  noResult,
  type StockLookup,
  type StockRequest,
  type LookupResult,
} from './stock-lookup.ts';

/** An order to check. */
export interface CheckedOrder {
  /** All lines in list order: lines of one product share its stock. */
  lines: readonly CountedLine[];
  /** The lines whose results are requested; null for all. */
  keys: ReadonlySet<LineKey> | null;
  /** Products whose calendars are requested too. */
  calendars?: readonly ProductId[];
}

export interface CheckOutput {
  emit: (event: CheckEvent) => void;
  /** Resolves when more events can be taken. */
  ready: () => Promise<void>;
  /** Unix milliseconds. */
  now: () => number;
  /** Called before the result of a line with a ship date, with the product's last update in the service. */
  updated?: (key: LineKey, date: CalendarDate) => void;
}

/** Calendars per lookup, between which the output may catch up. */
const calendarsAtOnce = 500;

/**
 * Checks an order: emits the result of each requested line and the calendars of their products, in any order. A result
 * of an external service is emitted after its comparison with the calendar.
 * @throws the signal's reason if it aborts; ServiceProblem `unauthorized` if the caller must sign in. Lines whose result
 *   was emitted needn't be requested again.
 */
export function checkOrder(
  lookup: StockLookup,
  { lines, keys, calendars }: CheckedOrder,
  caller: Caller,
  signal: AbortSignal,
  output: CheckOutput,
): Promise<void> {
  const queries = lineQueries(lines).filter(({ key }) => keys === null || keys.has(key));
  return checkQueries(lookup, { queries, calendars }, caller, signal, output);
}

/** Checks quantities of one or more orders, like {@link checkOrder}. All keys differ. */
export async function checkQueries(
  lookup: StockLookup,
  {
    queries,
    calendars: more = [],
    onlyResults = false,
  }: {
    queries: readonly CountedLine[];
    calendars?: readonly ProductId[] | undefined;
    /** Whether calendars are loaded only to compare results with them. */
    onlyResults?: boolean;
  },
  caller: Caller,
  signal: AbortSignal,
  { emit, ready, now, updated }: CheckOutput,
): Promise<void> {
  const current: Caller = { ...caller, bypassCache: true };
  const { today, dataVersion } = await lookup.present();
  emit({ kind: 'start', today, dataVersion, receivedAt: now(), isStale: false });
  const products = new OpenProducts();
  const requests = queries.filter(({ key, productId, quantity }) => {
    const isValid = isValidQuantity(quantity);
    if (isValid) products.add(productId);
    else emit({ kind: 'result', key, result: noResult('refused', caller.requestId) });
    return isValid;
  });

  const settleCalendar = (productId: ProductId, calendar: CalendarResult) => {
    const isCalendar = calendar.kind === 'calendar';
    for (const { key, request, result } of products.take(productId)) {
      const shown = isCalendar ? compared(request, result, calendar, today) : lineResult(result);
      emit({ kind: 'result', key, result: shown });
    }
    const isWhole = isCalendar && calendar.unreadable === 0;
    const sent = isWhole ? checkedCalendar(readTimeline(calendar.entries, today)) : null;
    emit({ kind: 'calendar', productId, calendar: sent });
  };
  const calendars = new CalendarLoader(async (productIds, either) => {
    await lookup.calendars(productIds, current, either, settleCalendar);
  }, ready);
  const either = AbortSignal.any([signal, calendars.failed]);
  for (const productId of new Set(more)) if (!products.has(productId)) calendars.add(productId, either);
  const settle = (index: number, result: LookupResult) => {
    const request = requests[index];
    if (request === undefined) return;
    const { key, productId } = request;
    if (result.kind === 'result' && result.item.lastUpdateDate !== null) updated?.(key, result.item.lastUpdateDate);
    const hasCalendar = result.kind === 'result' || result.kind === 'not-available';
    const isComparable = hasCalendar && !lookup.isConsistent;
    if (!isComparable) emit({ kind: 'result', key, result: lineResult(result) });
    const held = isComparable ? { key, request, result } : null;
    const isComplete = products.settle(productId, hasCalendar, held);
    if (isComplete && !(onlyResults && lookup.isConsistent)) calendars.add(productId, either);
  };
  const pause = (until: number | null) => emit({ kind: 'pause', until });
  try {
    await lookup.results(requests, current, either, { settle, pause });
  } finally {
    await calendars.finish();
  }
  emit({ kind: 'end' });
}

/** Loads calendars beside the results, as their products become known. */
class CalendarLoader {
  readonly #load: (productIds: readonly ProductId[], signal: AbortSignal) => Promise<void>;
  readonly #ready: () => Promise<void>;
  readonly #waiting: ProductId[] = [];
  readonly #controller = new AbortController();
  #loading: Promise<void> | null = null;
  #failure: { thrown: unknown } | null = null;

  constructor(
    load: (productIds: readonly ProductId[], signal: AbortSignal) => Promise<void>,
    ready: () => Promise<void>,
  ) {
    this.#load = load;
    this.#ready = ready;
  }

  /** Aborts when loading has failed. */
  get failed(): AbortSignal {
    return this.#controller.signal;
  }

  /** Does nothing after a failure, which ends the check. */
  add(productId: ProductId, signal: AbortSignal): void {
    if (this.#failure !== null) return;
    this.#waiting.push(productId);
    this.#loading ??= this.#loadWaiting(signal);
  }

  /** Resolves when all are loaded, or rejects with the reason that they aren't. */
  async finish(): Promise<void> {
    await this.#loading;
    if (this.#failure !== null) throw this.#failure.thrown;
  }

  async #loadWaiting(signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        await this.#ready();
        if (this.#waiting.length === 0) break;
        await this.#load(this.#waiting.splice(0, calendarsAtOnce), signal);
      }
    } catch (error) {
      this.#failure = { thrown: error };
      this.#controller.abort();
    }
    this.#loading = null;
  }
}

interface HeldResult {
  key: LineKey;
  request: StockRequest;
  result: LookupResult;
}

/** Products of which lines are being checked. */
class OpenProducts {
  readonly #products = new Map<ProductId, { open: number; hasCalendar: boolean; held: HeldResult[] }>();

  has(productId: ProductId): boolean {
    return this.#products.has(productId);
  }

  /** Counts one more line of a product. */
  add(productId: ProductId): void {
    const product = this.#products.get(productId);
    if (product === undefined) this.#products.set(productId, { open: 1, hasCalendar: false, held: [] });
    else product.open += 1;
  }

  /**
   * Notes the result of one line. `held` is kept until the calendar is known.
   * @returns whether all lines of the product are settled and its calendar is needed
   */
  settle(productId: ProductId, hasCalendar: boolean, held: HeldResult | null): boolean {
    const product = this.#products.get(productId);
    if (product === undefined) return false;
    product.open -= 1;
    product.hasCalendar ||= hasCalendar;
    if (held !== null) product.held.push(held);
    return product.open === 0 && product.hasCalendar;
  }

  /** Returns the held results of a product, once. */
  take(productId: ProductId): readonly HeldResult[] {
    const held = this.#products.get(productId)?.held ?? [];
    this.#products.delete(productId);
    return held;
  }
}

/** The result of a line without what only other screens show. */
function lineResult(result: LookupResult): LineResult {
  if (result.kind !== 'result') return result;
  const { kind, stockResult, checkedAt } = result;
  return { kind, stockResult, checkedAt };
}

/** Compares the result of an external service with the product's calendar. */
function compared(
  { quantity }: StockRequest,
  result: LookupResult,
  calendar: Extract<CalendarResult, { kind: 'calendar' }>,
  today: CalendarDate,
): LineResult {
  if (result.kind !== 'result' && result.kind !== 'not-available') return lineResult(result);
  const outcome = comparedResult(result, calendar, quantity, today);
  if (outcome.kind === 'not-reliable') return { kind: 'not-trusted', finding: outcome.reason };
  if (result.kind !== 'result' || outcome.kind !== 'reliable' || outcome.stockResult.kind === 'not-available')
    return { kind: 'not-available' };
  const { kind, checkedAt } = result;
  const { earlier } = outcome;
  return { kind, stockResult: outcome.stockResult, checkedAt, ...(earlier !== null && { earlier }) };
}
