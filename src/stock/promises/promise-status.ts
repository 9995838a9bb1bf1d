import type { DatedResult } from '#stock/stock-result.ts';
import { type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import type { LineResult } from '#stock/order/line-state.ts';

/** What a check found for a promised quantity. */
export type PromiseResult = DatedResult | { kind: 'not-available' } | { kind: 'not-reliable' };

/** A result with the day that it is of. */
export type ResultOfDay = PromiseResult & { day: CalendarDate };

/** Why a promise is no longer checked. */
export const closeReasons = ['ordered', 'shipped', 'cancelled'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** What the status of a promise depends on. */
export interface PromiseState {
  /** What the customer was told last. */
  promised: DatedResult & { day: CalendarDate };
  /** The last result. */
  now: ResultOfDay;
  /** When that was, Unix milliseconds. */
  checkedAt: number;
  closed: CloseReason | null;
}

export type PromiseStatus =
  | { kind: 'not-available' | 'not-reliable' | 'max-lead-time' | 'due-today' | 'on-time' | 'past' | 'not-checked' }
  | { kind: 'later' | 'earlier'; days: number }
  | { kind: 'closed'; why: CloseReason };

/** Milliseconds after which a result no longer tells how a promise stands: a day, and half a day for the next run. */
const maxResultAge = 36 * 3_600_000;

/**
 * Returns how a promise stands (promises, *Status*). A past date is never called kept, which the service can't know.
 * @param today the service's date
 * @param now Unix milliseconds
 */
export function promiseStatus(
  { promised, now: found, checkedAt, closed }: PromiseState,
  today: CalendarDate,
  now: number,
): PromiseStatus {
  if (closed !== null) return { kind: 'closed', why: closed };
  const date = later(promised.date, promised.day);
  if (date < today) return { kind: 'past' };
  if (now - checkedAt > maxResultAge) return { kind: 'not-checked' };
  if (!hasShipDate(found)) return { kind: found.kind };
  if (found.kind === 'max-lead-time' && promised.kind !== 'max-lead-time') return { kind: 'max-lead-time' };
  const days = daysMoved(promised, found);
  if (days > 0) return { kind: 'later', days };
  if (date === today) return { kind: 'due-today' };
  return days < 0 ? { kind: 'earlier', days: -days } : { kind: 'on-time' };
}

/**
 * Returns by how many days a date is later than another, of an earlier check. Past dates count as the day of the check,
 * so stock on hand doesn't move. A max lead time date that moves on with each day has the same distance from the check,
 * and doesn't move either.
 */
export function daysMoved(from: DatedResult & { day: CalendarDate }, to: DatedResult & { day: CalendarDate }): number {
  const moved = daysBetween(later(from.date, from.day), later(to.date, to.day));
  if (from.kind !== 'max-lead-time' || to.kind !== 'max-lead-time' || moved <= 0) return moved;
  return Math.max(0, moved - Math.max(0, daysBetween(from.day, to.day)));
}

/** Whether a result has a ship date. */
export function hasShipDate(result: ResultOfDay): result is DatedResult & { day: CalendarDate } {
  return 'date' in result;
}

/** Whether two results say the same, each on its day. */
export function isSameResult(from: ResultOfDay, to: ResultOfDay): boolean {
  if (!hasShipDate(from) || !hasShipDate(to)) return from.kind === to.kind;
  if ((from.kind === 'max-lead-time') !== (to.kind === 'max-lead-time')) return false;
  // Stock on hand stays that, whichever day it is, and expected stock becomes it.
  if (to.kind === 'in-stock' && (from.kind === 'in-stock' || from.date <= to.day)) return true;
  return daysMoved(from, to) === 0;
}

/** How firm a result is: stock, max lead time, nothing. */
function firmness(result: ResultOfDay): number {
  if (!hasShipDate(result)) return 2;
  return result.kind === 'max-lead-time' ? 1 : 0;
}

/** Compares a result with an earlier one: above 0 if it is worse, below 0 if it is better, 0 if they say the same. */
export function compareResults(from: ResultOfDay, to: ResultOfDay): number {
  if (isSameResult(from, to)) return 0;
  const lost = firmness(to) - firmness(from);
  return lost !== 0 || !hasShipDate(from) || !hasShipDate(to) ? lost : daysMoved(from, to);
}

/** Converts the result of a check; null if it says nothing about the product. */
export function promiseResult(result: LineResult): PromiseResult | null {
  switch (result.kind) {
    case 'answered':
      return result.stockResult;
    case 'not-available':
    case 'unknown-product':
    case 'no-stock-data':
      return { kind: 'not-available' };
    case 'not-trusted':
      return { kind: 'not-reliable' };
    case 'not-answered':
    default:
      return null;
  }
}

/** Statuses in the order of a list, the worst first. */
const ranks: Record<PromiseStatus['kind'], number> = {
  'not-available': 0,
  later: 1,
  'max-lead-time': 2,
  'not-reliable': 3,
  'not-checked': 4,
  'due-today': 5,
  'on-time': 6,
  earlier: 7,
  past: 8,
  closed: 9,
};

/** Whether the customer has to be told: the promised date doesn't hold. */
export function isWorse({ kind }: PromiseStatus): boolean {
  return kind === 'not-available' || kind === 'later' || kind === 'max-lead-time';
}

/** Compares statuses for sorting: the worst first, of the later ones those with more days. */
export function compareStatus(a: PromiseStatus, b: PromiseStatus): number {
  if (a.kind === 'later' && b.kind === 'later') return b.days - a.days;
  return ranks[a.kind] - ranks[b.kind];
}
