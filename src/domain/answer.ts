import type { StockItem } from '#contract/envelope.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { type DatedEntry, levelOn, readTimeline, stepsUpToMaxLeadTime, type StockTimeline } from './stock-timeline.ts';

/**
 * When a quantity can ship. `in-stock` is backed by stock dated today or earlier, `expected` by stock of a later date.
 * `max-lead-time` isn't backed by stock, and its date may be in the past too. A past date means today.
 */
export type Answer = DatedAnswer | { kind: 'not-available' };

export interface DatedAnswer {
  kind: 'in-stock' | 'expected' | 'max-lead-time';
  date: CalendarDate;
}

/** How the stock calendar contradicts an answer about today. `levelToday` is today's level in the calendar. */
export interface AnswerContradiction {
  kind: 'not-enough-today' | 'enough-today';
  levelToday: Thousandths;
}

/**
 * Returns the answer for a positive quantity (§4.2, §4.3): the earlier of the max lead time date and the first stock
 * entry, from the current one on, that covers the quantity. Past dates count as today. On the same day, stock takes
 * precedence.
 */
export function answerFor(timeline: StockTimeline, quantity: Thousandths): Answer {
  const step = stepsUpToMaxLeadTime(timeline).find(({ level }) => level >= quantity);
  if (step !== undefined) return realAnswer(step.date, timeline.today);
  if (timeline.maxLeadTimeDate !== null) return { kind: 'max-lead-time', date: timeline.maxLeadTimeDate };
  return { kind: 'not-available' };
}

/** Returns the answer in a stock item of the service (§2.2). */
export function answerOfItem(item: Pick<StockItem, 'stockDate' | 'isMaxLeadTime'>, today: CalendarDate): DatedAnswer {
  return item.isMaxLeadTime ? { kind: 'max-lead-time', date: item.stockDate } : realAnswer(item.stockDate, today);
}

/**
 * Returns how today's level in the product's calendar contradicts the service's answer for a positive quantity, null if
 * it doesn't. `not-enough-today`: the answer is in stock, but the level is lower than the quantity. `enough-today`: the
 * answer is expected, max lead time or not available, but the level covers the quantity. A contradicted answer is shown
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
 * Corrects a service's answer by its calendar: a max lead time date up to today becomes in stock if today's level
 * covers the quantity. Stock on hand is never shown as max lead time because of a past date.
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
 * Returns the contradiction on `today`. Near midnight the service's date can differ; `serviceDays` lists its possible
 * dates. `not-enough-today` always counts, because the quantity couldn't ship. `enough-today` counts only if the stock
 * also covers the quantity on every one of `serviceDays`: a later date promises nothing that isn't available.
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
