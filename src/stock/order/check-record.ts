import { type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import type { DatedResult } from '#stock/stock-result.ts';

import { type LineState, resultOf } from './line-state.ts';
import type { LineKey, StockQuery } from './order-line.ts';
import type { SummaryLine } from './order-summary.ts';

/** Outcome recorded for a line: a result, or why there is no ship date. */
export type RecordedOutcome = DatedResult | { kind: 'unknown-product' } | { kind: 'not-available' };

/** Record of a past check, to compare a later one with. Plain data that can be stored. */
export interface CheckRecord {
  /** Unix milliseconds. */
  checkedAt: number;
  /** Whether it is what a customer was told, for whom a past date stays that date. */
  isTold?: boolean;
  /** By line: product, the line's own quantity, and outcome. */
  lines: ReadonlyMap<LineKey, StockQuery & { outcome: RecordedOutcome }>;
}

/** Change of a line since an earlier check. */
export type LineChange =
  /** Positive `days`: later than before. */
  | { kind: 'moved'; days: number; from: CalendarDate }
  /** Was backed by stock; now max lead time only. */
  | { kind: 'newly-max-lead-time'; from: CalendarDate }
  /** Backed by stock again after max lead time, or a date again after none (`from` is then null). */
  | { kind: 'recovered'; from: CalendarDate | null }
  /** Had a ship date; now has none. */
  | { kind: 'lost'; from: CalendarDate }
  | { kind: 'unchanged' };

/** Records the outcomes of a check, for lines that have one, outdated or not. */
export function recordCheck(lines: readonly SummaryLine[], checkedAt: number): CheckRecord {
  const recorded: [LineKey, StockQuery & { outcome: RecordedOutcome }][] = [];
  for (const { key, query, state } of lines) {
    const outcome = outcomeOf(state);
    if (outcome === null || query === null) continue;
    recorded.push([key, { productId: query.productId, quantity: query.own, outcome }]);
  }
  return { checkedAt, lines: new Map(recorded) };
}

/**
 * Returns the change of a line since an earlier check. Null if they can't be compared: the line wasn't included, had
 * another product or quantity, or has no current outcome. Dates up to `today` all mean today, so a move between them is
 * no change.
 */
export function changeSince(record: CheckRecord, line: SummaryLine, today: CalendarDate): LineChange | null {
  const { query, state } = line;
  const before = record.lines.get(line.key);
  const after = state.kind === 'outdated' ? null : outcomeOf(state);
  if (before === undefined || after === null) return null;
  if (before.productId !== query?.productId || before.quantity !== query.own) return null;
  return compare(before.outcome, after, record.isTold === true && 'date' in after && after.date > today ? null : today);
}

/** @param today past dates are compared as; null to compare them as they are */
function compare(before: RecordedOutcome, after: RecordedOutcome, today: CalendarDate | null): LineChange {
  if (!isDated(before)) return isDated(after) ? { kind: 'recovered', from: null } : { kind: 'unchanged' };
  const asOf = (date: CalendarDate) => (today === null ? date : later(date, today));
  const from = asOf(before.date);
  if (!isDated(after)) return { kind: 'lost', from };
  const wasTheory = before.kind === 'max-lead-time';
  const isMaxLeadTime = after.kind === 'max-lead-time';
  if (wasTheory !== isMaxLeadTime) return { kind: isMaxLeadTime ? 'newly-max-lead-time' : 'recovered', from };
  const days = daysBetween(from, asOf(after.date));
  return days === 0 ? { kind: 'unchanged' } : { kind: 'moved', days, from };
}

function isDated(outcome: RecordedOutcome): outcome is DatedResult {
  return 'date' in outcome;
}

function outcomeOf(state: LineState): RecordedOutcome | null {
  const result = resultOf(state);
  if (result.kind === 'result') return result.stockResult;
  return result.kind === 'unknown-product' || result.kind === 'not-available' ? { kind: result.kind } : null;
}
