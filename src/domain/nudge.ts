import { type CalendarDate, daysBetween, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { answerFor } from './answer.ts';
import { quantityBreaks } from './quantity-breaks.ts';
import type { StockTimeline } from './stock-timeline.ts';

/** "5 less ships 14 days earlier". */
export interface Nudge {
  quantity: Thousandths;
  /** How much less than asked for that is. */
  less: Thousandths;
  /** When it can leave; a date up to today means today. */
  date: CalendarDate;
  /** At least 1; the past counts as today. */
  daysEarlier: number;
}

/**
 * The largest quantity below the one asked for that leaves on an earlier day. Null where there is none, and where
 * the quantity asked for has no date to be earlier than: there the last break is what can be had.
 */
export function nudge(timeline: StockTimeline, quantity: Thousandths): Nudge | null {
  const answer = answerFor(timeline, quantity);
  if (answer.kind === 'not-available') return null;
  const leaves = later(timeline.today, answer.date);
  const smaller = quantityBreaks(timeline).breaks.findLast(({ date }) => later(timeline.today, date) < leaves);
  if (smaller === undefined) return null;
  return {
    quantity: smaller.upTo,
    less: quantity - smaller.upTo,
    date: smaller.date,
    daysEarlier: daysBetween(later(timeline.today, smaller.date), leaves),
  };
}
