import type { ProductId } from '#stock/contract/product-id.ts';
import type { NoResult } from '#stock/order/line-state.ts';

import { type Batch, type BatchWork, freshBatch } from './batch-runner.ts';
import type { CallFailure } from './call-failure.ts';
import type { ListedCalendar, ReceivedPage, ServiceCalls } from './service-calls.ts';
import type { CalendarResult, StockCalendar } from './stock-lookup.ts';

export interface CalendarBatchesOptions extends Pick<ServiceCalls, 'calendar' | 'calendars'> {
  /** Called once per product, unless the run is aborted or waits for a sign-in. */
  settle: (productId: ProductId, calendar: CalendarResult) => void;
  /** Products per call. */
  productsPerCall?: number;
}

/** Keeps the URL of a call below 4 KiB, the prefix of the service's own URL included. */
const maxProductsPerCall = 200;
/** Bounds the pages loaded from a service with inconsistent counts. */
const maxPages = 100;

/**
 * Loads calendars: many at once (§4.4), and one by one (§4.1) where that fails or a calendar is doubtful. Of a doubtful
 * one whose own calendar can't be loaded, what could be read is used, as incomplete.
 */
export class CalendarBatches implements BatchWork<ProductId> {
  readonly #options: CalendarBatchesOptions;
  readonly #doubtful = new Map<ProductId, StockCalendar>();

  constructor(options: CalendarBatchesOptions) {
    this.#options = options;
  }

  size(): number {
    return this.#options.productsPerCall ?? maxProductsPerCall;
  }

  async send({ items }: Batch<ProductId>, signal: AbortSignal): Promise<Batch<ProductId>[]> {
    const { calendar, calendars } = this.#options;
    const [first] = items;
    if (first !== undefined && items.length === 1) {
      this.#settle(first, await calendar(first, signal));
      return [];
    }
    const listed = new Map<ProductId, ListedCalendar>();
    for (let page = 1, pages = 1; page <= Math.min(pages, maxPages); page += 1) {
      const received = await calendars({ productIds: items, page, pageSize: items.length }, signal);
      pages = received.totalPageCount;
      addListed(listed, received.calendars);
    }
    return oneByOne(this.settleListed(items, listed));
  }

  /**
   * Settles the products whose listed calendar is whole or of another market, and returns those that need their own
   * (§4.1).
   */
  settleListed(productIds: readonly ProductId[], listed: ReadonlyMap<ProductId, ListedCalendar>): ProductId[] {
    return productIds.filter((productId) => {
      const calendar = listed.get(productId);
      if (calendar?.kind === 'no-result') {
        this.#options.settle(productId, calendar);
        return false;
      }
      const isWhole = calendar !== undefined && calendar.entries.length > 0 && calendar.unreadable === 0;
      if (isWhole) this.#options.settle(productId, calendar);
      else if (calendar !== undefined && calendar.unreadable > 0) this.#doubtful.set(productId, calendar);
      return !isWhole;
    });
  }

  async refused({ items }: Batch<ProductId>, failure: CallFailure): Promise<Batch<ProductId>[]> {
    if (items.length > 1) return oneByOne(items);
    const [productId = 0] = items;
    if (failure.kind === 'named' && failure.unknown.has(productId))
      this.#settle(productId, { kind: 'unknown-product' });
    else this.giveUp(items, failure.why);
    return [];
  }

  giveUp(productIds: readonly ProductId[], why: NoResult): void {
    for (const productId of productIds) this.#settle(productId, why);
  }

  #settle(productId: ProductId, calendar: CalendarResult): void {
    this.#options.settle(
      productId,
      calendar.kind === 'calendar' ? calendar : (this.#doubtful.get(productId) ?? calendar),
    );
  }
}

/**
 * Adds received calendars to a list, and returns the products that were received more than once. Two different
 * calendars of one product count as unreadable.
 */
export function addListed(listed: Map<ProductId, ListedCalendar>, received: ReceivedPage['calendars']): ProductId[] {
  const repeated = new Set<ProductId>();
  for (const { productId, calendar } of received) {
    const other = listed.get(productId);
    if (other === undefined) listed.set(productId, calendar);
    else {
      repeated.add(productId);
      if (other.kind === 'no-result') continue;
      if (calendar.kind === 'no-result') {
        listed.set(productId, calendar);
        continue;
      }
      const isSame = JSON.stringify(other.entries) === JSON.stringify(calendar.entries);
      if (!isSame) listed.set(productId, { ...other, unreadable: Math.max(1, other.unreadable, calendar.unreadable) });
    }
  }
  return [...repeated];
}

function oneByOne(productIds: readonly ProductId[]): Batch<ProductId>[] {
  return productIds.map((productId) => freshBatch([productId]));
}
