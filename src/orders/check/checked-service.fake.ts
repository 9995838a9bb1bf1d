import { HttpError, NetworkError } from '#data/errors.ts';
import type { StreamOrderCheck } from '#data/order-check-stream.ts';
import { RequestQueue } from '#data/request-queue.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type StockResult, resultFor } from '#stock/stock-result.ts';
import { checkedCalendar, type CheckEvent } from '#stock/order/check-events.ts';
import type { LineResult } from '#stock/order/line-state.ts';
import { lineQueries, type StockQuery } from '#stock/order/order-line.ts';
import { type DatedEntry, readTimeline, realDateFor } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

/** Failures of a check. `lost`, `401` and `left out`: after half the lines. */
export const faults = [
  'lost',
  '401',
  '503',
  '429',
  '403',
  'left out',
  'unanswered',
  'unreliable',
  'no calendars',
] as const;
export type Fault = (typeof faults)[number];

/** A gateway with known calendars and configurable failures. Its clock is advanced by waiting. */
export class CheckedService {
  today: CalendarDate = '2026-03-24';
  dataVersion = 'first';
  /** Faults of the next checks in order; later ones succeed. */
  faults: (Fault | null)[] = [];
  /** Lines between which other tasks run. */
  linesAtOnce = 200;
  /** The requests of each check. */
  stockCalls: StockQuery[][] = [];
  /** Requests repeated after a reliable result. */
  askedTwice: StockQuery[] = [];
  /** Unix milliseconds. */
  clock = Date.UTC(2026, 2, 24, 9);
  waits: number[] = [];
  /** The end of a pause that the service requests first (Unix milliseconds), after which nothing is sent; null for none. */
  pausedUntil: number | null = null;
  readonly #calendars: ReadonlyMap<ProductId, readonly DatedEntry[]>;
  readonly #answered = new Set<string>();

  constructor(calendars: ReadonlyMap<ProductId, readonly DatedEntry[]>) {
    this.#calendars = calendars;
  }

  /** The correct result of a request. */
  truth({ productId, quantity }: StockQuery): StockResult | { kind: 'unknown-product' } {
    const entries = this.#calendars.get(productId);
    return entries ? resultFor(readTimeline(entries, this.today), quantity) : { kind: 'unknown-product' };
  }

  realDate({ productId, quantity }: StockQuery): CalendarDate | null {
    return realDateFor(readTimeline(this.#calendars.get(productId) ?? [], this.today), quantity);
  }

  readonly queue = new RequestQueue({
    now: () => this.clock,
    wait: async (milliseconds: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      this.waits.push(milliseconds);
      await Promise.resolve();
      this.clock += milliseconds;
    },
  });

  readonly stream: StreamOrderCheck = async ({ lines, keys, calendars = [] }, onEvent, signal) => {
    const requests = lineQueries(lines).filter(({ key }) => keys?.includes(key) ?? true);
    this.stockCalls.push(requests.map(({ productId, quantity }) => ({ productId, quantity })));
    await Promise.resolve();
    signal.throwIfAborted();
    const fault = this.faults.shift() ?? null;
    if (fault === '503' || fault === '429' || fault === '403') throw refusal(Number(fault), 'No.');
    const { today, dataVersion, clock } = this;
    onEvent({ kind: 'start', today, dataVersion, receivedAt: clock, isStale: false });
    if (this.pausedUntil !== null) {
      onEvent({ kind: 'pause', until: this.pausedUntil });
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    }
    const isHalf = fault === 'lost' || fault === '401' || fault === 'left out';
    const sent = isHalf ? requests.slice(0, Math.floor(requests.length / 2)) : requests;
    for (const [index, request] of sent.entries()) {
      if (index % this.linesAtOnce === 0) await Promise.resolve();
      signal.throwIfAborted();
      onEvent({ kind: 'result', key: request.key, result: this.#resultOf(request, index % 2 === 0 ? fault : null) });
    }
    if (fault === 'lost') throw new NetworkError('The connection was lost');
    if (fault === '401') throw refusal(401, 'Sign in again.');
    await Promise.resolve();
    signal.throwIfAborted();
    const productIds = new Set([...sent.map(({ productId }) => productId), ...calendars]);
    for (const event of this.#calendarsOf(productIds, fault)) onEvent(event);
  };

  readonly options = { stream: this.stream, queue: this.queue, now: () => this.clock, owner: 'me' };

  #resultOf(request: StockQuery, fault: Fault | null): LineResult {
    const key = `${request.productId} ${request.quantity}`;
    if (this.#answered.has(key)) this.askedTwice.push(request);
    if (fault === 'unanswered') return { kind: 'no-result', reason: 'service-error', requestId: 'request-1' };
    if (fault === 'unreliable') return { kind: 'not-trusted', finding: { kind: 'missing' } };
    this.#answered.add(key);
    const stockResult = this.truth(request);
    return 'date' in stockResult ? { kind: 'result', stockResult, checkedAt: this.clock } : stockResult;
  }

  *#calendarsOf(productIds: ReadonlySet<ProductId>, fault: Fault | null): Iterable<CheckEvent> {
    for (const productId of productIds) {
      const entries = this.#calendars.get(productId);
      if (entries === undefined) continue;
      const calendar = fault === 'no calendars' ? null : checkedCalendar(readTimeline(entries, this.today));
      yield { kind: 'calendar', productId, calendar };
    }
  }
}

function refusal(status: number, sentence: string): HttpError {
  return new HttpError({ status, problem: null, sentence, requestId: 'request-1', retryAfter: null });
}
