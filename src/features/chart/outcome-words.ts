import { type Wording, dateAnswerWords, quantityWords } from '#features/answer/wording.ts';
import { answerFor } from '#domain/answer.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** A quantity with the date from which the calendar holds it: `120 m: 3 March 2026, in 12 days`. */
export function outcomeWords(wording: Wording, timeline: StockTimeline, quantity: Thousandths): string {
  return `${quantityWords(wording, quantity)}: ${dateAnswerWords(wording, answerFor(timeline, quantity))}`;
}
