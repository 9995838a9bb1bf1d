import { type CalendarEntry, LooseCalendarsEnvelope, ProductCalendarEnvelope } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import type { ReceivedItem } from '#contract/envelope.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import type { ReceivedCalendars } from './calendars/calendar-span.ts';
import { type RequestQueue, requestQueue } from './request-queue.ts';
import { serviceToday } from './session.ts';
import {
  calendarSearch,
  type CalendarSearch,
  fetchCalendarEntries,
  fetchStockItems,
  productFilter,
} from './stock-requests.ts';

/** Loads several products, each with its own quantity (§4.3), in one call. */
export type AskStock = (questions: readonly StockQuestion[], signal: AbortSignal) => Promise<readonly ReceivedItem[]>;

/** Loads the complete calendar of one product, with its max lead time (§4.1). */
export type AskCalendar = (productId: ProductId, signal: AbortSignal) => Promise<readonly CalendarEntry[]>;

/**
 * Loads the complete calendars of several products, with their max lead times. Products without one are omitted; a
 * product with two different ones gets an empty one.
 */
export type AskCalendars = (
  productIds: readonly ProductId[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<ProductId, readonly CalendarEntry[]>>;

/** What page calls have revealed about the service. */
export interface CalendarLimits {
  /** Maximum products per call, lowered when the service rejects more (undefined in §8). */
  mostInCall: number;
  /** Consecutive failed calls. */
  failuresInARow: number;
}

/** Initially, no call has succeeded. */
export function noLimits(): CalendarLimits {
  return { mostInCall: Infinity, failuresInARow: Infinity };
}

/** Requests of jobs, all sent through the queue, and their clock. */
export interface StockSource {
  queue: RequestQueue;
  ask: AskStock;
  askCalendar: AskCalendar;
  askCalendars: AskCalendars;
  /** Pages of many products (§4.4). */
  search: CalendarSearch<ReceivedCalendars>;
  /** The service's date, used to interpret responses. */
  today: () => CalendarDate;
  /** Unix milliseconds. */
  now: () => number;
}

/** Bounds the pages loaded from a service with inconsistent counts. */
const mostPages = 100;

/** Creates a loader of calendars (§4.4). It throws the errors of {@link calendarSearch}. */
export function calendarLoader(): AskCalendars {
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

/** Requests needed for calendars of many products. */
export interface CalendarSource extends Omit<StockSource, 'ask' | 'askCalendars'> {
  calendarLimits: CalendarLimits;
}

/** Requests to the gateway, sent through a queue. */
export function queuedSource(queue: RequestQueue): StockSource & CalendarSource {
  return {
    queue,
    ask: queue.limit(fetchStockItems),
    askCalendar: queue.limit(fetchCalendarEntries),
    askCalendars: queue.limit(calendarLoader()),
    search: queue.limit(calendarSearch(LooseCalendarsEnvelope)),
    calendarLimits: noLimits(),
    today: serviceToday,
    now: Date.now,
  };
}

/** The gateway, with this tab's queue. */
export const gatewaySource = queuedSource(requestQueue);
