import { type CalendarEntry, LooseCalendarsEnvelope, ProductCalendarEnvelope } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import type { ReceivedItem } from '#domain/order/reconcile.ts';
import { type CalendarDate, todayIn } from '#lib/calendar-date.ts';

import type { ReceivedCalendars } from './calendars/calendar-span.ts';
import { type RequestQueue, requestQueue } from './request-queue.ts';
import {
  calendarSearch,
  type CalendarSearch,
  fetchCalendarEntries,
  fetchStockItems,
  productFilter,
} from './stock-requests.ts';

/** Several products, each in its own quantity (§4.3), in one call. */
export type AskStock = (questions: readonly StockQuestion[], signal: AbortSignal) => Promise<readonly ReceivedItem[]>;

/** The whole calendar of one product, with its max lead time (§4.1). */
export type AskCalendar = (productId: ProductId, signal: AbortSignal) => Promise<readonly CalendarEntry[]>;

/**
 * The whole calendars of several products, with their max lead times; products that came back without one are left out,
 * and that of one which came back with two that differ is empty.
 */
export type AskCalendars = (
  productIds: readonly ProductId[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<ProductId, readonly CalendarEntry[]>>;

/** What calls for pages of calendars have shown of the service. */
export interface CalendarLimits {
  /** Products that it takes in one call, as far as it has refused more (§8, left open there). */
  mostInCall: number;
  /** Failed calls since one worked. */
  failuresInARow: number;
}

/** None has worked at first. */
export function noLimits(): CalendarLimits {
  return { mostInCall: Infinity, failuresInARow: Infinity };
}

/** What jobs ask through, and what tells the time. Every call waits for its turn in the queue. */
export interface StockSource {
  queue: RequestQueue;
  ask: AskStock;
  askCalendar: AskCalendar;
  askCalendars: AskCalendars;
  /** Pages of many products (§4.4). */
  search: CalendarSearch<ReceivedCalendars>;
  /** The user's day, as of which answers are read. */
  today: () => CalendarDate;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A service that counts pages in its own way is not followed for ever. */
const mostPages = 100;

/** Asks for calendars (§4.4). The function throws what {@link calendarSearch} throws. */
export function calendarsAsker(): AskCalendars {
  const askPage = calendarSearch(ProductCalendarEnvelope);
  return async (productIds, signal) => {
    const calendars = new Map<ProductId, readonly CalendarEntry[]>();
    for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page += 1) {
      const query = { page, pageSize: productIds.length, filter: productFilter(productIds), includeMaxLeadTime: true };
      const { data: envelope } = await askPage({ ...query, anew: true }, signal);
      pages = envelope.totalPageCount;
      for (const { item } of envelope.results) {
        const other = calendars.get(item.productId);
        const isDoubtful = other !== undefined && JSON.stringify(other) !== JSON.stringify(item.stock);
        calendars.set(item.productId, isDoubtful ? [] : item.stock);
      }
    }
    return calendars;
  };
}

/** What calendars of many products are asked through. */
export interface CalendarSource extends Omit<StockSource, 'ask' | 'askCalendars'> {
  calendarLimits: CalendarLimits;
}

/** The calls of a service through a queue. */
export function queuedSource(queue: RequestQueue): StockSource & CalendarSource {
  return {
    queue,
    ask: queue.limit(fetchStockItems),
    askCalendar: queue.limit(fetchCalendarEntries),
    askCalendars: queue.limit(calendarsAsker()),
    search: queue.limit(calendarSearch(LooseCalendarsEnvelope)),
    calendarLimits: noLimits(),
    today: () => todayIn(),
    now: Date.now,
  };
}

/** The service behind the gateway. */
export const gatewaySource = queuedSource(requestQueue);
