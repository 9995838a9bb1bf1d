import type { StockItem } from '#contract/envelope.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { type DatedEntry, levelOn, readTimeline, stepsUpToMaxLeadTime, type StockTimeline } from './stock-timeline.ts';

/**
 * When a quantity can leave. `in-stock` is real stock dated today or earlier, `expected` real stock of a later
 * date, `max-lead-time` the theoretical date (which may lie before today too). A date up to today means today.
 */
export type Answer = DatedAnswer | { kind: 'not-available' };

/** An answer that names a date. */
export interface DatedAnswer {
  kind: 'in-stock' | 'expected' | 'max-lead-time';
  date: CalendarDate;
}

/** The calendar says the opposite of the answer about today, whose level is `levelToday`. */
export interface AnswerContradiction {
  kind: 'not-enough-today' | 'enough-today';
  levelToday: Thousandths;
}

/**
 * The answer for a positive quantity (§4.2, §4.3): the earliest of the first real entry in force today or later
 * whose level covers it, and the max lead time. Where both have the same date, real stock wins.
 */
export function answerFor(timeline: StockTimeline, quantity: Thousandths): Answer {
  const step = stepsUpToMaxLeadTime(timeline).find(({ level }) => level >= quantity);
  if (step !== undefined) return realAnswer(step.date, timeline.today);
  if (timeline.maxLeadTimeDate !== null) return { kind: 'max-lead-time', date: timeline.maxLeadTimeDate };
  return { kind: 'not-available' };
}

/** The answer that a service gave in a stock item (§2.2). */
export function answerOfItem(item: Pick<StockItem, 'stockDate' | 'isMaxLeadTime'>, today: CalendarDate): DatedAnswer {
  return item.isMaxLeadTime ? { kind: 'max-lead-time', date: item.stockDate } : realAnswer(item.stockDate, today);
}

/**
 * How today's level in the product's own calendar contradicts a service's answer for a positive quantity, null
 * where it doesn't. `not-enough-today`: the answer says in stock, the level is less. `enough-today`: the answer
 * says later, theoretical or not available, and the level covers the quantity. An answer so contradicted is shown
 * as not trusted. {@link answerFor} never contradicts its own timeline.
 */
export function contradiction(
  answer: Answer,
  timeline: StockTimeline,
  quantity: Thousandths,
): AnswerContradiction | null {
  const levelToday = levelOn(timeline, timeline.today);
  const coversToday = levelToday >= quantity;
  if (answer.kind === 'in-stock') return coversToday ? null : { kind: 'not-enough-today', levelToday };
  return coversToday && !precedesStockOfToday(answer, timeline) ? { kind: 'enough-today', levelToday } : null;
}

/** The contradiction that stands on each of the days taken as today; the first day's. Null where one bears the answer out. */
export function contradictionOnEvery(
  days: readonly CalendarDate[],
  answer: Answer,
  entries: readonly DatedEntry[],
  quantity: Thousandths,
): AnswerContradiction | null {
  const found = days.map((today) => contradiction(answer, readTimeline(entries, today), quantity));
  return found.includes(null) ? null : (found[0] ?? null);
}

function realAnswer(date: CalendarDate, today: CalendarDate): DatedAnswer {
  return { kind: date <= today ? 'in-stock' : 'expected', date };
}

/** A max lead time older than the entry in force today is rightly the earliest date, however much there is today. */
function precedesStockOfToday(answer: Answer, { steps }: StockTimeline): boolean {
  const [inForce] = steps;
  return answer.kind === 'max-lead-time' && inForce !== undefined && answer.date < inForce.date;
}
