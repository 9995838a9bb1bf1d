import { addDays, type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import { daysMoved, type ResultOfDay, hasShipDate, isSameResult } from '#stock/promises/promise-status.ts';

/** What a notification of a line says; `can-ship` and `falls-short` by the ship-by date of a watch. */
export const changeKinds = [
  'later',
  'earlier',
  'max-lead-time',
  'not-available',
  'available',
  'backed',
  'back-in-stock',
  'can-ship',
  'falls-short',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * Returns what changed from one confirmed result to the next; null if they say the same, or if one of them says nothing.
 * `available`: it wasn't before. `backed`: on the same date, and backed by stock only now.
 */
export function changeKind(from: ResultOfDay, to: ResultOfDay): ChangeKind | null {
  if (from.kind === 'not-reliable' || to.kind === 'not-reliable' || isSameResult(from, to)) return null;
  if (!hasShipDate(to)) return 'not-available';
  if (to.kind === 'in-stock') return 'back-in-stock';
  if (!hasShipDate(from)) return 'available';
  if (to.kind === 'max-lead-time' && from.kind !== 'max-lead-time') return 'max-lead-time';
  const days = daysMoved(from, to);
  if (days === 0) return 'backed';
  return days > 0 ? 'later' : 'earlier';
}

/** A change that the owner of a promise or watch is told, and why. */
export interface ToldChange {
  why: 'promise' | 'can-ship' | 'falls-short' | 'moves' | 'back-in-stock';
  from: ResultOfDay;
  to: ResultOfDay;
}

/** Returns what a notification says of a change: the condition of a watch, or what moved. */
export function toldKind({ why, from, to }: ToldChange): ChangeKind {
  return why === 'promise' || why === 'moves' ? (changeKind(from, to) ?? 'available') : why;
}

interface DatedChange {
  kind: ChangeKind;
  of: 'promise' | 'watch';
  from: ResultOfDay | null;
  to: ResultOfDay;
  shipBy?: CalendarDate | undefined;
  days?: number | undefined;
}

/**
 * Returns by how many days the date of a promise is later, or earlier, than promised, as its list says; of a watch, than
 * before. 0 if that isn't what its notification says.
 */
export function daysTold({ kind, of, from, to, shipBy, days: counted }: DatedChange): number {
  let days = counted ?? 0;
  if (counted === undefined && hasShipDate(to) && from !== null && hasShipDate(from)) {
    // A max lead time date that moved on since it was promised is compared with the one before.
    const isFromPromised = of === 'promise' && (to.kind !== 'max-lead-time' || from.date === shipBy);
    days = isFromPromised && shipBy !== undefined ? daysBetween(shipBy, later(to.date, to.day)) : daysMoved(from, to);
  }
  return Math.max(0, kind === 'later' ? days : -days);
}

const worseKinds: ReadonlySet<string> = new Set<ChangeKind>(['later', 'max-lead-time', 'not-available', 'falls-short']);

/** Whether a change is for the worse. */
export function isWorseChange(kind: ChangeKind): boolean {
  return worseKinds.has(kind);
}

/**
 * Sorts what a person is told together: first what is about no line, such as a possible fault of the stock data, then what
 * got worse.
 */
export function worseFirst<Told>(
  told: readonly Told[],
  contentOf: (each: Told) => { kind: string; of?: string },
): Told[] {
  const rankOf = (each: Told) => {
    const { kind, of } = contentOf(each);
    return of === undefined ? 0 : worseKinds.has(kind) ? 1 : 2;
  };
  return told.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Days before the date on which a mail reminds of a change that is still unread. */
export const reminderDays = 2;

/**
 * Returns the day on which a mail reminds of a change: two days before the promised or ship-by date, otherwise before
 * the date that it replaces. Null if that day isn't ahead: the first mail is enough then.
 */
export function reminderDay(
  { from, shipBy }: { from: ResultOfDay | null; shipBy?: CalendarDate | undefined },
  today: CalendarDate,
): CalendarDate | null {
  const date = shipBy ?? (from !== null && hasShipDate(from) ? later(from.date, from.day) : null);
  const day = date === null ? null : addDays(date, -reminderDays);
  return day !== null && day > today ? day : null;
}
