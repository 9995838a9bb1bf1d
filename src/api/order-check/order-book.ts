import type { ProductId } from '#contract/product-id.ts';
import { type LineState, type OrderAnswers, type RealDate, unasked } from '#domain/order/line-state.ts';
import {
  isAskable,
  isAskableQuantity,
  type LineKey,
  type OrderLine,
  type StockQuestion,
} from '#domain/order/order-line.ts';
import { realDateFor, type StockTimeline } from '#domain/stock-timeline.ts';

import { type BookedQuestion, QuestionBook, stateOfQuestion } from './question-book.ts';

/** A product's calendar as fetched; `timeline` is null where it could not be had. */
export interface BookedCalendar {
  timeline: StockTimeline | null;
  /** Milliseconds since 1970. */
  fetchedAt: number;
  /** The number of the run in which it was fetched. */
  fetchedIn: number;
}

/** What is known about an order: its lines as they stand, the questions they were asked with, and calendars. */
export class OrderBook implements OrderAnswers {
  lines: readonly OrderLine[] = [];
  /** Whether calendars that aren't there yet may still come. */
  isWorking = false;
  readonly questions = new QuestionBook();
  readonly calendars = new Map<ProductId, BookedCalendar>();
  /** With which question each line was last asked; it holds as long as the line still says the same. */
  readonly #askedWith = new Map<LineKey, BookedQuestion>();
  /** The product texts that were looked for in vain, by the lines that were to be checked with them. */
  readonly #soughtInVain = new Map<LineKey, string>();

  /** Has the line show what comes of the question. */
  link(key: LineKey, question: BookedQuestion): void {
    this.#askedWith.set(key, question);
  }

  /** Has the line say that its product is unknown, as long as it names the same. */
  linkToNothing({ key, product }: OrderLine): void {
    this.#soughtInVain.set(key, product);
  }

  /** The question that the line was asked with, where it still says the same. */
  questionOf(line: OrderLine): BookedQuestion | undefined {
    const question = this.#askedWith.get(line.key);
    const isSame = question?.productId === line.productId && question.quantity === line.quantity;
    return isSame ? question : undefined;
  }

  stateOf = (line: OrderLine): LineState => {
    if (isAskable(line)) return stateOfQuestion(this.questionOf(line));
    if (line.lookupFailure && isAskableQuantity(line.quantity)) return line.lookupFailure;
    return line.notFound === true && this.#soughtInVain.get(line.key) === line.product ? unknownProduct : unasked;
  };

  answerTo = (question: StockQuestion): LineState => stateOfQuestion(this.questions.find(question));

  realDateOf = ({ productId, quantity }: StockQuestion): RealDate => {
    const calendar = this.calendars.get(productId);
    if (calendar === undefined) return this.isWorking ? 'working-out' : 'not-answered';
    return calendar.timeline === null ? 'not-answered' : (realDateFor(calendar.timeline, quantity) ?? 'none');
  };
}

const unknownProduct: LineState = { kind: 'unknown-product' };
