import type { ProductId } from '#contract/product-id.ts';
import type { DatedAnswer } from '#domain/answer.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';

import {
  type Answered,
  isLate,
  type LineState,
  noCounts,
  type OrderAnswers,
  type RealDate,
  type StatusCounts,
  statusOf,
} from './line-state.ts';
import {
  type AskableLine,
  isAskable,
  isAskableQuantity,
  isBlank,
  type LineKey,
  type OrderLine,
  type StockQuestion,
} from './order-line.ts';

/** When all of some lines can have left, from real stock alone. */
export type RealCompleteDate =
  | { kind: 'date'; date: CalendarDate }
  /** A calendar is still on its way. */
  | { kind: 'working-out' }
  /** No real stock ever covers these lines. */
  | { kind: 'none'; lines: readonly LineKey[] }
  /** The calendars of these lines could not be had. */
  | { kind: 'not-answered'; lines: readonly LineKey[] };

/** When all of some lines can have left (rules, *Order verdict*). */
export interface CompleteDates {
  real: RealCompleteDate;
  withMaxLeadTime: CalendarDate;
}

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

/** What the lines of one product draw from its one stock, together (rules, *Order verdict*). */
export interface ProductDemand extends StockQuestion {
  /** Those that have an answer of their own, in order; at least one. */
  lines: AskableLine[];
  /** The answer that counts: that of the one line, else that of the sum; null where there is none. */
  answered: Answered | null;
}

export type AnsweredDemand = ProductDemand & { answered: Answered };

type States = Pick<OrderAnswers, 'stateOf' | 'answerTo'>;

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
    const { productId, quantity } = demand;
    if (demand.lines.length > 1) {
      together.set(productId, { productId, quantity, state: answers.answerTo({ productId, quantity }) });
    }
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

/** The demands of an order, in the order of their first lines: from its lines that have an answer. */
export function productDemands(lines: readonly OrderLine[], answers: States): ProductDemand[] {
  const byProduct = new Map<ProductId, ProductDemand>();
  for (const line of lines) {
    if (!isAskable(line)) continue;
    const answered = answers.stateOf(line);
    if (answered.kind !== 'answered') continue;
    const { productId, quantity } = line;
    const demand = byProduct.get(productId);
    if (demand === undefined) {
      byProduct.set(productId, { productId, quantity, lines: [line], answered });
    } else {
      demand.quantity += quantity;
      demand.lines.push(line);
    }
  }
  const demands = [...byProduct.values()];
  for (const demand of demands) if (demand.lines.length > 1) demand.answered = answerToSum(demand, answers);
  return demands;
}

function answerToSum({ productId, quantity }: StockQuestion, answers: States): Answered | null {
  if (!isAskableQuantity(quantity)) return null;
  const state = answers.answerTo({ productId, quantity });
  return state.kind === 'answered' ? state : null;
}

function isAnswered(demand: ProductDemand): demand is AnsweredDemand {
  return demand.answered !== null;
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
  const latest = demands.filter(({ answered }) => answered.answer.date === dates.withMaxLeadTime);
  return {
    ...dates,
    blockers: dates.withMaxLeadTime <= today ? [] : latest.flatMap(({ lines }) => lines.map(({ key }) => key)),
    without: (key) => {
      const rest = demandsWithout(demands, key, answers);
      return rest.every(isAnswered) ? completeDates(rest, answers) : 'working-out';
    },
  };
}

/** The demands without one of their lines. */
function demandsWithout(demands: readonly ProductDemand[], key: LineKey, answers: States): ProductDemand[] {
  return demands.flatMap((demand) => {
    const rest = demand.lines.filter((line) => line.key !== key);
    return rest.length === demand.lines.length ? [demand] : productDemands(rest, answers);
  });
}

/** The complete dates of answered demands; null where there are none. */
function completeDates(demands: readonly AnsweredDemand[], answers: OrderAnswers): CompleteDates | null {
  if (demands.length === 0) return null;
  const dates = demands.map(({ answered }) => answered.answer.date);
  return { real: realCompleteDate(demands, answers), withMaxLeadTime: dates.reduce(later) };
}

function realCompleteDate(demands: readonly AnsweredDemand[], answers: OrderAnswers): RealCompleteDate {
  const lines: Record<'none' | 'not-answered', LineKey[]> = { none: [], 'not-answered': [] };
  let date: CalendarDate | undefined;
  let workingOut = false;
  for (const each of demands) {
    const real = realDateOf(each, answers);
    if (real === 'working-out') workingOut = true;
    else if (real === 'none' || real === 'not-answered') for (const { key } of each.lines) lines[real].push(key);
    else date = date === undefined ? real : later(date, real);
  }
  if (workingOut) return { kind: 'working-out' };
  if (lines.none.length > 0) return { kind: 'none', lines: lines.none };
  if (lines['not-answered'].length > 0 || date === undefined) {
    return { kind: 'not-answered', lines: lines['not-answered'] };
  }
  return { kind: 'date', date };
}

function realDateOf(demand: AnsweredDemand, answers: OrderAnswers): RealDate {
  const { answer } = demand.answered;
  return answer.kind === 'max-lead-time' ? answers.realDateOf(demand) : answer.date;
}
