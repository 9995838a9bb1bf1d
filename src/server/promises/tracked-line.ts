import type { NotificationContent } from '#stock/contract/notifications.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { type ToldChange, toldKind } from '#stock/notifications/change-kind.ts';
import { promiseEvent, watchEvent } from '#stock/promises/line-event.ts';
import { daysMoved, hasShipDate, promiseStatus } from '#stock/promises/promise-status.ts';
import type { PromiseFolder, RunLine } from '#server/store/sql-promises.ts';

import { type PromiseProgress, type ReadLine, readStored } from './line-checks.ts';
import type { PromisedFacts } from './promises.ts';
import type { WatchFacts } from './watches.ts';

/** A line as a run over all persons sees it. */
export interface TrackedLine extends ReadLine {
  folder: PromiseFolder;
  of: { kind: 'promise'; facts: PromisedFacts } | { kind: 'watch'; facts: WatchFacts };
}

/** Returns null for a line whose JSON is damaged. */
export function readTracked(folder: PromiseFolder, row: RunLine): TrackedLine | null {
  const { letterId, place, revision, kind } = row;
  const found = readStored(row, kind);
  if (found === null) return null;
  const { progress } = found;
  const facts = found.facts as PromisedFacts & WatchFacts;
  const { productId, quantity } = facts;
  return { folder, letterId, place, revision, productId, quantity, progress, of: { kind, facts } };
}

/** Whether a line is still checked: not closed, and its date isn't past. */
export function isOpen({ of, progress }: TrackedLine, today: CalendarDate): boolean {
  if (of.kind === 'watch') return of.facts.shipBy === null || of.facts.shipBy >= today;
  const promise = progress as PromiseProgress;
  return promise.closed === null && promiseStatus(promise, today, promise.checkedAt).kind !== 'past';
}

/**
 * Whether a line takes stock from those told with it: until somebody says that it was ordered or shipped, a promise whose
 * date is past may still have to ship.
 */
export function takesStock(line: TrackedLine, today: CalendarDate): boolean {
  return line.of.kind === 'promise' ? (line.progress as PromiseProgress).closed === null : isOpen(line, today);
}

/** The change that the owner of a line doesn't know and wants to be told, unless there was one today. */
export function eventOf({ of, progress }: TrackedLine, today: CalendarDate): ToldChange | null {
  const { tracking } = progress;
  if (tracking.notifiedOn === today) return null;
  return of.kind === 'watch' ? watchEvent(tracking, of.facts) : promiseEvent(tracking);
}

/** The ship date that was promised: stock on hand is promised for its day. */
function promisedDate({ promised }: PromiseProgress): CalendarDate {
  return later(promised.date, promised.day);
}

/** What a notification says of a change. */
export function contentOf({ letterId, place, of, progress }: TrackedLine, event: ToldChange): NotificationContent {
  const { productId, product, quantity, unit } = of.facts;
  const shipBy = of.kind === 'watch' ? of.facts.shipBy : promisedDate(progress as PromiseProgress);
  const known = of.kind === 'watch' ? progress.tracking.told : (progress as PromiseProgress).promised;
  return {
    kind: toldKind(event),
    of: of.kind,
    letterId,
    place,
    productId,
    product,
    quantity,
    unit,
    from: event.from,
    to: event.to,
    ...(shipBy !== null && { shipBy }),
    ...(known !== null && hasShipDate(known) && hasShipDate(event.to) && { days: daysMoved(known, event.to) }),
  };
}
