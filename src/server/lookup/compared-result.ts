import {
  type StockResult,
  type ReceivedCalendar,
  type ReconciledResult,
  reconciledResult,
} from '#stock/stock-result.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

/** What a service returned for a quantity. */
type GivenResult =
  | { kind: 'result'; stockResult: StockResult }
  | { kind: 'not-available' }
  /** A 404 without a reason, or for a product that the service doesn't know. */
  | { kind: 'refused' | 'unknown-product' | 'no-stock-data' };

/**
 * Compares what a service returned for a quantity with the product's calendar. This is
 * the last of the two places where a service is doubted: `src/server/upstream` validates each response by itself, and
 * the lookup matches results with requests and calendars. Whatever comes after it relies on the result.
 */
export function comparedResult(
  given: GivenResult,
  calendar: ReceivedCalendar,
  quantity: Thousandths,
  today: CalendarDate,
): ReconciledResult {
  if (given.kind === 'result') return reconciledResult(given.stockResult, calendar, quantity, today);
  return reconciledResult(given.kind === 'not-available' ? { kind: given.kind } : 'refused', calendar, quantity, today);
}
