import { type CalendarDate, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { stepsUpToMaxLeadTime, type StockTimeline } from './stock-timeline.ts';
import type { Answer } from './answer.ts';

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
  /** Minimum quantity per shipment from stock, also for the one that completes the order. */
  minQuantity: Thousandths;
  /** Maximum number of shipments, at least 1. Includes the one at max lead time. */
  maxShipments: number;
}

interface SplitDelivery {
  /** Ascending by date, the one at max lead time last. */
  shipments: readonly Shipment[];
  /** Quantity that no shipment contains. Shipments and this add up to the quantity ordered. */
  undeliverable: Thousandths;
}

/**
 * Splits an order into shipments, each as early as it can be promised. On every day the level changes, the
 * available-to-promise quantity ships: the lowest level from then on, less earlier shipments. Quantities below
 * `minQuantity` wait. The remainder ships at max lead time; without one it is undeliverable.
 *
 * The last shipment allowed waits for the day that completes the order. If no day does, it ships at max lead time.
 * Without a max lead time it ships on the first day on which its quantity is largest.
 */
export function splitDelivery(timeline: StockTimeline, order: SplitOrder): SplitDelivery {
  const days = shippableDays(timeline);
  const maxEver = timeline.maxLeadTimeDate === null ? (days.at(-1)?.safe ?? 0) : Infinity;
  const shipments: Shipment[] = [];
  let left = order.quantity;
  const ship = (date: CalendarDate, quantity: Thousandths, isMaxLeadTime: boolean) => {
    shipments.push({ date, quantity, isMaxLeadTime });
    left -= quantity;
  };

  for (const { date, safe } of days) {
    if (shipments.length >= order.maxShipments) break;
    const shipped = order.quantity - left;
    const quantity = Math.min(left, safe - shipped);
    const isLastAllowed = shipments.length === order.maxShipments - 1;
    const minWorth = isLastAllowed ? Math.min(left, maxEver - shipped) : 0;
    if (quantity > 0 && quantity >= Math.max(order.minQuantity, minWorth)) ship(date, quantity, false);
  }
  if (left > 0 && timeline.maxLeadTimeDate !== null) {
    ship(later(timeline.today, timeline.maxLeadTimeDate), left, true);
  }
  return { shipments: shipments, undeliverable: left };
}

/** Returns the days on which the available-to-promise quantity can change, with that quantity (never decreasing). */
function shippableDays(timeline: StockTimeline): { date: CalendarDate; safe: Thousandths }[] {
  const safe = availableToPromise(timeline);
  return stepsUpToMaxLeadTime(timeline).map((step, index) => ({
    date: later(timeline.today, step.date),
    safe: safe[index] ?? 0,
  }));
}

/**
 * Returns the available-to-promise quantity of each step: the lowest level from its date (or today, if later) to the
 * last stock entry. That much can ship without leaving a later day short. Never decreases from one step to the next;
 * can be zero or negative.
 */
export function availableToPromise({ steps }: StockTimeline): readonly Thousandths[] {
  let lowest = Infinity;
  return steps
    .toReversed()
    .map(({ level }) => (lowest = Math.min(lowest, level)))
    .toReversed();
}

/**
 * Returns the data of the warning "available quantity drops to n on D" for an answer backed by stock: the lowest level
 * after the ship date, and its first day. Null if the level always covers the quantity.
 */
export function fallBelow(
  timeline: StockTimeline,
  answer: Answer,
  quantity: Thousandths,
): { date: CalendarDate; level: Thousandths } | null {
  if (answer.kind === 'not-available' || answer.kind === 'max-lead-time') return null;
  const shipDate = later(timeline.today, answer.date);
  const [lowest] = timeline.steps
    .filter(({ date, level }) => date > shipDate && level < quantity)
    .toSorted((one, other) => one.level - other.level);
  return lowest ?? null;
}
