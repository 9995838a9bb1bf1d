import { type Answer, contradiction } from '#domain/answer.ts';
import { type DatedEntry, readTimeline } from '#domain/stock-timeline.ts';
import { addDays, type CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { ReconcileFinding } from './reconcile-finding.ts';

/**
 * The finding where today's level in a product's whole calendar says the opposite of an answer; null where it
 * doesn't (rules, *Answer for a quantity q*). The service's today can be the day before or after the person's: what
 * one of the three would bear out is no contradiction.
 */
export function calendarDoubt(
  answer: Answer,
  entries: readonly DatedEntry[],
  quantity: Thousandths,
  today: CalendarDate,
): ReconcileFinding | null {
  const found = contradiction(answer, readTimeline(entries, today), quantity);
  if (found === null) return null;
  const isBorneOut = [-1, 1].some(
    (days) => contradiction(answer, readTimeline(entries, addDays(today, days)), quantity) === null,
  );
  return isBorneOut ? null : { kind: 'calendar-contradicts', levelToday: found.levelToday };
}
