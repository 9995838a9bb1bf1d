import { type CalendarDate, later } from './calendar-date.ts';
import type { Thousandths } from './thousandths.ts';

import { quantityBreaks } from './quantity-breaks.ts';
import type { StockTimeline } from './stock-timeline.ts';

/** One shipment of an order, never dated before today. */
export interface Shipment {
  date: CalendarDate;
  quantity: Thousandths;
  /** Whether the shipment is at max lead time, not backed by stock. */
  isMaxLeadTime: boolean;
}

export interface SplitOrder {
  /** Positive. */
  quantity: Thousandths;
  /** Minimum quantity per shipment from stock; one above the quantity means the quantity. */
  minQuantity: Thousandths;
  /** Maximum number of shipments, at least 1. Includes the one at max lead time. */
  maxShipments: number;
}

export interface SplitDelivery {
  /** Ascending by date, the one at max lead time last. */
  shipments: readonly Shipment[];
  /** Quantity that no shipment contains. Shipments and this add up to the quantity ordered. */
  undeliverable: Thousandths;
}

/**
 * Splits an order into shipments, each as early as it can ship. On every day with a larger
 * quantity by that date, the quantity not shipped earlier ships, if it is at least `minQuantity`. The remainder ships
 * at max lead time; without one it is undeliverable.
 *
 * The last shipment is never later than that of the whole quantity in one: a part is left out if it would leave too
 * little, or no shipment, for the day that completes the order. If stock and max lead time never complete it, the same
 * holds for the maximum available quantity.
 *
 * @param used quantity that other lines of the product use up first
 */
export function splitDelivery(timeline: StockTimeline, order: SplitOrder, used: Thousandths = 0): SplitDelivery {
  const { breaks, beyond } = quantityBreaks(timeline);
  const available = Math.max(0, (breaks.at(-1)?.upTo ?? 0) - used);
  const min = Math.min(order.minQuantity, order.quantity);
  const isCompletedByStock = beyond === null || available >= order.quantity;
  const goal = isCompletedByStock ? Math.min(order.quantity, available) : order.quantity;
  const shipments: Shipment[] = [];
  let left = goal;
  const ship = (date: CalendarDate, quantity: Thousandths, isMaxLeadTime: boolean) => {
    shipments.push({ date: later(timeline.today, date), quantity, isMaxLeadTime });
    left -= quantity;
  };

  for (const { date, upTo } of breaks) {
    const quantity = Math.min(left, upTo - used - (goal - left));
    if (quantity <= 0 || quantity < min) continue;
    const rest = left - quantity;
    const isLastAllowed = shipments.length === order.maxShipments - 1;
    if (rest === 0 || (!isLastAllowed && (!isCompletedByStock || rest >= min))) ship(date, quantity, false);
  }
  if (left > 0 && beyond !== null) ship(beyond, left, true);
  return { shipments, undeliverable: order.quantity - goal + left };
}
