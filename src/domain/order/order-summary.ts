import type { DatedAnswer } from '#domain/answer.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';

import {
  type Answered,
  daysLate,
  type LineState,
  type LineStatus,
  noCounts,
  type RealDate,
  resultOf,
  type StatusCounts,
  statusOf,
  type StockKnowledge,
} from './line-state.ts';
import type { LineKey, LineQuestion } from './order-line.ts';

/** A line that is not blank, in list order. */
export interface SummaryLine {
  key: LineKey;
  neededBy: CalendarDate | null;
  state: LineState;
  /** Null where nothing can be asked for it. */
  question: LineQuestion | null;
}

/** When all of some lines can have shipped, from stock alone. */
export type RealCompleteDate =
  | { kind: 'date'; date: CalendarDate }
  /** A calendar is still on its way. */
  | { kind: 'working-out' }
  /** Stock never covers these lines. */
  | { kind: 'none'; lines: readonly LineKey[] }
  /** The calendars of these lines could not be loaded. */
  | { kind: 'not-answered'; lines: readonly LineKey[] };

/** When all of some lines can have shipped (rules, *Order summary*). */
export interface CompleteDates {
  real: RealCompleteDate;
  withMaxLeadTime: CalendarDate;
}

/** The complete dates of lines that all have a date, and what delays them. */
export interface Completion extends CompleteDates {
  /** The lines with the latest ship date, in order; empty where everything can ship today. */
  blockers: readonly LineKey[];
  /**
   * The complete dates without a line: null where it is the only one, `working-out` where the dates of the lines below
   * that draw on the same stock aren't known. Works through the whole order: for the few that are shown.
   */
  without(key: LineKey): CompleteDates | 'working-out' | null;
}

/** Why an order has no complete date: what keeps lines from one, by status, with those lines. */
export interface OpenCause {
  status: Exclude<LineStatus, DatedAnswer['kind']>;
  lines: readonly LineKey[];
}

/** When the whole order can have shipped. */
export type OrderCompletion =
  /** No line says anything yet. */
  | { kind: 'empty' }
  | ({ kind: 'known' } & Completion)
  /** What holds for the other lines stands apart, null where there are none. */
  | { kind: 'open'; causes: readonly OpenCause[]; withoutThese: Completion | null };

export interface OrderSummary {
  /** The earliest date; null where there is none, or where a result is outdated. */
  firstShipDate: CalendarDate | null;
  /** Whether that is a max lead time date: nothing ships as early from stock. */
  isFirstShipTheory: boolean;
  completion: OrderCompletion;
  counts: StatusCounts;
  /** When the oldest result shown came, in milliseconds since 1970; null without results. */
  oldestCheck: number | null;
}

/**
 * What the results of an order come to (rules, *Order summary*). Every line counts with the one date that it shows:
 * that of its question, which holds the lines of its product above. Dates are the service's own: one up to today
 * means today.
 */
export function orderSummary(
  lines: readonly SummaryLine[],
  knowledge: StockKnowledge,
  today: CalendarDate,
): OrderSummary {
  const counts = noCounts();
  const dated: DatedLine[] = [];
  const open = new Map<OpenCause['status'], LineKey[]>();
  let oldestCheck = Infinity;
  let first: DatedAnswer | null = null;
  for (const line of lines) {
    const { key, state, neededBy } = line;
    counts[statusOf(state)] += 1;
    if ('checkedAt' in state) oldestCheck = Math.min(oldestCheck, state.checkedAt);
    if (isDated(line)) {
      dated.push(line);
      if (daysLate(neededBy, state, today) !== null) counts.late += 1;
      if (first === null || isEarlier(line.state.answer, first)) first = line.state.answer;
    } else if (state.kind !== 'answered') {
      // What can't ship at all is late too, where a day was wanted.
      const isNever = resultOf(state).kind === 'not-available' && neededBy !== null;
      if (isNever || daysLate(neededBy, state, today) !== null) counts.late += 1;
      const keys = open.get(state.kind);
      if (keys) keys.push(key);
      else open.set(state.kind, [key]);
    }
  }
  if (counts.outdated > 0) first = null;
  const completion = completionOf(dated, knowledge, today);
  const causes = [...open].map(([status, keys]): OpenCause => ({ status, lines: keys }));
  return {
    firstShipDate: first?.date ?? null,
    isFirstShipTheory: first?.kind === 'max-lead-time',
    completion:
      lines.length === 0
        ? { kind: 'empty' }
        : completion && causes.length === 0
          ? { kind: 'known', ...completion }
          : { kind: 'open', causes, withoutThese: completion },
    counts,
    oldestCheck: oldestCheck === Infinity ? null : oldestCheck,
  };
}

/** A line that counts with a date. */
type DatedLine = SummaryLine & { state: Answered; question: LineQuestion };

function isDated(line: SummaryLine): line is DatedLine {
  return line.state.kind === 'answered' && line.question !== null;
}

/** Of two answers for one day, stock is the earlier. */
export function isEarlier(answer: DatedAnswer, other: DatedAnswer): boolean {
  return answer.date < other.date || (answer.date === other.date && other.kind === 'max-lead-time');
}

function completionOf(lines: readonly DatedLine[], knowledge: StockKnowledge, today: CalendarDate): Completion | null {
  const parts = lines.map(({ key, question, state }): Part => ({ key, question, answer: state.answer }));
  const dates = completeDates(parts, knowledge);
  if (dates === null) return null;
  const latest = parts.filter(({ answer }) => answer.date === dates.withMaxLeadTime);
  return {
    ...dates,
    blockers: dates.withMaxLeadTime <= today ? [] : latest.map(({ key }) => key),
    without: (key) => {
      const gone = lines.find((line) => line.key === key)?.question;
      const rest = parts.filter((part) => part.key !== key).map((part) => movedUp(part, gone, knowledge));
      return rest.every((part) => part !== null) ? completeDates(rest, knowledge) : 'working-out';
    },
  };
}

interface Part {
  key: LineKey;
  question: LineQuestion;
  answer: DatedAnswer;
}

/** A line once another is gone: below it on the same stock, it asks for less. Null where its date then isn't known. */
function movedUp(part: Part, gone: LineQuestion | undefined, knowledge: StockKnowledge): Part | null {
  const { question } = part;
  if (gone?.productId !== question.productId || question.place < gone.place) return part;
  const less = { ...question, quantity: question.quantity - gone.own };
  const answer = knowledge.dateFor(less);
  return answer && { key: part.key, question: less, answer };
}

/** The complete dates of lines; null where there are none. */
function completeDates(parts: readonly Part[], knowledge: StockKnowledge): CompleteDates | null {
  if (parts.length === 0) return null;
  return {
    real: realCompleteDate(parts, knowledge),
    withMaxLeadTime: parts.map(({ answer }) => answer.date).reduce(later),
  };
}

function realCompleteDate(parts: readonly Part[], knowledge: StockKnowledge): RealCompleteDate {
  const lines: Record<'none' | 'not-answered', LineKey[]> = { none: [], 'not-answered': [] };
  let date: CalendarDate | undefined;
  let workingOut = false;
  for (const { key, question, answer } of parts) {
    const real: RealDate = answer.kind === 'max-lead-time' ? knowledge.realDateOf(question) : answer.date;
    if (real === 'working-out') workingOut = true;
    else if (real === 'none' || real === 'not-answered') lines[real].push(key);
    else date = date === undefined ? real : later(date, real);
  }
  if (workingOut) return { kind: 'working-out' };
  if (lines.none.length > 0) return { kind: 'none', lines: lines.none };
  if (lines['not-answered'].length > 0 || date === undefined) {
    return { kind: 'not-answered', lines: lines['not-answered'] };
  }
  return { kind: 'date', date };
}
