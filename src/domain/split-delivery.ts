import { type CalendarDate, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { stepsUpToMaxLeadTime, type StockTimeline } from './stock-timeline.ts';
import type { Answer } from './answer.ts';

/** A part of an order, and the day it can leave: never before today. */
export interface Drop {
  date: CalendarDate;
  quantity: Thousandths;
  /** Whether it rests on the max lead time alone, not on real stock. */
  isMaxLeadTime: boolean;
}

export interface SplitOrder {
  /** Positive. */
  quantity: Thousandths;
  /** No drop from real stock is smaller, not even one that completes the order. */
  smallestDrop: Thousandths;
  /** At least 1; the drop at the max lead time is one of them. */
  mostDrops: number;
}

interface SplitDelivery {
  /** Ascending by date, the one at the max lead time last. */
  drops: readonly Drop[];
  /** What no drop holds. Drops and this add up to the quantity ordered. */
  undeliverable: Thousandths;
}

/**
 * An order in parts, each as early as it can be promised. From today on, every day on which the level changes
 * drops what is safe (the lowest level from then on, less what has been dropped), where that is no less than the
 * smallest drop; the rest goes at the max lead time, or where there is none stays undeliverable.
 *
 * The last drop allowed waits for the day that completes the order; where no day does, the max lead time takes it,
 * or without one the first day on which the most can be dropped.
 */
export function splitDelivery(timeline: StockTimeline, order: SplitOrder): SplitDelivery {
  const days = droppableDays(timeline);
  const mostEver = timeline.maxLeadTimeDate === null ? (days.at(-1)?.safe ?? 0) : Infinity;
  const drops: Drop[] = [];
  let left = order.quantity;
  const drop = (date: CalendarDate, quantity: Thousandths, isMaxLeadTime: boolean) => {
    drops.push({ date, quantity, isMaxLeadTime });
    left -= quantity;
  };

  for (const { date, safe } of days) {
    if (drops.length >= order.mostDrops) break;
    const dropped = order.quantity - left;
    const quantity = Math.min(left, safe - dropped);
    const isLastAllowed = drops.length === order.mostDrops - 1;
    const leastWorth = isLastAllowed ? Math.min(left, mostEver - dropped) : 0;
    if (quantity > 0 && quantity >= Math.max(order.smallestDrop, leastWorth)) drop(date, quantity, false);
  }
  if (left > 0 && timeline.maxLeadTimeDate !== null) {
    drop(later(timeline.today, timeline.maxLeadTimeDate), left, true);
  }
  return { drops, undeliverable: left };
}

/** The days on which what is safe can change, each with its safe level, which never falls from one to the next. */
function droppableDays(timeline: StockTimeline): { date: CalendarDate; safe: Thousandths }[] {
  const safe = safeLevels(timeline);
  return stepsUpToMaxLeadTime(timeline).map((step, index) => ({
    date: later(timeline.today, step.date),
    safe: safe[index] ?? 0,
  }));
}

/**
 * What is safe from the day of each step on, or from today where that is past: the lowest level from then to the last
 * real entry, which can leave without breaking a later promise. Never falls from one step to the next; can be zero
 * or negative.
 */
export function safeLevels({ steps }: StockTimeline): readonly Thousandths[] {
  let lowest = Infinity;
  return steps
    .toReversed()
    .map(({ level }) => (lowest = Math.min(lowest, level)))
    .toReversed();
}

/**
 * The warning "available quantity drops to n on D" for an answer that is backed by stock: the lowest level after the
 * answer's date, or after today where that is past, if it is below the quantity, with the first day it is that low.
 * Null where the level stays high enough.
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
