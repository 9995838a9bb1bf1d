import type { ProductId } from '#contract/product-id.ts';
import {
  checking,
  type LineResult,
  type LineState,
  type OrderAnswers,
  type RealDate,
  unasked,
} from '#domain/order/line-state.ts';
import {
  isAskable,
  isAskableQuantity,
  type LineKey,
  type OrderLine,
  type StockQuestion,
} from '#domain/order/order-line.ts';
import { realDateFor, type StockTimeline } from '#domain/stock-timeline.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { answerOfItem } from '#domain/answer.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

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

/** A question and what came of asking it; lines that ask the same share one. */
export interface BookedQuestion extends StockQuestion {
  result: LineResult | null;
  /** When the result came, in milliseconds since 1970. */
  settledAt: number;
  /** The number of the run in which it came; 0 where it was restored. */
  settledIn: number;
  /** Whether it is being asked; what was known before is kept meanwhile. */
  isUnderWay: boolean;
}

/** Every question of an order that was or is asked, by product and quantity. */
export class QuestionBook {
  readonly #byProduct = new Map<ProductId, Map<Thousandths, BookedQuestion>>();

  find({ productId, quantity }: StockQuestion): BookedQuestion | undefined {
    return this.#byProduct.get(productId)?.get(quantity);
  }

  enter({ productId, quantity }: StockQuestion): BookedQuestion {
    let quantities = this.#byProduct.get(productId);
    if (quantities === undefined) this.#byProduct.set(productId, (quantities = new Map()));
    let question = quantities.get(quantity);
    if (question === undefined) {
      question = { productId, quantity, result: null, settledAt: 0, settledIn: 0, isUnderWay: false };
      quantities.set(quantity, question);
    }
    return question;
  }

  ofProduct(productId: ProductId): Iterable<BookedQuestion> {
    return this.#byProduct.get(productId)?.values() ?? [];
  }

  *all(): Iterable<BookedQuestion> {
    for (const quantities of this.#byProduct.values()) yield* quantities.values();
  }
}

export function stateOfQuestion(question: BookedQuestion | undefined): LineState {
  if (question === undefined) return unasked;
  return question.isUnderWay ? checking : (question.result ?? unasked);
}

/** Whether asking again may bring an answer: there is none that counts, and none to the contrary. */
export function isOpen({ result }: BookedQuestion): boolean {
  return result === null || isRetryable(result);
}

export function isRetryable({ kind }: LineState): boolean {
  return kind === 'not-answered' || kind === 'not-trusted';
}

/** The results of a check as plain data, to be stored beside the order's lines. */
export interface SavedCheck {
  /** With which question each line was asked. */
  lines: (StockQuestion & { key: LineKey })[];
  /** What came of each question; `settledAt` in milliseconds since 1970. */
  results: (StockQuestion & { result: LineResult; settledAt: number })[];
  calendars: { productId: ProductId; timeline: StockTimeline; fetchedAt: number }[];
}

export function saveBook(book: OrderBook): SavedCheck {
  return {
    lines: book.lines.flatMap((line) => {
      const question = book.questionOf(line);
      return question ? [{ key: line.key, productId: question.productId, quantity: question.quantity }] : [];
    }),
    results: [...book.questions.all()].flatMap(({ productId, quantity, result, settledAt }) =>
      result === null ? [] : [{ productId, quantity, result, settledAt }],
    ),
    calendars: [...book.calendars].flatMap(([productId, { timeline, fetchedAt }]) =>
      timeline === null ? [] : [{ productId, timeline, fetchedAt }],
    ),
  };
}

/** Enters saved results; what was expected then and is due by now reads as in stock. */
export function restoreBook(book: OrderBook, saved: SavedCheck, today: CalendarDate): void {
  for (const { result, settledAt, ...question } of saved.results) {
    const isAnswered = result.kind === 'answered';
    Object.assign(book.questions.enter(question), {
      result: isAnswered ? { ...result, answer: answerOfItem(result.item, today) } : result,
      settledAt,
    });
  }
  for (const { key, ...question } of saved.lines) book.link(key, book.questions.enter(question));
  for (const { productId, ...calendar } of saved.calendars) {
    book.calendars.set(productId, { ...calendar, fetchedIn: 0 });
  }
}
