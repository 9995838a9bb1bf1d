import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';

import type { RecentLookup, RememberedAnswer } from './recent-lookups.ts';

/** What became of a remembered answer. `days` is positive when the date moved later. */
export type RecentChange =
  | { kind: 'same' }
  | { kind: 'now-in-stock' }
  | { kind: 'no-longer-in-stock'; date: CalendarDate }
  | { kind: 'moved'; days: number }
  | { kind: 'now-max-lead-time'; date: CalendarDate }
  | { kind: 'now-expected'; date: CalendarDate }
  | { kind: 'now-available'; date: CalendarDate }
  | { kind: 'not-available' };

/** What changed between a remembered answer and the one of today; what was in stock then and is now is the same. */
export function changeSince(
  before: Pick<RecentLookup, 'answer' | 'askedOn'>,
  now: RememberedAnswer,
  today: CalendarDate,
): RecentChange {
  if (now === null) return { kind: before.answer === null ? 'same' : 'not-available' };
  if (before.answer === null) return { kind: 'now-available', date: now.stockDate };
  const isHere = isInStock(now, today);
  if (isInStock(before.answer, before.askedOn))
    return isHere ? { kind: 'same' } : { kind: 'no-longer-in-stock', date: now.stockDate };
  if (isHere) return { kind: 'now-in-stock' };
  if (now.isMaxLeadTime && !before.answer.isMaxLeadTime) return { kind: 'now-max-lead-time', date: now.stockDate };
  if (!now.isMaxLeadTime && before.answer.isMaxLeadTime) return { kind: 'now-expected', date: now.stockDate };
  const days = daysBetween(before.answer.stockDate, now.stockDate);
  return days === 0 ? { kind: 'same' } : { kind: 'moved', days };
}

/** Whether that is good news for whoever waits for the goods; null where nothing changed. */
export function toneOf(change: RecentChange): 'better' | 'worse' | null {
  if (change.kind === 'same') return null;
  if (change.kind === 'moved') return change.days < 0 ? 'better' : 'worse';
  return ['now-in-stock', 'now-expected', 'now-available'].includes(change.kind) ? 'better' : 'worse';
}

function isInStock(answer: NonNullable<RememberedAnswer>, on: CalendarDate): boolean {
  return !answer.isMaxLeadTime && answer.stockDate <= on;
}
