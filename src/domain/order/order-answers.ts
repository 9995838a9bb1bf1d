import type { CalendarDate } from '#lib/calendar-date.ts';

import type { LineState } from './line-state.ts';
import type { OrderLine, StockQuestion } from './order-line.ts';

/**
 * The date on which real stock covers a question, for which the answer alone is not enough: `none` where no entry
 * ever does, `working-out` until the product's calendar is there, `not-answered` where it could not be had.
 */
export type RealDate = CalendarDate | 'none' | 'working-out' | 'not-answered';

/** What is known about an order so far. Each is asked once or more a line: it must be a mere look-up. */
export interface OrderAnswers {
  stateOf(line: OrderLine): LineState;
  /** What came of asking for a quantity that several lines make together. */
  answerTo(question: StockQuestion): LineState;
  realDateOf(question: StockQuestion): RealDate;
}
