import { addDays, type CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { firstDay, highestLevel, lastDay } from './entries.arbitrary.ts';
import type { Answer } from './answer.ts';
import type { Shipment, SplitOrder } from './split-delivery.ts';
import type { DatedEntry } from './stock-timeline.ts';

/**
 * Test oracle for the property tests: the same rules, evaluated day by day over the raw entries. It shares no code with
 * the implementation and is slow on purpose.
 */
export function dayByDay(entries: readonly DatedEntry[], today: CalendarDate) {
  const days: CalendarDate[] = [];
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) days.push(day);
  const live = entries.filter((entry) => !entry.isDeleted);

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

  const answer = (quantity: Thousandths): Answer => {
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
      const found = answer(quantity);
      if (found.kind !== 'not-available' && found.kind !== 'max-lead-time' && found.date <= by) return quantity;
    }
    return 0;
  };
  const safe = (from: CalendarDate): Thousandths => Math.min(...days.filter((day) => day >= from).map(level));

  /** Returns the day whose entry is in force on `day`, undefined if there is none. */
  const source = (day: CalendarDate) => days.findLast((other) => other <= day && entryOf(other) !== undefined);
  const split = (order: SplitOrder): { shipments: Shipment[]; undeliverable: Thousandths } => {
    const shipments: Shipment[] = [];
    let left = order.quantity;
    const possible = (day: CalendarDate): Thousandths => {
      const from = source(day);
      const isCut = from === undefined || (maxLeadTime !== null && from > maxLeadTime && from > today);
      return isCut ? 0 : Math.min(left, Math.max(0, safe(day) - (order.quantity - left)));
    };
    const ahead = days.filter((day) => day >= today);
    for (const day of ahead) {
      const amount = possible(day);
      if (amount === 0 || shipments.length === order.maxShipments) continue;
      if (amount < order.minQuantity) continue;
      if (amount < left) {
        const isLast = shipments.length + 1 === order.maxShipments;
        if (isLast && (maxLeadTime !== null || ahead.some((other) => other > day && possible(other) > amount)))
          continue;
      }
      shipments.push({ date: day, quantity: amount, isMaxLeadTime: false });
      left -= amount;
    }
    if (left > 0 && maxLeadTime !== null && shipments.length < order.maxShipments) {
      shipments.push({ date: maxLeadTime < today ? today : maxLeadTime, quantity: left, isMaxLeadTime: true });
      left = 0;
    }
    return { shipments, undeliverable: left };
  };

  return { days, level, maxLeadTime, answer, maxFromStock, safe, split };
}
