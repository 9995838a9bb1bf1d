import { type CalendarDate, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { maxQuantityBy, quantityBreaks } from '#domain/quantity-breaks.ts';
import { fallBelow, availableToPromise } from '#domain/split-delivery.ts';
import { stepsUpToMaxLeadTime, type StockTimeline } from '#domain/stock-timeline.ts';

import { daysLate, type LineState } from './line-state.ts';
import { type LineQuestion, quantityAbove } from './order-line.ts';

/** Information from the stock calendar about a line's result. */
export interface LineAdvice {
  /** The available quantity drops to `level` on `date`: later demand needs part of the line's quantity. */
  fall: { date: CalendarDate; level: Thousandths } | null;
  /** For a late or not available line: the maximum quantity that can ship by `date`. */
  most: { quantity: Thousandths; date: CalendarDate } | null;
  /** For the same lines: quantity missing on the ship-by date, or on every date if there is none. */
  short: Thousandths | null;
  /** For a late line: the available-to-promise part that can ship on time, while the remainder waits. */
  part: { quantity: Thousandths; date: CalendarDate } | null;
}

/** Derives the advice for a line. Stock used by earlier lines of the product is deducted first. */
export function lineAdvice(
  timeline: StockTimeline,
  question: LineQuestion,
  state: LineState,
  neededBy: CalendarDate | null,
): LineAdvice {
  const { today } = timeline;
  const above = quantityAbove(question);
  const left = (quantity: Thousandths) => Math.max(0, Math.min(question.own, quantity - above));
  if (state.kind === 'not-available') {
    const last = quantityBreaks(timeline).breaks.at(-1);
    const most = last && { quantity: left(last.upTo), date: later(today, last.date) };
    const shipped = neededBy === null ? (most?.quantity ?? 0) : left(maxQuantityBy(timeline, neededBy));
    return { fall: null, most: most ?? { quantity: 0, date: today }, short: question.own - shipped, part: null };
  }
  if (state.kind !== 'answered') return { fall: null, most: null, short: null, part: null };
  const fall = fallBelow(timeline, state.answer, question.quantity);
  if (neededBy === null || daysLate(neededBy, state, today) === null) {
    return { fall, most: null, short: null, part: null };
  }
  const quantity = left(maxQuantityBy(timeline, neededBy));
  return {
    fall,
    most: { quantity, date: neededBy },
    short: question.own - quantity,
    part: partOnTime(timeline, neededBy, left),
  };
}

/** Returns the largest available-to-promise part by a day, and the first day it can ship. */
function partOnTime(
  timeline: StockTimeline,
  by: CalendarDate,
  left: (quantity: Thousandths) => Thousandths,
): LineAdvice['part'] {
  const safe = availableToPromise(timeline);
  let part: LineAdvice['part'] = null;
  for (const [index, { date }] of stepsUpToMaxLeadTime(timeline).entries()) {
    const quantity = left(safe[index] ?? 0);
    if (date <= by && quantity > (part?.quantity ?? 0)) part = { quantity, date: later(timeline.today, date) };
  }
  return part;
}
