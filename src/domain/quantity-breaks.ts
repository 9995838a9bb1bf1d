import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { stepsUpToMaxLeadTime, type StockTimeline } from './stock-timeline.ts';

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
