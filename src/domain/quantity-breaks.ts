import { type CalendarDate, daysBetween, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { stepsUpToMaxLeadTime, type StockTimeline } from './stock-timeline.ts';
import { answerFor } from './answer.ts';

/** Any quantity above the break before and up to `upTo` can leave on `date`; a date up to today means today. */
export interface QuantityBreak {
  upTo: Thousandths;
  date: CalendarDate;
}

/** Real stock by growing quantity, and what holds above the last break. */
export interface QuantityBreaks {
  /** Ascending in both quantity and date. */
  breaks: readonly QuantityBreak[];
  /** The max lead time; null where more is not available. */
  beyond: CalendarDate | null;
}

/**
 * "Up to 40: today; up to 90: 17 March; above: max lead time 12 June": the running maximum of the level from
 * today on, cut at the max lead time. Says for every quantity what `answerFor` says.
 */
export function quantityBreaks(timeline: StockTimeline): QuantityBreaks {
  const breaks: QuantityBreak[] = [];
  let highest: Thousandths = 0;
  for (const { date, level } of stepsUpToMaxLeadTime(timeline)) {
    if (level <= highest) continue;
    highest = level;
    breaks.push({ upTo: level, date });
  }
  return { breaks, beyond: timeline.maxLeadTimeDate };
}

/** The largest quantity that real stock lets leave by `date`: 0 where nothing does. */
export function mostBy(timeline: StockTimeline, date: CalendarDate): Thousandths {
  return quantityBreaks(timeline).breaks.findLast((step) => step.date <= date)?.upTo ?? 0;
}

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
