import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import type { DatedAnswer } from './answer.ts';
import { blockingLines, completeDates, completeDatesWithout, type CompleteDates } from './order/completion.ts';
import type { LineState } from './order/line-state.ts';
import { isLate, noCounts, statusOf, type StatusCounts } from './order/line-status.ts';
import type { OrderAnswers } from './order/order-answers.ts';
import { isBlank, type LineKey, type OrderLine, type StockQuestion } from './order/order-line.ts';
import { type AnsweredDemand, isAnswered, productDemands, type ProductDemand } from './order/product-demand.ts';

/** The complete dates of lines that all have an answer, and what holds them up. */
export interface Completion extends CompleteDates {
  /** The lines whose answer is the latest, in order; empty where everything can leave today. */
  blockers: readonly LineKey[];
  /**
   * The complete dates without a line: null where it is the only one, `working-out` where its product is on several
   * others and their sum without it isn't known. Works through the whole order: for the few that are shown.
   */
  without(key: LineKey): CompleteDates | 'working-out' | null;
}

/** When the whole order can have left. */
export type OrderCompletion =
  /** No line says anything yet. */
  | { kind: 'empty' }
  | ({ kind: 'known' } & Completion)
  /** `unanswered` lines have no date to count on; what holds for the others stands apart, null where there are none. */
  | { kind: 'not-known'; unanswered: readonly LineKey[]; withoutThese: Completion | null };

/** A product on several answered lines: they draw on one stock, so it is asked for their sum as well. */
export interface Together extends StockQuestion {
  state: LineState;
}

export interface OrderVerdict {
  /** The earliest answer; null where there is none. */
  firstShipDate: CalendarDate | null;
  /** Whether that rests on a max lead time alone: nothing leaves as early from real stock. */
  isFirstShipTheory: boolean;
  completion: OrderCompletion;
  counts: StatusCounts;
  together: ReadonlyMap<ProductId, Together>;
  /** When the oldest answer used came, in milliseconds since 1970; null without answers. */
  oldestCheck: number | null;
}

/**
 * What an order's answers say together (rules, *Order verdict*). Blank lines count for nothing. A product on several
 * lines counts with the answer to their sum. Dates are the service's own: one up to today means today.
 */
export function orderVerdict(lines: readonly OrderLine[], answers: OrderAnswers, today: CalendarDate): OrderVerdict {
  const counts = noCounts();
  const unanswered = new Set<LineKey>();
  let isEmpty = true;
  let oldestCheck = Infinity;
  for (const line of lines) {
    if (isBlank(line)) continue;
    isEmpty = false;
    const state = answers.stateOf(line);
    counts[statusOf(state)] += 1;
    if (isLate(line, state, today)) counts.late += 1;
    if (state.kind === 'answered') oldestCheck = Math.min(oldestCheck, state.checkedAt);
    else unanswered.add(line.key);
  }

  const answered: AnsweredDemand[] = [];
  const together = new Map<ProductId, Together>();
  let first: DatedAnswer | null = null;
  for (const demand of productDemands(lines, answers)) {
    if (demand.lines.length > 1) together.set(demand.productId, togetherOf(demand, answers));
    if (isAnswered(demand)) {
      const { answer, checkedAt } = demand.answered;
      answered.push(demand);
      oldestCheck = Math.min(oldestCheck, checkedAt);
      if (first === null || isEarlier(answer, first)) first = answer;
    } else {
      for (const { key } of demand.lines) unanswered.add(key);
    }
  }

  return {
    firstShipDate: first?.date ?? null,
    isFirstShipTheory: first?.kind === 'max-lead-time',
    completion: isEmpty
      ? { kind: 'empty' }
      : orderCompletion(lines, unanswered, completionOf(answered, answers, today)),
    counts,
    together,
    oldestCheck: oldestCheck === Infinity ? null : oldestCheck,
  };
}

/** Of two answers for one day, real stock is the earlier. */
function isEarlier(answer: DatedAnswer, other: DatedAnswer): boolean {
  return answer.date < other.date || (answer.date === other.date && other.kind === 'max-lead-time');
}

function orderCompletion(
  lines: readonly OrderLine[],
  unanswered: ReadonlySet<LineKey>,
  completion: Completion | null,
): OrderCompletion {
  if (unanswered.size === 0 && completion !== null) return { kind: 'known', ...completion };
  const keys = lines.filter(({ key }) => unanswered.has(key)).map(({ key }) => key);
  return { kind: 'not-known', unanswered: keys, withoutThese: completion };
}

function completionOf(
  demands: readonly AnsweredDemand[],
  answers: OrderAnswers,
  today: CalendarDate,
): Completion | null {
  const dates = completeDates(demands, answers);
  if (dates === null) return null;
  return {
    ...dates,
    blockers: blockingLines(demands, dates, today),
    without: (key) => completeDatesWithout(key, demands, answers),
  };
}

function togetherOf({ productId, quantity }: ProductDemand, answers: OrderAnswers): Together {
  return { productId, quantity, state: answers.answerTo({ productId, quantity }) };
}
