import { type CalendarDate, daysBetween, isFarAhead } from './calendar-date.ts';
import type { Thousandths } from './thousandths.ts';

import type { StockResult } from './stock-result.ts';
import { maxQuantityBy } from './quantity-breaks.ts';
import type { StockTimeline } from './stock-timeline.ts';

/** Whether a quantity can ship by its ship-by date. */
export type ShipByOutcome =
  /** `isMaxLeadTime`: based on the max lead time date, not backed by stock. */
  | { kind: 'in-time'; isMaxLeadTime: boolean }
  | {
      kind: 'late';
      /** Days after the ship-by date, null if the quantity has no ship date. */
      byDays: number | null;
      /** Part of the quantity that stock doesn't cover by the ship-by date. */
      shortBy: Thousandths;
      /** Maximum quantity that can ship from stock by the ship-by date. */
      maxOnTime: Thousandths;
    };

/** Why a ship-by date is rejected: before today, or a placeholder ahead. Null if it isn't. */
export type ShipByProblem = 'past-date' | 'far-date';

export function shipByProblem(shipBy: CalendarDate, today: CalendarDate): ShipByProblem | null {
  if (shipBy < today) return 'past-date';
  return isFarAhead(shipBy, today) ? 'far-date' : null;
}

/**
 * Compares the result for a quantity with its ship-by date. Callers must reject ship-by dates with a {@link shipByProblem}. A service's
 * result can be later than its own calendar: the result is then late, possibly with a `shortBy` of 0.
 */
export function compareShipBy(
  timeline: StockTimeline,
  quantity: Thousandths,
  stockResult: StockResult,
  shipBy: CalendarDate,
): ShipByOutcome {
  if (stockResult.kind !== 'not-available' && stockResult.date <= shipBy) {
    return { kind: 'in-time', isMaxLeadTime: stockResult.kind === 'max-lead-time' };
  }
  const maxOnTime = maxQuantityBy(timeline, shipBy);
  return {
    kind: 'late',
    byDays: stockResult.kind === 'not-available' ? null : daysBetween(shipBy, stockResult.date),
    shortBy: Math.max(0, quantity - maxOnTime),
    maxOnTime,
  };
}
