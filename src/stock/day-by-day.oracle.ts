import { addDays, type CalendarDate, later } from './calendar-date.ts';
import type { Thousandths } from './thousandths.ts';

import { firstDay, highestLevel, lastDay } from './entries.arbitrary.ts';
import type { StockResult } from './stock-result.ts';
import type { Shipment, SplitOrder } from './split-delivery.ts';
import type { DatedEntry } from './stock-timeline.ts';

/**
 * Test oracle for the property tests: the same rules, evaluated day by day over the raw entries. It shares no code with
 * the implementation and is slow on purpose. Entries after the period, and max lead time dates before it, are placeholders.
 */
export function dayByDay(
  entries: readonly DatedEntry[],
  today: CalendarDate,
  [first, last]: readonly [CalendarDate, CalendarDate] = [firstDay, lastDay],
) {
  // The placeholder in the past of an arbitrary entry, then every day.
  const days: CalendarDate[] = ['1900-01-01'];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  const live = entries.filter(
    ({ isDeleted, isMaxLeadTime, stockDate }) =>
      !isDeleted && stockDate <= last && (!isMaxLeadTime || stockDate >= first),
  );

  const entryOf = (day: CalendarDate): Thousandths | undefined => {
    const levels = live.filter((entry) => !entry.isMaxLeadTime && entry.stockDate === day);
    return levels.length === 0 ? undefined : Math.min(...levels.map((entry) => Math.round(entry.stockQuantity * 1000)));
  };
  const level = (day: CalendarDate): Thousandths => {
    let inForce = 0;
    for (const other of days) if (other <= day) inForce = entryOf(other) ?? inForce;
    return inForce;
  };
  const isPast = (day: CalendarDate) =>
    days.some((other) => day < other && other <= today && entryOf(other) !== undefined);
  const isMaxLeadTime = (day: CalendarDate) =>
    live.some((entry) => entry.isMaxLeadTime && entry.stockDate === day) &&
    !live.some((entry) => entry.isMaxLeadTime && entry.stockDate > day);
  const maxLeadTime = days.find(isMaxLeadTime) ?? null;

  const stockResult = (quantity: Thousandths): StockResult => {
    for (const day of days) {
      const here = entryOf(day);
      if (here !== undefined && !isPast(day) && here >= quantity) {
        return { kind: day > today ? 'expected' : 'in-stock', date: day };
      }
      if (maxLeadTime !== null && day === (maxLeadTime < today ? today : maxLeadTime))
        return { kind: 'max-lead-time', date: maxLeadTime };
    }
    return { kind: 'not-available' };
  };
  const maxFromStock = (by: CalendarDate): Thousandths => {
    for (let quantity = highestLevel; quantity > 0; quantity -= 1) {
      const found = stockResult(quantity);
      if (found.kind !== 'not-available' && found.kind !== 'max-lead-time' && found.date <= by) return quantity;
    }
    return 0;
  };
  const split = (order: SplitOrder, used: Thousandths): { shipments: Shipment[]; undeliverable: Thousandths } => {
    const answers = Array.from({ length: highestLevel }, (_, index) => ({
      quantity: index + 1,
      ...stockResult(index + 1),
    }));
    const by = (day: CalendarDate): Thousandths => {
      const most = answers.findLast(
        (each) => (each.kind === 'in-stock' || each.kind === 'expected') && each.date <= day,
      );
      return Math.max(0, (most?.quantity ?? 0) - used);
    };
    const most = by(last);
    const min = Math.min(order.minQuantity, order.quantity);
    const isUpToStock = most >= order.quantity || maxLeadTime === null;
    const goal = isUpToStock ? Math.min(order.quantity, most) : order.quantity;
    const shipments: Shipment[] = [];
    let shipped = 0;
    for (const day of days.filter((each) => each >= today)) {
      const amount = Math.min(goal, by(day)) - shipped;
      const rest = goal - shipped - amount;
      if (amount <= 0 || amount < min) continue;
      if (rest > 0 && shipments.length + 1 === order.maxShipments) continue;
      if (rest > 0 && isUpToStock && rest < min) continue;
      shipments.push({ date: day, quantity: amount, isMaxLeadTime: false });
      shipped += amount;
    }
    if (shipped < goal && maxLeadTime !== null) {
      shipments.push({ date: later(today, maxLeadTime), quantity: goal - shipped, isMaxLeadTime: true });
      shipped = goal;
    }
    return { shipments, undeliverable: order.quantity - shipped };
  };

  return { days, level, maxLeadTime, stockResult, maxFromStock, split };
}
