import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { Answer } from './answer.ts';
import type { Step, StockTimeline } from './stock-timeline.ts';

/**
 * What is safe from the day of each step on, or from today where that is past: the lowest level from then to the last
 * real entry, which can leave without breaking a later promise. Never falls from one step to the next; can be zero
 * or negative.
 */
export function safeLevels({ steps }: StockTimeline): readonly Thousandths[] {
  let lowest = Infinity;
  return steps
    .toReversed()
    .map(({ level }) => (lowest = Math.min(lowest, level)))
    .toReversed();
}

/**
 * The warning "level falls to n on D" for an answer from real stock: the lowest level after the answer's date where
 * that is below the quantity, with the first day it is that low. Null where the level stays high enough, and for
 * an answer that doesn't rest on real stock.
 */
export function fallBelow(
  timeline: StockTimeline,
  answer: Answer,
  quantity: Thousandths,
): { date: CalendarDate; level: Thousandths } | null {
  if (answer.kind === 'not-available' || answer.kind === 'max-lead-time') return null;
  const [first, ...rest] = stepsAfter(timeline, answer.date);
  if (first === undefined) return null;
  const lowest = rest.reduce((low, step) => (step.level < low.level ? step : low), first);
  return lowest.level < quantity ? { date: lowest.date, level: lowest.level } : null;
}

function stepsAfter(timeline: StockTimeline, date: CalendarDate): Step[] {
  return [...timeline.history, ...timeline.steps].filter((step) => step.date > date);
}
