import { type StockResult, type DatedResult, isConfirmed } from './stock-result.ts';
import { type CalendarDate, later } from './calendar-date.ts';
import { largestPart, type LinePart } from './order/line-advice.ts';
import { nudge } from './quantity-breaks.ts';
import type { StockTimeline } from './stock-timeline.ts';
import type { Thousandths } from './thousandths.ts';

/** A ready promise for a query: all on one date, a part before the rest, or a smaller quantity that makes it. */
export interface Offer {
  kind: 'complete' | 'split' | 'smaller';
  /** Quantity of all shipments. */
  quantity: Thousandths;
  /** Ship date of the quantity, or of the rest after `part`. */
  stockResult: DatedResult;
  /** The part that ships before; null if all ships at once. */
  part: LinePart | null;
}

/** A smaller quantity is offered if less than this share of the quantity needed is lost. */
const offeredLoss = 0.3;

/**
 * Returns the offers for a late quantity: what can ship by the ship-by date, or without one by the last day before the
 * quantity's own ship date on which more is available. Empty if the quantity is on time or nothing ships earlier, and
 * if the service doesn't confirm the calendar.
 */
export function offersFor(
  timeline: StockTimeline,
  quantity: Thousandths,
  stockResult: StockResult,
  shipBy: CalendarDate | null,
): readonly Offer[] {
  if (stockResult.kind === 'not-available' || !isConfirmed(stockResult, timeline, quantity)) return [];
  const { today } = timeline;
  const date = later(today, stockResult.date);
  if (shipBy !== null && date <= shipBy) return [];
  const less = nudge(timeline, quantity, stockResult)?.quantity;
  const part = less === undefined ? null : largestPart(timeline, { own: less, quantity: less }, shipBy);
  if (part === null) return [];
  const first: DatedResult = { kind: part.date <= today ? 'in-stock' : 'expected', date: part.date };
  const isSmallLoss = quantity - part.quantity < quantity * offeredLoss;
  return [
    { kind: 'complete', quantity, stockResult, part: null },
    { kind: 'split', quantity, stockResult, part },
    ...(isSmallLoss ? [{ kind: 'smaller', quantity: part.quantity, stockResult: first, part: null } as const] : []),
  ];
}
