import type { DatedResult } from '#stock/stock-result.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { OrderContent } from '#stock/contract/orders.ts';

import {
  type CheckedResult,
  daysLate,
  isClosed,
  type LineState,
  type LineStatus,
  zeroCounts,
  type RealDate,
  resultOf,
  type StatusCounts,
  statusOf,
  type StockKnowledge,
} from './line-state.ts';
import type { LineKey, LineQuery } from './order-line.ts';

/** A non-blank line, in list order. */
export interface SummaryLine {
  key: LineKey;
  shipBy: CalendarDate | null;
  state: LineState;
  /** Null if the line can't be checked. */
  query: LineQuery | null;
}

/** Complete ship date of lines, from stock only. */
export type RealCompleteDate =
  | { kind: 'date'; date: CalendarDate }
  /** A calendar is still loading. */
  | { kind: 'working-out' }
  /** Stock never covers these lines. */
  | { kind: 'none'; lines: readonly LineKey[] }
  /** The calendars of these lines failed to load. */
  | { kind: 'no-result'; lines: readonly LineKey[] };

/** Complete ship dates of lines. */
export interface CompleteDates {
  real: RealCompleteDate;
  withMaxLeadTime: CalendarDate;
}

/** Complete ship dates of lines that all have a date, and the lines that delay them. */
export interface Completion extends CompleteDates {
  /** Lines with the latest ship date, in list order. Empty if everything can ship today. */
  blockers: readonly LineKey[];
  /**
   * Returns the complete ship dates without a line. Null if it is the only line; `working-out` if the new dates of
   * later lines of the same product aren't known yet. Evaluates the whole order, so call it only for displayed lines.
   */
  without(key: LineKey): CompleteDates | 'working-out' | null;
}

/** Why an order has no complete ship date: a status without a date, and the lines that have it. */
export interface OpenCause {
  status: Exclude<LineStatus, DatedResult['kind'] | 'ordered' | 'shipped'>;
  lines: readonly LineKey[];
}

/** Whether and when the complete order can ship. */
export type OrderCompletion =
  /** There are no lines, or all are closed. */
  | { kind: 'empty' }
  | ({ kind: 'known' } & Completion)
  /** `withoutThese` is the completion of the other lines, null if there are none. */
  | { kind: 'open'; causes: readonly OpenCause[]; withoutThese: Completion | null };

export interface OrderSummary {
  /** Earliest ship date. Null if there is none, or if any result is outdated. */
  firstShipDate: CalendarDate | null;
  /** Whether that is a max lead time date: no line ships from stock that early. */
  isFirstShipMaxLeadTime: boolean;
  completion: OrderCompletion;
  counts: StatusCounts;
  /** When the oldest displayed result was received, Unix milliseconds; null without results. */
  oldestCheck: number | null;
  /** The same of the newest one. */
  latestCheck: number | null;
}

/**
 * Returns what a list of orders shows of a summary; null before the first check. Its keys are in the contract's order, by
 * which the server returns them: an order that is only opened isn't written again.
 * @param dataVersion stock data that the results are of
 */
export function entrySummary(
  { completion, counts, oldestCheck }: OrderSummary,
  today: CalendarDate,
  dataVersion: string,
): NonNullable<OrderContent['summary']> | null {
  if (oldestCheck === null) return null;
  const open = completion.kind === 'open' ? completion.causes.flatMap(({ lines }) => lines).length : 0;
  const complete = completeDate(completion, today);
  return { day: today, dataVersion, checkedAt: oldestCheck, complete, open, late: counts.late };
}

function completeDate(completion: OrderCompletion, today: CalendarDate): DatedResult | null {
  const complete = completion.kind === 'open' ? completion.withoutThese : completion;
  if (complete === null || !('real' in complete)) return null;
  const { real, withMaxLeadTime: date } = complete;
  if (real.kind !== 'date' || real.date !== date) return { kind: 'max-lead-time', date };
  return { kind: date <= today ? 'in-stock' : 'expected', date };
}

/**
 * Summarizes the results of an order. Closed lines are only counted. Each line counts with the date it displays. Its request
 * includes the earlier lines of its product. Dates are as sent by the service; past dates mean today.
 */
export function orderSummary(
  lines: readonly SummaryLine[],
  knowledge: StockKnowledge,
  today: CalendarDate,
): OrderSummary {
  const counts = zeroCounts();
  const dated: DatedLine[] = [];
  const open = new Map<OpenCause['status'], LineKey[]>();
  let [oldestCheck, latestCheck] = [Infinity, -Infinity];
  let first: DatedResult | null = null;
  const shownResult = (result: DatedResult) => ({ ...result, date: later(result.date, today) });
  for (const line of lines) {
    const { key, state, shipBy } = line;
    counts[statusOf(state)] += 1;
    if ('checkedAt' in state) {
      oldestCheck = Math.min(oldestCheck, state.checkedAt);
      latestCheck = Math.max(latestCheck, state.checkedAt);
    }
    if (isDated(line)) {
      dated.push(line);
      if (daysLate(shipBy, state, today) !== null) counts.late += 1;
      const { stockResult } = line.state;
      if (first === null || isEarlier(shownResult(stockResult), shownResult(first))) first = stockResult;
    } else if (state.kind !== 'result' && !isClosed(state)) {
      // A line that can't ship at all also counts as late if it has a ship-by date.
      const isNever = resultOf(state).kind === 'not-available' && shipBy !== null;
      if (isNever || daysLate(shipBy, state, today) !== null) counts.late += 1;
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
    isFirstShipMaxLeadTime: first?.kind === 'max-lead-time',
    completion:
      completion === null && causes.length === 0
        ? { kind: 'empty' }
        : completion && causes.length === 0
          ? { kind: 'known', ...completion }
          : { kind: 'open', causes, withoutThese: completion },
    counts,
    oldestCheck: oldestCheck === Infinity ? null : oldestCheck,
    latestCheck: latestCheck === -Infinity ? null : latestCheck,
  };
}

/** A line with a ship date. */
type DatedLine = SummaryLine & { state: CheckedResult; query: LineQuery };

function isDated(line: SummaryLine): line is DatedLine {
  return line.state.kind === 'result' && line.query !== null;
}

/** Whether a result is earlier than another. On the same day, stock comes before max lead time. */
export function isEarlier(stockResult: DatedResult, other: DatedResult): boolean {
  return stockResult.date < other.date || (stockResult.date === other.date && other.kind === 'max-lead-time');
}

function completionOf(lines: readonly DatedLine[], knowledge: StockKnowledge, today: CalendarDate): Completion | null {
  const parts = lines.map(({ key, query, state }): Part => ({ key, query, stockResult: state.stockResult }));
  const dates = completeDates(parts, knowledge);
  if (dates === null) return null;
  const latest = parts.filter(({ stockResult }) => stockResult.date === dates.withMaxLeadTime);
  return {
    ...dates,
    blockers: dates.withMaxLeadTime <= today ? [] : latest.map(({ key }) => key),
    without: (key) => {
      const removed = lines.find((line) => line.key === key)?.query;
      const rest = parts.filter((part) => part.key !== key).map((part) => withoutLine(part, removed, knowledge));
      return rest.every((part) => part !== null) ? completeDates(rest, knowledge) : 'working-out';
    },
  };
}

interface Part {
  key: LineKey;
  query: LineQuery;
  stockResult: DatedResult;
}

/**
 * Returns a line's part after another line is removed: a later line of the same product then needs less. Null if the
 * new date isn't known yet.
 */
function withoutLine(part: Part, removed: LineQuery | undefined, knowledge: StockKnowledge): Part | null {
  const { query } = part;
  if (removed?.productId !== query.productId || query.place < removed.place) return part;
  const less = { ...query, quantity: query.quantity - removed.own };
  const stockResult = knowledge.dateFor(less);
  return stockResult && { key: part.key, query: less, stockResult };
}

/** Returns the complete ship dates of lines, null if there are none. */
function completeDates(parts: readonly Part[], knowledge: StockKnowledge): CompleteDates | null {
  if (parts.length === 0) return null;
  return {
    real: realCompleteDate(parts, knowledge),
    withMaxLeadTime: parts.map(({ stockResult }) => stockResult.date).reduce(later),
  };
}

function realCompleteDate(parts: readonly Part[], knowledge: StockKnowledge): RealCompleteDate {
  const lines: Record<'none' | 'no-result', LineKey[]> = { none: [], 'no-result': [] };
  let date: CalendarDate | undefined;
  let isCalculating = false;
  for (const { key, query, stockResult } of parts) {
    const real: RealDate = stockResult.kind === 'max-lead-time' ? knowledge.realDateOf(query) : stockResult.date;
    if (real === 'working-out') isCalculating = true;
    else if (real === 'none' || real === 'no-result') lines[real].push(key);
    else date = date === undefined ? real : later(date, real);
  }
  if (isCalculating) return { kind: 'working-out' };
  if (lines.none.length > 0) return { kind: 'none', lines: lines.none };
  if (lines['no-result'].length > 0 || date === undefined) {
    return { kind: 'no-result', lines: lines['no-result'] };
  }
  return { kind: 'date', date };
}
