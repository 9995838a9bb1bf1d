import type { Market } from '#stock/contract/envelope.ts';
import { resultFor } from '#stock/stock-result.ts';
import type { NoResult } from '#stock/order/line-state.ts';
import { reconcile } from '#stock/order/reconcile.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { type Batch, type BatchWork, freshBatch, halves, withoutRepeats } from './batch-runner.ts';
import { type CallFailure, failureOf, LookupStopped } from './call-failure.ts';
import type { ServiceCalls } from './service-calls.ts';
import type { StockCalendar, StockRequest, LookupResult } from './stock-lookup.ts';

export interface ResultBatchesOptions<Request> extends Pick<ServiceCalls, 'items' | 'calendar'> {
  /** Called once per request, unless the run is aborted or waits for a sign-in. */
  settle: (request: Request, result: LookupResult) => void;
  /** Whether there is only one request, which is sent by §4.2. */
  isAlone: boolean;
  today: () => CalendarDate;
  /** Codes of the market that the credentials name. */
  market: Partial<Market>;
  /** Requests per call; lowered when the service rejects that as too many (undefined in §8). */
  callLimits: { requests: number };
}

/** Responses without a request's item, until it counts as missing. */
const maxOmissions = 4;

/** Requests ship dates in batches, reconciles the responses, and finds the requests that cause a rejection. */
export class ResultBatches<Request extends StockRequest> implements BatchWork<Request> {
  readonly #options: ResultBatchesOptions<Request>;
  readonly #lone: LoneFailures<Request>;

  constructor(options: ResultBatchesOptions<Request>) {
    this.#options = options;
    this.#lone = new LoneFailures(options);
  }

  size(): number {
    return this.#options.callLimits.requests;
  }

  async send(batch: Batch<Request>, signal: AbortSignal): Promise<Batch<Request>[]> {
    const { items: requestItems, isAlone, today, market, settle } = this.#options;
    const requests = batch.items;
    const { data, receivedAt, isStale } = await requestItems(requests, isAlone, signal);
    const results = reconcile(requests, data.items, {
      today: today(),
      checkedAt: receivedAt,
      market,
      unreadable: data.unreadable,
    });
    const omissions = batch.omissions + 1;
    const leftOut: Request[] = [];
    for (const [index, result] of results.entries()) {
      const request = requests[index] as Request;
      const isLeftOut = result.kind === 'not-trusted' && result.finding.kind === 'missing';
      if (isLeftOut && omissions < maxOmissions) leftOut.push(request);
      else settle(request, result.kind === 'result' ? { ...result, isStale } : result);
    }
    if (results.some(({ kind }) => kind === 'result')) this.#lone.prove();
    return withoutRepeats(leftOut).map((items) => ({ items, omissions }));
  }

  async refused(batch: Batch<Request>, failure: CallFailure, signal: AbortSignal): Promise<Batch<Request>[]> {
    if (failure.kind === 'named') {
      const again = this.#settleNamed(batch.items, failure);
      if (again !== null) return again;
    }
    if (batch.items.length > 1) {
      const { callLimits } = this.#options;
      if (failure.kind === 'too-many') {
        callLimits.requests = Math.min(callLimits.requests, Math.ceil(batch.items.length / 2));
      }
      return halves(batch);
    }
    const request = batch.items[0] as Request;
    if (failure.kind === 'too-many' || failure.why.reason === 'broken-response') this.#lone.fail(request, failure.why);
    else await this.#lone.settle(request, failure.why, signal);
    return [];
  }

  giveUp(requests: readonly Request[], why: NoResult): void {
    for (const request of requests) this.#options.settle(request, why);
  }

  /** Call when the run has ended. */
  end(ending: 'done' | 'stopped'): void {
    this.#lone.end(ending);
  }

  /**
   * Settles the named products. As products are named rather than requests, several quantities of one product are
   * requested again separately. Null if no requested product is named.
   */
  #settleNamed(
    requests: readonly Request[],
    { unknown, unavailable }: CallFailure & { kind: 'named' },
  ): Batch<Request>[] | null {
    const lists = withoutRepeats(requests);
    const repeated = new Set(lists[1]?.map(({ productId }) => productId));
    const rest: Request[] = [];
    for (const request of requests) {
      const { productId } = request;
      if (unknown.has(productId)) this.#options.settle(request, { kind: 'unknown-product' });
      else if (unavailable.has(productId) && !repeated.has(productId)) {
        this.#options.settle(request, { kind: 'not-available' });
      } else rest.push(request);
    }
    const isAnyDoubtful = rest.some(({ productId }) => unavailable.has(productId));
    if (rest.length === requests.length && !isAnyDoubtful) return null;
    return (isAnyDoubtful ? withoutRepeats(rest) : [rest]).map(freshBatch);
  }
}

/** Consecutive failures of single requests after which the address or credentials count as wrong. */
const maxLoneFailures = 20;

/**
 * Settles requests that are rejected even alone, without details, by the product's calendar (§4.1). Apparently unknown
 * products are held back until some response proves that the service works.
 */
class LoneFailures<Request extends StockRequest> {
  readonly #options: ResultBatchesOptions<Request>;
  #isProven = false;
  #failures = 0;
  #heldBack: { request: Request; why: NoResult }[] = [];

  constructor(options: ResultBatchesOptions<Request>) {
    this.#options = options;
  }

  /** The service returned a result, so address and credentials are correct. */
  prove(): void {
    this.#isProven = true;
    this.#settleHeldBack(() => ({ kind: 'unknown-product' }));
  }

  /** Ends the run. Held-back requests become unknown products or stopped, depending on its ending. */
  end(ending: 'done' | 'stopped'): void {
    this.#settleHeldBack(ending === 'done' ? () => ({ kind: 'unknown-product' }) : asStopped);
  }

  /**
   * Settles a request that was rejected alone, by the product's calendar.
   * @throws LookupStopped at the twentieth failure without a success; the calendar request's error if it requires a
   *   sign-in or a pause, which leaves the request unsettled
   */
  async settle(request: Request, why: NoResult, signal: AbortSignal): Promise<void> {
    const finding = await this.#diagnose(request, why, signal);
    this.#count(why);
    if (finding === 'unknown' && !this.#isProven) this.#heldBack.push({ request, why });
    else this.#options.settle(request, finding === 'unknown' ? { kind: 'unknown-product' } : finding);
  }

  /**
   * Settles a request that failed alone for a reason unrelated to its calendar.
   * @throws LookupStopped like {@link settle}
   */
  fail(request: Request, why: NoResult): void {
    this.#count(why);
    this.#options.settle(request, why);
  }

  #count(why: NoResult): void {
    if (this.#isProven) return;
    this.#failures += 1;
    if (this.#failures >= maxLoneFailures) throw new LookupStopped(asStopped({ why }));
  }

  #settleHeldBack(resultOf: (held: { why: NoResult }) => LookupResult): void {
    for (const held of this.#heldBack.splice(0)) this.#options.settle(held.request, resultOf(held));
  }

  async #diagnose(
    { productId, quantity }: Request,
    why: NoResult,
    signal: AbortSignal,
  ): Promise<'unknown' | LookupResult> {
    let calendar: StockCalendar;
    try {
      calendar = await this.#options.calendar(productId, signal);
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error);
      if (isForTheRun(failure)) throw error;
      return failure.kind === 'named' && failure.unknown.has(productId) ? 'unknown' : failure.why;
    }
    const { entries, unreadable } = calendar;
    if (entries.length === 0 && unreadable === 0) return 'unknown';
    this.prove();
    // A calendar that contradicts the rejection or is incomplete doesn't settle it.
    const isSettled =
      unreadable === 0 && resultFor(readTimeline(entries, this.#options.today()), quantity).kind === 'not-available';
    return isSettled ? { kind: 'not-available' } : why;
  }
}

function asStopped({ why }: { why: NoResult }): NoResult {
  return { ...why, reason: 'stopped' };
}

function isForTheRun({ kind }: CallFailure): boolean {
  return kind === 'signed-out' || kind === 'pause' || kind === 'final';
}
