import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { Answer } from './answer.ts';
import { mostBy } from './quantity-breaks.ts';
import type { StockTimeline } from './stock-timeline.ts';

/** Whether a quantity can leave by the day it is needed. */
export type NeededByVerdict =
  /** `theoretical`: by the max lead time, not from real stock. */
  | { kind: 'in-time'; theoretical: boolean }
  | {
      kind: 'late';
      /** Days after the day needed; null where the quantity has no date at all. */
      byDays: number | null;
      /** How much of the quantity real stock can't let leave in time. */
      shortBy: Thousandths;
      /** The largest quantity that real stock lets leave in time. */
      mostInTime: Thousandths;
    };

/**
 * Judges the answer for a quantity against the day it is needed (today or later: an earlier one is for the caller to
 * refuse). Where a service's answer is later than its own calendar, `shortBy` can be 0: late all the same.
 */
export function judgeNeededBy(
  timeline: StockTimeline,
  quantity: Thousandths,
  answer: Answer,
  neededBy: CalendarDate,
): NeededByVerdict {
  if (answer.kind !== 'not-available' && answer.date <= neededBy) {
    return { kind: 'in-time', theoretical: answer.kind === 'max-lead-time' };
  }
  const mostInTime = mostBy(timeline, neededBy);
  return {
    kind: 'late',
    byDays: answer.kind === 'not-available' ? null : daysBetween(neededBy, answer.date),
    shortBy: Math.max(0, quantity - mostInTime),
    mostInTime,
  };
}
