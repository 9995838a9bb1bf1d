import { dayBefore } from '#data/changes.ts';
import { addDays, type CalendarDate, isoWeekday } from '#stock/calendar-date.ts';
import { parseJson } from '#stock/parse-json.ts';

/** What calendars are compared with: a date, the last Monday, or the user's last visit. */
export type Since = CalendarDate | 'monday' | 'visit';

/**
 * Returns the time to compare with: a date, or Unix milliseconds. Without a choice it is yesterday at this time, also for
 * the last visit if there is none.
 * @param now Unix milliseconds
 */
export function sinceOf(
  since: Since | undefined,
  { today, now, lastVisit }: { today: CalendarDate; now: number; lastVisit: number | null },
): CalendarDate | number {
  if (since === 'monday') return lastMonday(today);
  if (since === 'visit' || since === undefined) return (since && lastVisit) ?? dayBefore(now);
  return since;
}

/** The last Monday before today. */
export function lastMonday(today: CalendarDate): CalendarDate {
  return addDays(today, -(isoWeekday(today) - 1 || 7));
}

/** Milliseconds without a view of changes after which the next one is another visit. */
const visitGap = 30 * 60_000;

/** Adds a view of changes to the stored visits. `at` is Unix milliseconds. */
export function noteVisit(stored: string | null, at: number): string {
  const { last, before } = readVisits(stored);
  const isSame = last === null || at - last < visitGap;
  return JSON.stringify({ last: Math.max(last ?? at, at), before: isSame ? before : last });
}

/** When the current visit was last active, and the one before it; null without one. */
export function readVisits(stored: string | null): { last: number | null; before: number | null } {
  const { last, before } = Object(parseJson(stored ?? '')) as Record<string, unknown>;
  return { last: timeOf(last), before: timeOf(before) };
}

function timeOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
