import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { type ChangeKind, changeKind, type ToldChange } from '#stock/notifications/change-kind.ts';

import {
  asCompared,
  compareResults,
  daysMoved,
  hasShipDate,
  isSameResult,
  type KnownResult,
  type ResultOfDay,
} from './promise-status.ts';
import type { Tracking } from './tracking.ts';

/** What the owner of a watch wants to be told. */
export const watchConditions = ['can-ship', 'falls-short', 'moves', 'back-in-stock'] as const;
export type WatchCondition = (typeof watchConditions)[number];

export interface WatchRule {
  when: readonly WatchCondition[];
  /** Fewest days by which a date moves for `moves`. */
  days: number;
  /** Null: the quantity is in stock, or not. */
  shipBy: CalendarDate | null;
}

/** The change of a promise that its owner doesn't know; null if there is none. */
export function promiseEvent({ told, confirmed }: Tracking): ToldChange | null {
  if (told === null || confirmed === null || isSameResult(told, confirmed.result)) return null;
  return { why: 'promise', from: asCompared(told, confirmed.result), to: confirmed.result };
}

/** The change of a watched product that fulfils a condition; null if there is none. Only edges since the last report count. */
export function watchEvent({ reported, told, confirmed }: Tracking, rule: WatchRule): ToldChange | null {
  if (reported === null || told === null || confirmed === null) return null;
  const to = confirmed.result;
  const [could, can] = [isMet(reported, rule.shipBy), isMet(to, rule.shipBy)];
  const edges: Record<WatchCondition, boolean> = {
    'falls-short': could && !can,
    'can-ship': !could && can,
    'back-in-stock': reported.kind !== 'in-stock' && to.kind === 'in-stock',
    moves: hasMoved(told, to, rule.days),
  };
  const why = (['falls-short', 'can-ship', 'back-in-stock', 'moves'] as const).find(
    (condition) => rule.when.includes(condition) && edges[condition],
  );
  if (why === undefined) return null;
  const { held: _, ...from } = reported;
  return { why, from: why === 'moves' ? asCompared(told, to) : from, to };
}

/** Whether a result ships by a date; without one, whether it is in stock. */
function isMet(result: ResultOfDay, shipBy: CalendarDate | null): boolean {
  if (shipBy === null) return result.kind === 'in-stock';
  return hasShipDate(result) && later(result.date, result.day) <= shipBy;
}

/** Whether a ship date moved by so many days, earlier or later, came or went, or is no longer backed by stock. */
function hasMoved(from: KnownResult, to: ResultOfDay, days: number): boolean {
  if (compareResults(from, to) === 0) return false;
  if (!hasShipDate(from) || !hasShipDate(to)) return true;
  const isBackedChanged = (from.kind === 'max-lead-time') !== (to.kind === 'max-lead-time');
  return isBackedChanged || Math.abs(daysMoved(from, to)) >= days;
}

/**
 * Returns what a notification would say if it were written now that its line has another result; null if all is as it
 * was before.
 */
export function presentKind(
  { kind, from, shipBy }: { kind: ChangeKind; from: ResultOfDay | null; shipBy?: CalendarDate | undefined },
  now: ResultOfDay,
): ChangeKind | null {
  const isByDate = (kind === 'can-ship' || kind === 'falls-short') && shipBy !== undefined;
  if (isByDate) return isMet(now, shipBy) ? 'can-ship' : 'falls-short';
  return from === null ? kind : changeKind(from, now);
}

/**
 * Whether the report of a line moves on without an event: edges are seen from another result.
 * @param rule of a watch; null for a promise
 */
export function isReportDue({ reported, confirmed }: Tracking, rule: WatchRule | null): boolean {
  if (reported === null || confirmed === null) return false;
  const { result } = confirmed;
  if (reported.kind !== result.kind || !isSameResult(reported, result)) return true;
  // A max lead time date that moves on with the days passes the ship-by date.
  return rule !== null && isMet(reported, rule.shipBy) !== isMet(result, rule.shipBy);
}

/**
 * What a line knows after its report. An event is told once, and at most one on a day: later ones that day wait for the
 * next report.
 * @param event the line's event; null if there is none
 */
export function afterReport(tracking: Tracking, event: ToldChange | null, today: CalendarDate): Tracking {
  const { confirmed } = tracking;
  if (confirmed === null) return tracking;
  const reported = confirmed.result;
  return event === null ? { ...tracking, reported } : { ...tracking, reported, told: reported, notifiedOn: today };
}
