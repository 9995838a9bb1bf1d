import type { StockItem } from '#contract/envelope.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { type DatedEntry, levelOn, readTimeline, stepsUpToMaxLeadTime, type StockTimeline } from './stock-timeline.ts';

/**
 * When a quantity can ship. `in-stock` is backed by stock dated today or earlier, `expected` by stock of a later
 * date, `max-lead-time` isn't backed by stock (its date may lie before today too). A date up to today means today.
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
 * The answer for a positive quantity (§4.2, §4.3): the earlier of the first stock entry in force today or later that
 * covers it, and the max lead time date. On the same day, and days before today count as today, stock takes precedence.
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
  return coversToday && !hasPassed(answer, timeline) ? { kind: 'enough-today', levelToday } : null;
}

/**
 * A service's answer as its own calendar bears it out: where the max lead time date has passed and the quantity is
 * there today, it is in stock. Available stock is never shown as max lead time because an old date has passed.
 */
export function backedAnswer<Given extends Answer>(
  answer: Given,
  timeline: StockTimeline,
  quantity: Thousandths,
): Given | DatedAnswer {
  if (!hasPassed(answer, timeline) || levelOn(timeline, timeline.today) < quantity) return answer;
  return { kind: 'in-stock', date: answer.date };
}

/**
 * The contradiction on `today`, where near midnight the service's today is one of `serviceDays`. Less than is promised
 * for today always counts, since it could not ship. Enough counts only where it is there on each of the service's days
 * too: a later date promises nothing that isn't there.
 */
export function contradictionNow(
  today: CalendarDate,
  serviceDays: readonly CalendarDate[],
  answer: Answer,
  entries: readonly DatedEntry[],
  quantity: Thousandths,
): AnswerContradiction | null {
  const on = (day: CalendarDate) => {
    const isReal = answer.kind === 'in-stock' || answer.kind === 'expected';
    return contradiction(isReal ? realAnswer(answer.date, day) : answer, readTimeline(entries, day), quantity);
  };
  const found = on(today);
  return found?.kind === 'enough-today' && serviceDays.some((day) => on(day) === null) ? null : found;
}

function realAnswer(date: CalendarDate, today: CalendarDate): DatedAnswer {
  return { kind: date <= today ? 'in-stock' : 'expected', date };
}

/** Whether an answer is a max lead time date that counts as today. */
function hasPassed<Given extends Answer>(answer: Given, { today }: StockTimeline): answer is Given & DatedAnswer {
  return answer.kind === 'max-lead-time' && answer.date <= today;
}
