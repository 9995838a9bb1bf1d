import { type Answer, contradictionOnEvery } from '#domain/answer.ts';
import type { DatedEntry } from '#domain/stock-timeline.ts';
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
  const days = [today, addDays(today, -1), addDays(today, 1)];
  const found = contradictionOnEvery(days, answer, entries, quantity);
  return found && { kind: 'calendar-contradicts', levelToday: found.levelToday };
}
