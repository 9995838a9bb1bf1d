import type { DatedResult } from '#stock/stock-result.ts';
import { addDays, type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import type { LineResult } from '#stock/order/line-state.ts';

/** What a check found for a promised quantity. */
export type PromiseResult = DatedResult | { kind: 'not-available' } | { kind: 'not-reliable' };

/** A result with the day that it is of. */
export type ResultOfDay = PromiseResult & { day: CalendarDate };

/**
 * A result that somebody knows, with which later ones are compared. `held`: the max lead time date and its day, moved on
 * with each check that found no change ({@link movedOn}).
 */
export type KnownResult = ResultOfDay & { held?: Rolled | undefined };

interface Rolled {
  date: CalendarDate;
  day: CalendarDate;
}

/** Why a promise is no longer checked. */
export const closeReasons = ['ordered', 'shipped', 'cancelled'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** What the status of a promise depends on. */
export interface PromiseState {
  /** What the customer was told last. */
  promised: KnownResult & DatedResult;
  /** The last result. */
  now: ResultOfDay;
  /** When that was, Unix milliseconds. */
  checkedAt: number;
  closed: CloseReason | null;
}

export type PromiseStatus =
  | { kind: 'not-available' | 'not-reliable' | 'due-today' | 'on-time' | 'past' | 'not-checked' }
  /** A max lead time date that moved on with the days: the lead time isn't longer than promised, but the date is later. */
  | { kind: 'same-lead-time'; days: number }
  | { kind: 'earlier'; days: number }
  /** Days between the dates as shown; those of a max lead time are below 0 if it is earlier. */
  | { kind: 'later' | 'max-lead-time'; days: number }
  | { kind: 'closed'; why: CloseReason };

/** Milliseconds after which a result no longer tells how a promise stands: a day, and half a day for the next run. */
const maxResultAge = 36 * 3_600_000;

/**
 * Returns how a promise stands (promises, *Status*). A past date is never called kept, which the service can't know; it
 * stays what it was if the last check found a later one or none, as the goods can't have shipped as promised.
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
  if (date < today && !isMissed({ promised, now: found })) return { kind: 'past' };
  if (now - checkedAt > maxResultAge) return { kind: 'not-checked' };
  if (!hasShipDate(found)) return { kind: found.kind };
  const days = daysApart(promised, found);
  if (found.kind === 'max-lead-time' && promised.kind !== 'max-lead-time') return { kind: 'max-lead-time', days };
  if (isLater(promised, found)) return { kind: 'later', days };
  if (date === today) return { kind: 'due-today' };
  if (days < 0) return { kind: 'earlier', days: -days };
  return days > 0 ? { kind: 'same-lead-time', days } : { kind: 'on-time' };
}

/** Whether the last result is worse than what is promised. */
export function isMissed({ promised, now }: Pick<PromiseState, 'promised' | 'now'>): boolean {
  return now.kind !== 'not-reliable' && compareResults(promised, now) > 0;
}

/** Returns the days from one date to another as both are shown: past dates are those of the day of their check. */
export function daysApart(from: DatedResult & { day: CalendarDate }, to: DatedResult & { day: CalendarDate }): number {
  return daysBetween(later(from.date, from.day), later(to.date, to.day));
}

/** Whether a date is later than promised, and not just because a max lead time date moves on with the days. */
export function isLater(promised: KnownResult & DatedResult, now: DatedResult & { day: CalendarDate }): boolean {
  return daysApart(promised, now) > 0 && daysMoved(promised, now) > 0;
}

/**
 * Returns by how many days a date is later than a known one, without those by which a max lead time date moves on with the
 * days. Past dates count as the day of their check, so stock on hand doesn't move.
 */
export function daysMoved(from: KnownResult & DatedResult, to: DatedResult & { day: CalendarDate }): number {
  if (from.kind !== 'max-lead-time' || to.kind !== 'max-lead-time') return daysApart(from, to);
  const known = from.held ?? from;
  const [moved, rolled] = [daysBetween(known.date, to.date), daysRolled(known, to)];
  // A date that stayed while checks of newer data went by doesn't move on with the days.
  const isFixed = from.held !== undefined && from.held.day > from.day && from.held.date === from.date;
  return isFixed && moved > rolled ? moved : moved - rolled;
}

/** The days by which a max lead time date moved on, no more than passed between its checks. */
function daysRolled(from: Rolled, to: Rolled): number {
  const [moved, passed] = [daysBetween(from.date, to.date), daysBetween(from.day, to.day)];
  // If the clock was set back, a date moves back with it.
  return passed < 0 ? Math.min(0, Math.max(moved, passed)) : Math.max(0, Math.min(moved, passed));
}

/**
 * Moves a known result on from one check to a later one that found the same. So results that are compared are of days
 * close to each other, and a slip isn't lost among the days that passed since the first.
 */
export function movedOn<Known extends KnownResult>(known: Known, from: ResultOfDay, to: ResultOfDay): Known {
  if (known.kind !== 'max-lead-time') return { ...known, day: to.day };
  if (from.kind !== 'max-lead-time' || to.kind !== 'max-lead-time') return known;
  const { date, day } = known.held ?? known;
  const held = { date: addDays(date, daysRolled(from, to)), day: addDays(day, daysBetween(from.day, to.day)) };
  return { ...known, held };
}

/** A known result as it is compared with another: a max lead time date moved on. */
export function asCompared({ held, ...known }: KnownResult, to: ResultOfDay): ResultOfDay {
  return to.kind === 'max-lead-time' ? { ...known, ...held } : known;
}

/** Whether a result has a ship date. */
export function hasShipDate<Result extends ResultOfDay>(result: Result): result is Result & DatedResult {
  return 'date' in result;
}

/** Whether a result says the same as a known one, each on its day. */
export function isSameResult(from: KnownResult, to: ResultOfDay): boolean {
  if (!hasShipDate(from) || !hasShipDate(to)) return from.kind === to.kind;
  if ((from.kind === 'max-lead-time') !== (to.kind === 'max-lead-time')) return false;
  if (from.date === to.date && from.day === to.day && from.held === undefined) return true;
  // Stock on hand stays that, whichever day it is, and expected stock becomes it.
  if (to.kind === 'in-stock' && (from.kind === 'in-stock' || from.date <= to.day)) return true;
  return daysMoved(from, to) === 0;
}

/** Whether a customer should be told a result instead of what was promised. */
export function isNews(promised: KnownResult & DatedResult, now: ResultOfDay): boolean {
  if (now.kind === 'not-reliable' || isSameResult(promised, now)) return false;
  if (promised.kind !== 'max-lead-time' || now.kind !== 'max-lead-time') return true;
  // A shorter lead time may not make up for the days since.
  return isLater(promised, now) || daysApart(promised, now) < 0;
}

/** How firm a result is: stock, max lead time, nothing. */
function firmness(result: ResultOfDay): number {
  if (!hasShipDate(result)) return 2;
  return result.kind === 'max-lead-time' ? 1 : 0;
}

/** Compares a result with an earlier one: above 0 if it is worse, below 0 if it is better, 0 if they say the same. */
export function compareResults(from: KnownResult, to: ResultOfDay): number {
  if (isSameResult(from, to)) return 0;
  const lost = firmness(to) - firmness(from);
  return lost !== 0 || !hasShipDate(from) || !hasShipDate(to) ? lost : daysMoved(from, to);
}

/** Converts the result of a check; null if it says nothing about the product. */
export function promiseResult(result: LineResult): PromiseResult | null {
  switch (result.kind) {
    case 'result':
      return result.stockResult;
    case 'not-available':
    case 'unknown-product':
    case 'no-stock-data':
      return { kind: 'not-available' };
    case 'not-trusted':
      return { kind: 'not-reliable' };
    case 'no-result':
    default:
      return null;
  }
}

/** Statuses in the order of a list, the worst first. */
const ranks: Record<PromiseStatus['kind'], number> = {
  'not-available': 0,
  later: 1,
  'max-lead-time': 1,
  'not-reliable': 2,
  'not-checked': 3,
  'due-today': 4,
  'same-lead-time': 5,
  'on-time': 6,
  earlier: 7,
  past: 8,
  closed: 9,
};

/** Whether a promise is at risk: its date doesn't hold. */
export function isWorse({ kind }: PromiseStatus): boolean {
  return ranks[kind] <= ranks.later;
}

/**
 * Compares statuses for sorting: the worst first. Of later ones and those of which only the max lead time is left, those
 * with more days come first, of the same number the max lead time.
 */
export function compareStatus(a: PromiseStatus, b: PromiseStatus): number {
  if (!isMoved(a) || !isMoved(b)) return ranks[a.kind] - ranks[b.kind];
  return b.days - a.days || Number(b.kind === 'max-lead-time') - Number(a.kind === 'max-lead-time');
}

function isMoved(status: PromiseStatus): status is Extract<PromiseStatus, { kind: 'later' | 'max-lead-time' }> {
  return status.kind === 'later' || status.kind === 'max-lead-time';
}

/**
 * Returns the promises at risk, the worst first.
 * @param today the service's date
 * @param now Unix milliseconds
 */
export function promisesAtRisk<Some extends PromiseState>(
  promises: readonly Some[],
  today: CalendarDate,
  now: number,
): Some[] {
  return promises
    .map((promise) => ({ promise, status: promiseStatus(promise, today, now) }))
    .filter(({ status }) => isWorse(status))
    .toSorted((a, b) => compareStatus(a.status, b.status))
    .map(({ promise }) => promise);
}

/** Number of different orders that promises are of. */
export function countOrders(promises: readonly { orderId?: string | undefined }[]): number {
  return new Set(promises.flatMap(({ orderId }) => orderId ?? [])).size;
}
