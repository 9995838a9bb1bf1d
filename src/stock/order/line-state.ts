import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { DatedResult, UnreliableReason } from '#stock/stock-result.ts';
import { type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import type { ShipByProblem } from '#stock/ship-by.ts';

import type { StockQuery } from './order-line.ts';

/** Problem of a line that the user should correct. */
export type LineProblem = 'no-product' | 'not-found' | 'no-quantity' | 'other-unit' | ShipByProblem;

/** Why a line has no result. It indicates nothing about the product. */
export type NoResultReason =
  /** The server couldn't be reached, or the connection was lost. */
  | 'no-connection'
  | 'timeout'
  /** The service failed (status 500 or above). */
  | 'service-error'
  /** The service's Retry-After is longer than a check waits. */
  | 'busy'
  /** The service rejected this line, and the calendar confirms no reason for it. */
  | 'refused'
  /** The response violates the API contract. */
  | 'broken-response'
  /** The response is for another market than that of the credentials. */
  | 'other-market'
  /** Access denied (403). */
  | 'not-allowed'
  /** The check stopped because all requests failed: wrong address, invalid credentials or service failure. */
  | 'stopped';

/** A date from the service that passed {@link reconcile}. */
export interface CheckedResult {
  kind: 'result';
  stockResult: DatedResult;
  /** An earlier ship date in the product's calendar, which the service doesn't confirm. */
  earlier?: DatedResult;
  /** When it was received, Unix milliseconds. */
  checkedAt: number;
}

/** No result: the reason, plus the request ID for the server's log and the service's own message, if available. */
export interface NoResult {
  kind: 'no-result';
  reason: NoResultReason;
  requestId: string | null;
  sentence?: string;
}

/** Result of checking a line. */
export type LineResult =
  | CheckedResult
  | { kind: 'unknown-product' }
  /** The catalog has the product, but the stock service has no entries of it. */
  | { kind: 'no-stock-data' }
  | { kind: 'not-available' }
  | NoResult
  | { kind: 'not-trusted'; finding: ReconcileFinding };

/** A result of another day, of stock imported before, or of another market or service. No longer a promise. */
export interface Outdated {
  kind: 'outdated';
  was: LineResult;
  /** Day of the check. */
  day: CalendarDate;
  /** Unix milliseconds. */
  checkedAt: number;
}

export type LineState =
  | { kind: 'not-checked' }
  | { kind: 'checking' }
  /** The list has another unit than the product: not checked until the user confirms or changes the quantity. */
  | { kind: 'unit-differs' }
  /** Its promise was closed: no longer checked, and it takes no stock from other lines. */
  | { kind: 'ordered' | 'shipped' }
  | Outdated
  | LineResult;

/** Whether a line's promise was closed, so that nothing of it remains to ship. */
export function isClosed(state: LineState): state is Extract<LineState, { kind: 'ordered' | 'shipped' }> {
  return state.kind === 'ordered' || state.kind === 'shipped';
}

/** Whether the catalog has a product, which otherwise only the stock service may know by its ID. */
export function isOfCatalog(product: Pick<Product, 'name' | 'sku'> | null | undefined): product is Product {
  return product != null && (product.name !== null || product.sku !== null);
}

/** A product of the catalog that the stock service doesn't know has no stock data. */
export function ofProduct<State extends { kind: string }>(
  state: State,
  product: Product | null | undefined,
): State | { kind: 'no-stock-data' } {
  return state.kind === 'unknown-product' && isOfCatalog(product) ? { kind: 'no-stock-data' } : state;
}

export const notChecked: LineState = { kind: 'not-checked' };
export const checking: LineState = { kind: 'checking' };

/** Why a received result isn't shown as a promise. */
export type ReconcileFinding =
  /** No item was received for the line. */
  | { kind: 'missing' }
  /** The product's item can't be read. */
  | { kind: 'unreadable' }
  /** An item of another product was received in the line's position. */
  | { kind: 'other-product'; productId: ProductId }
  /** More items were received for the line than requested. */
  | { kind: 'doubled'; count: number }
  /** The item is for another quantity, in units as sent by the service. */
  | { kind: 'other-quantity'; quantity: number }
  /** The date and its Unix time (seconds) are different days. */
  | { kind: 'other-day'; stockDate: CalendarDate; stockDateUnix: number }
  | { kind: 'deleted' }
  /** The item is of another market than that of the credentials. */
  | { kind: 'other-market' }
  /** The product's own calendar contradicts the result, or is incomplete. */
  | UnreliableReason;

/** Status of a line: the kind of its result if it has one, otherwise its state. */
export type LineStatus = Exclude<LineState['kind'], 'result'> | 'in-stock' | 'expected' | 'max-lead-time';

export function statusOf(state: LineState): LineStatus {
  return state.kind === 'result' ? state.stockResult.kind : state.kind;
}

/** Returns the dated result of a state, also of an outdated one; null without one. */
export function datedResult(state: LineState): DatedResult | null {
  const result = resultOf(state);
  return result.kind === 'result' ? result.stockResult : null;
}

/** Returns the state, or the earlier result if it is outdated. */
export function resultOf(state: LineState): Exclude<LineState, Outdated> {
  return state.kind === 'outdated' ? state.was : state;
}

/**
 * Returns the days that a line ships after its ship-by date. Null if it isn't late, or if the
 * ship-by date was already past when checked. Earlier dates count as the day of the check: today, or that of an
 * outdated result.
 */
export function daysLate(shipBy: CalendarDate | null, state: LineState, today: CalendarDate): number | null {
  const stockResult = datedResult(state);
  const day = state.kind === 'outdated' ? state.day : today;
  if (shipBy === null || shipBy < day || stockResult === null) return null;
  const days = daysBetween(shipBy, later(stockResult.date, day));
  return days > 0 ? days : null;
}

/** Number of lines per status. Late lines are also counted under their status. */
export type StatusCounts = Record<LineStatus | 'late', number>;

export function zeroCounts(): StatusCounts {
  return {
    'not-checked': 0,
    checking: 0,
    'in-stock': 0,
    expected: 0,
    'max-lead-time': 0,
    'unknown-product': 0,
    'no-stock-data': 0,
    'not-available': 0,
    'unit-differs': 0,
    ordered: 0,
    shipped: 0,
    'no-result': 0,
    'not-trusted': 0,
    outdated: 0,
    late: 0,
  };
}

/**
 * First date on which stock covers a request. Needed for results at max lead time. `none`: no entry ever covers it.
 * `working-out`: the product's calendar is still loading. `no-result`: it failed to load.
 */
export type RealDate = CalendarDate | 'none' | 'working-out' | 'no-result';

/** What is known about stock so far. Called at least once per line, so lookups must be cheap. */
export interface StockKnowledge {
  /** Returns the result for a quantity that may not be on any line, from results and calendars; null if unknown. */
  dateFor(query: StockQuery): DatedResult | null;
  realDateOf(query: StockQuery): RealDate;
}
