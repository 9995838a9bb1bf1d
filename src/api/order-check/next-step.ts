import type { ProductId } from '#contract/product-id.ts';
import {
  type AnsweredDemand,
  orderVerdict,
  type OrderVerdict,
  type ProductDemand,
  productDemands,
} from '#domain/order/order-verdict.ts';
import { isAskable, isAskableQuantity, type LineKey } from '#domain/order/order-line.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { type BookedQuestion, isOpen, isRetryable, type OrderBook } from './order-book.ts';

/** One going through an order. */
export interface Run {
  /** From 1, rising. */
  number: number;
  /** The lines that are to have a result. */
  wanted: ReadonlySet<LineKey>;
  /** Whether everything is asked anew, whatever is known. */
  isAnew: boolean;
}

/** What a run asks for next. */
export type Step =
  | { kind: 'lines' | 'sums'; questions: BookedQuestion[] }
  /** Of lines answered at max lead time, for their dates from real stock. */
  | { kind: 'calendars'; productIds: ProductId[] };

/** As of when something is worked out. */
export interface At {
  today: CalendarDate;
  /** Milliseconds since 1970. */
  now: number;
}

/** How long an answer serves for another line that asks the same, and what is fetched for an answer may be older. */
const freshFor = 60_000;
/** Sums without one of their lines that are asked for, so that a verdict can say what holds without it. */
const mostRemainders = 100;

/**
 * What is to be asked next, null once nothing is: the wanted lines first, then the sums of products on several lines,
 * then the calendars and remaining sums that the verdict needs. What was settled in this run isn't asked again in it.
 */
export function nextStep(book: OrderBook, run: Run, at: At): Step | null {
  const own = questionsOfLines(book, run, at);
  if (own.length > 0) return { kind: 'lines', questions: own };
  const sums = questionsOfSums(book, run);
  if (sums.length > 0) return { kind: 'sums', questions: sums };
  const productIds = missingCalendars(book, run);
  if (productIds.length > 0) return { kind: 'calendars', productIds };
  const remainders = questionsOfRemainders(book, run, at);
  return remainders.length > 0 ? { kind: 'sums', questions: remainders } : null;
}

function questionsOfLines(book: OrderBook, run: Run, { now }: At): BookedQuestion[] {
  const due = new Set<BookedQuestion>();
  for (const line of book.lines) {
    if (!run.wanted.has(line.key)) continue;
    if (line.notFound === true) book.linkToNothing(line);
    if (!isAskable(line)) continue;
    const isLinked = book.questionOf(line) !== undefined;
    const question = book.questions.enter(line);
    book.link(line.key, question);
    if (question.settledIn === run.number) continue;
    const isServed = !isOpen(question) && (isLinked || now - question.settledAt <= freshFor);
    if (run.isAnew || !isServed) due.add(question);
  }
  return [...due];
}

function questionsOfSums(book: OrderBook, run: Run): BookedQuestion[] {
  const due: BookedQuestion[] = [];
  for (const demand of productDemands(book.lines, book)) {
    if (demand.lines.length === 1 || !isAskableQuantity(demand.quantity)) continue;
    const latest = demand.lines.reduce((time, line) => Math.max(time, book.questionOf(line)?.settledAt ?? 0), 0);
    const sum = book.questions.enter(demand);
    if (isDue(sum, run) || (sum.settledIn !== run.number && sum.settledAt < latest - freshFor)) due.push(sum);
  }
  return due;
}

function missingCalendars(book: OrderBook, run: Run): ProductId[] {
  const isMissing = ({ productId, answered }: AnsweredDemand) => {
    const calendar = book.calendars.get(productId);
    if (calendar === undefined) return true;
    if (calendar.fetchedIn === run.number) return false;
    return run.isAnew || calendar.timeline === null || calendar.fetchedAt < answered.checkedAt - freshFor;
  };
  return productDemands(book.lines, book)
    .filter(isTheoretical)
    .filter(isMissing)
    .map(({ productId }) => productId);
}

/** Of products on three lines or more that hold the order up; with two, what is left without one has its own answer. */
function questionsOfRemainders(book: OrderBook, run: Run, { today }: At): BookedQuestion[] {
  const blockers = new Set(blockersOf(orderVerdict(book.lines, book, today)));
  const due = new Set<BookedQuestion>();
  for (const { productId, quantity, lines } of productDemands(book.lines, book)) {
    if (lines.length < 3) continue;
    for (const line of lines) {
      if (due.size === mostRemainders) break;
      if (!blockers.has(line.key)) continue;
      const remainder = book.questions.enter({ productId, quantity: quantity - line.quantity });
      if (isDue(remainder, run)) due.add(remainder);
    }
  }
  return [...due];
}

function blockersOf({ completion }: OrderVerdict): readonly LineKey[] {
  if (completion.kind === 'known') return completion.blockers;
  return (completion.kind === 'not-known' && completion.withoutThese?.blockers) || [];
}

/** Whether something of the order failed in a way that asking again may mend. */
export function hasFailures(book: OrderBook): boolean {
  return (
    book.lines.some((line) => isRetryable(book.stateOf(line))) ||
    productDemands(book.lines, book).some((demand) =>
      isTheoretical(demand)
        ? book.calendars.get(demand.productId)?.timeline === null
        : demand.lines.length > 1 && isRetryable(book.answerTo(demand)),
    )
  );
}

/** Whether the answer that counts names the max lead time, so that the calendar has to tell the date from real stock. */
function isTheoretical(demand: ProductDemand): demand is AnsweredDemand {
  return demand.answered?.answer.kind === 'max-lead-time';
}

function isDue(question: BookedQuestion, run: Run): boolean {
  return question.settledIn !== run.number && (run.isAnew || isOpen(question));
}
