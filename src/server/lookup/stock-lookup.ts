import type { Market, ReceivedItem } from '#stock/contract/envelope.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { CheckedResult, LineResult, NoResult } from '#stock/order/line-state.ts';
import type { StockQuery } from '#stock/order/order-line.ts';
import type { DatedEntry } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import type { BackendResponse, Credentials } from '#server/gateway/stock-backend.ts';

/** Who requests stock, and how. */
export interface Caller {
  credentials: Credentials;
  /** When the credentials expire, Unix seconds; null if unknown. */
  expiresAt: number | null;
  /** Market of the credentials; null if only the service's responses show it. */
  market: Market | null;
  /** Pseudonym of the user; undefined outside of sessions. */
  personId?: string;
  /** Whether to bypass the cache, and never to use an older response. */
  bypassCache: boolean;
  /** Whether nobody waits for the responses. */
  isBackground?: boolean;
  /** Request ID in the log. */
  requestId: string;
}

/** A product and a quantity whose ship date is requested. */
export type StockRequest = StockQuery;

/** A ship date with its item (§2.2). */
export interface DatedResult extends CheckedResult {
  item: ReceivedItem;
  /** Whether it is from an older response, because the service failed. */
  isStale: boolean;
}

/** Result of a request. */
export type LookupResult = DatedResult | Exclude<LineResult, CheckedResult>;

/** Complete calendar of a product, with its max lead time. */
export interface StockCalendar {
  kind: 'calendar';
  /** Ascending by date, the max lead time last, if the service keeps to that. */
  entries: readonly DatedEntry[];
  /** Different territories of the entries: usually one. */
  territories: readonly string[];
  /** Number of entries that can't be read. Above 0, the calendar promises nothing. */
  unreadable: number;
  /** When the service sent it, Unix milliseconds. */
  receivedAt: number;
  /** Whether it is an older copy, because the service failed. */
  isStale: boolean;
}

/** The calendar of a product, or why there is none. */
export type CalendarResult = StockCalendar | { kind: 'unknown-product' } | NoResult;

/** One page of all products, by ascending ID. */
export interface CalendarListPage {
  calendars: ReadonlyMap<ProductId, CalendarResult>;
  /** Number of products on all pages. */
  totalItemCount: number;
  /** Number of products of this page that the service counted but didn't send. */
  withheld: number;
  /** Products that were sent more than once. */
  repeated: readonly ProductId[];
}

/** Why a part of a product couldn't be looked up: the backend's response, whose body is a problem (RFC 9457). */
export interface FailedPart {
  kind: 'failed';
  response: BackendResponse;
}

/** A product's calendar and the service's own result for a quantity, not yet compared with each other. */
export interface ProductStock {
  /** The service's date that both are of. */
  today: CalendarDate;
  /** Version of the data that both are of, or an earlier one. */
  dataVersion: string;
  calendar: StockCalendar | { kind: 'unknown-product' } | FailedPart;
  /** Null if no quantity was requested. `refused` is a 404 without a reason, which the calendar settles. */
  result:
    | (DatedResult | { kind: 'not-available' | 'unknown-product' } | FailedPart)
    | (Omit<FailedPart, 'kind'> & { kind: 'refused' })
    | null;
}

export interface ResultsOptions {
  /** Called once for each request, in any order. */
  settle: (index: number, result: LookupResult) => void;
  /** Called when the service requests a pause: its end (Unix milliseconds), then null. */
  pause?: (until: number | null) => void;
}

/**
 * Looks up stock for the gateway's routes: in the store of this server, or from an external service. What it returns
 * is validated and matched with what was requested.
 */
export interface StockLookup {
  /** Whether results and calendars are of one source and can't contradict each other. */
  readonly isConsistent: boolean;
  /** The service's current date, and the version of its data as far as known. */
  present(): Promise<{ today: CalendarDate; dataVersion: string }>;
  /**
   * Looks up one product for a screen: its calendar (§4.1) and, unless `quantity` is null, its result (§4.2). Both are
   * requested at once. Unlike the other methods it waits for no pause of the service.
   * @throws the signal's reason if it aborts, and ServiceProblem `unauthorized` if the caller must sign in
   */
  product(
    request: { productId: ProductId; quantity: Thousandths | null },
    caller: Caller,
    signal: AbortSignal,
  ): Promise<ProductStock>;
  /**
   * Looks up any number of requests (§4.2, §4.3). One that can't be answered is settled with the reason.
   * @throws the signal's reason if it aborts, and ServiceProblem `unauthorized` if the caller must sign in; requests
   *   settled until then are valid
   */
  results(
    requests: readonly StockRequest[],
    caller: Caller,
    signal: AbortSignal,
    options: ResultsOptions,
  ): Promise<void>;
  /**
   * Looks up the calendars of any number of products (§4.1, §4.4). Each has an entry in the returned map. `settle` is
   * called as soon as one is known.
   * @throws like {@link StockLookup.results}
   */
  calendars(
    productIds: readonly ProductId[],
    caller: Caller,
    signal: AbortSignal,
    settle?: (productId: ProductId, calendar: CalendarResult) => void,
  ): Promise<ReadonlyMap<ProductId, CalendarResult>>;
  /**
   * Looks up a page of all products (§4.4).
   * @throws like {@link StockLookup.results}, and ServiceProblem if the page can't be loaded
   */
  calendarPage(
    query: { page: number; pageSize: number },
    caller: Caller,
    signal: AbortSignal,
  ): Promise<CalendarListPage>;
}

/** A result without data. */
export function noResult(
  reason: NoResult['reason'],
  requestId: string | null,
  sentence: string | null = null,
): NoResult {
  return { kind: 'no-result', reason, requestId, ...(sentence !== null && { sentence }) };
}
