import '#stock/contract/no-eval.ts';
import * as z from 'zod/mini';

import {
  CalendarEntry,
  LooseCalendarsEnvelope,
  LooseEntriesEnvelope,
  LooseItemsEnvelope,
  ReceivedItem,
  type Market,
  ReceivedItemEnvelope,
} from '#stock/contract/envelope.ts';
import { ageHeader, staleResult, staleHeader } from '#stock/contract/headers.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { NoResult } from '#stock/order/line-state.ts';
import { isOfMarket } from '#stock/order/reconcile.ts';
import type { DatedEntry } from '#stock/stock-timeline.ts';
import { isSameDay } from '#stock/calendar-date.ts';
import { parseJson } from '#stock/parse-json.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import type { BackendRequest } from '#server/gateway/stock-backend.ts';
import type { UpstreamBackend } from '#server/upstream/upstream-backend.ts';
import { marketCodes } from '#server/sign-in/upstream-identity.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import { CallFailed, callFailed } from './call-failure.ts';
import { type Caller, noResult, type StockCalendar, type StockRequest } from './stock-lookup.ts';

/** Data of a response, when the service sent it (Unix milliseconds), and whether it is an older copy. */
export interface Received<Data> {
  data: Data;
  receivedAt: number;
  isStale: boolean;
}

/** A calendar of a page (§4.4), or the reason that it isn't used. */
export type ListedCalendar = StockCalendar | NoResult;

/** Page of calendars as received (§4.4). */
export interface ReceivedPage {
  calendars: readonly { productId: ProductId; calendar: ListedCalendar }[];
  pageSize: number;
  page: number;
  totalPageCount: number;
  totalItemCount: number;
}

/** The items of a response (§4.2, §4.3), and the products of those that can't be read. */
export interface ReceivedItems {
  items: readonly ReceivedItem[];
  unreadable: ReadonlySet<ProductId>;
}

/** The service's operations for one caller. They throw CallFailed, and the signal's reason if it aborts. */
export interface ServiceCalls {
  /** Ship dates: of one request (§4.2), if `alone`, or of several (§4.3), which is never cached. */
  items(requests: readonly StockRequest[], alone: boolean, signal: AbortSignal): Promise<Received<ReceivedItems>>;
  /** The complete calendar of one product (§4.1). */
  calendar(productId: ProductId, signal: AbortSignal): Promise<StockCalendar>;
  /** A page of complete calendars (§4.4), of some products or all (null). */
  calendars(
    query: { productIds: readonly ProductId[] | null; page: number; pageSize: number },
    signal: AbortSignal,
  ): Promise<ReceivedPage>;
}

/** The operations of the service behind `backend`, for a caller. Calendars are never filtered by quantity. */
export function serviceCalls(backend: Pick<UpstreamBackend, 'send'>, caller: Caller, now: () => number): ServiceCalls {
  const { credentials, expiresAt, bypassCache, isBackground = false, requestId } = caller;
  const market = marketCodes(credentials.token);
  const call = async <Data>(
    request: Pick<BackendRequest, 'operation' | 'path' | 'signal'> & { body?: string; productId?: ProductId },
    schema: z.ZodMiniType<Data>,
  ): Promise<Received<Data>> => {
    const { operation, path, body, productId = null, signal } = request;
    const response = await backend.send({
      operation,
      method: body === undefined ? 'GET' : 'POST',
      path,
      body: body === undefined ? undefined : Buffer.from(body),
      credentials,
      expiresAt,
      bypassCache,
      isBackground,
      requestId,
      signal,
    });
    signal.throwIfAborted();
    if (response.status !== 200) throw callFailed(response, requestId, productId);
    const { success, data } = schema.safeParse(parseJson(response.body.toString('utf8')));
    if (!success) throw brokenResponse(requestId);
    const receivedAt = now() - Number(response.headers[ageHeader] ?? 0) * 1000;
    return { data, receivedAt, isStale: response.headers[staleHeader] === staleResult };
  };

  return {
    items: async (requests, alone, signal) => {
      const [first] = requests;
      const received =
        alone && first !== undefined
          ? await call(
              {
                operation: 'stockOfProduct',
                path: `/stock/${first.productId}?quantity=${fromThousandths(first.quantity)}`,
                productId: first.productId,
                signal,
              },
              ReceivedItemEnvelope,
            )
          : await call(
              { operation: 'stockOfProducts', path: '/stock', body: printRequests(requests), signal },
              LooseItemsEnvelope,
            );
      return { ...received, data: readItems(received.data.results.map(({ item }) => item)) };
    },

    calendar: async (productId, signal) => {
      const path = `/stock/${productId}/calendar?includeMaxLeadTime=true`;
      const received = await call({ operation: 'productCalendar', path, productId, signal }, LooseEntriesEnvelope);
      const elements = received.data.results.map(({ item }) => item);
      const calendar = readCalendar(productId, elements, received, market);
      if (calendar !== null) return calendar;
      const why = ofOtherMarket(requestId);
      throw new CallFailed({ kind: 'refused', why }, otherMarket(market));
    },

    calendars: async ({ productIds, page, pageSize }, signal) => {
      const query = new URLSearchParams({
        page: String(page),
        pageSize: String(pageSize),
        ...(productIds !== null && { filter: `productid.eq.any(${productIds.join(',')})` }),
        includeMaxLeadTime: 'true',
      });
      const path = `/stock/calendar?${query}`;
      const received = await call({ operation: 'productCalendars', path, signal }, LooseCalendarsEnvelope);
      const { results, ...counters } = received.data;
      const calendars = results.map(({ item: { productId, stock, ...codes } }) => {
        const isOurs = isOfMarket(codes, market);
        const calendar = isOurs ? readCalendar(productId, stock, received, market) : null;
        return { productId, calendar: calendar ?? ofOtherMarket(requestId) };
      });
      return { ...counters, calendars };
    },
  };
}

function printRequests(requests: readonly StockRequest[]): string {
  const products = requests.map(({ productId, quantity }) => ({ productId, quantity: fromThousandths(quantity) }));
  return JSON.stringify({ products });
}

function readItems(elements: readonly unknown[]): ReceivedItems {
  const items: ReceivedItem[] = [];
  const unreadable = new Set<ProductId>();
  for (const element of elements) {
    const { success, data } = ReceivedItem.safeParse(element);
    if (success) items.push(data);
    else {
      const named = NamedItem.safeParse(element);
      if (named.success) unreadable.add(named.data.productId);
    }
  }
  return { items, unreadable };
}

const NamedItem = z.pick(ReceivedItem, { productId: true });

function brokenResponse(requestId: string): CallFailed {
  const detail = 'Unexpected response from the stock service.';
  const why = noResult('broken-response', requestId, detail);
  return new CallFailed({ kind: 'refused', why }, new ServiceProblem('contract-broken', detail));
}

function ofOtherMarket(requestId: string): NoResult {
  return noResult('other-market', requestId);
}

/** The problem of a response for another market than the one that the credentials name. */
export function otherMarket(requested: Partial<Market>): ServiceProblem {
  const codes = Object.entries(requested).map(([name, code]) => `${name} ${code}`);
  return new ServiceProblem('other-market', `The stock service sent data of a market other than ${codes.join(', ')}.`);
}

/**
 * Reads the entries of one product (§2.3). Elements that aren't entries, belong to another product or have the Unix
 * time of another day are only counted. Null if any entry is of another market than the one asked for.
 */
function readCalendar(
  productId: ProductId,
  elements: readonly unknown[],
  { receivedAt, isStale }: Received<unknown>,
  market: Partial<Market>,
): StockCalendar | null {
  const entries: DatedEntry[] = [];
  const territories = new Set<string>();
  for (const element of elements) {
    const { success, data } = CalendarEntry.safeParse(element);
    if (!success || data.productId !== productId || !isSameDay(data)) continue;
    if (!isOfMarket(data, market)) return null;
    const { stockDate, stockQuantity, isMaxLeadTime, isDeleted, territoryId } = data;
    entries.push({ stockDate, stockQuantity, isMaxLeadTime, isDeleted });
    if (territoryId !== '') territories.add(territoryId);
  }
  const unreadable = elements.length - entries.length;
  return { kind: 'calendar', entries, territories: [...territories], unreadable, receivedAt, isStale };
}
