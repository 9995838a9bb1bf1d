import { type CalendarDate, daysBetween, later } from '#lib/calendar-date.ts';
import type { DatedAnswer } from '#domain/answer.ts';

import type { LineState } from './line-state.ts';
import type { LineKey, StockQuestion } from './order-line.ts';
import type { SummaryLine } from './order-summary.ts';

/** What a line was answered: one of the kinds of answer, or that there is none to be had. */
export type RecordedOutcome = DatedAnswer | { kind: 'unknown-product' } | { kind: 'not-available' };

/** A check as it was, to compare a later one with; plain data that can be stored. */
export interface CheckRecord {
  /** Milliseconds since 1970. */
  checkedAt: number;
  /** By line: its product, its own quantity, and what came of it. */
  lines: ReadonlyMap<LineKey, StockQuestion & { outcome: RecordedOutcome }>;
}

/** What changed for a line since an earlier check. */
export type LineChange =
  /** Positive `days`: later than it was. */
  | { kind: 'moved'; days: number; from: CalendarDate; to: CalendarDate }
  /** There was real stock; now only the max lead time is left. */
  | { kind: 'newly-max-lead-time'; from: CalendarDate; to: CalendarDate }
  /** Real stock again after the max lead time alone, or a date again after none: `from` is null then. */
  | { kind: 'recovered'; from: CalendarDate | null; to: CalendarDate }
  /** There was a date, and there is none any more. */
  | { kind: 'lost'; from: CalendarDate }
  | { kind: 'unchanged' };

/** The outcomes of a check: of the lines that have one, outdated or not. */
export function recordCheck(lines: readonly SummaryLine[], checkedAt: number): CheckRecord {
  const recorded: [LineKey, StockQuestion & { outcome: RecordedOutcome }][] = [];
  for (const { key, question, state } of lines) {
    const outcome = outcomeOf(state);
    if (outcome === null || question === null) continue;
    recorded.push([key, { productId: question.productId, quantity: question.own, outcome }]);
  }
  return { checkedAt, lines: new Map(recorded) };
}

/**
 * What changed for a line since an earlier check; null where the two can't be compared: the line was not in it, asked
 * for something else then, or has no outcome now. Dates up to `today` all mean today, then as now, and are no move.
 */
export function changeSince(record: CheckRecord, line: SummaryLine, today: CalendarDate): LineChange | null {
  const { question, state } = line;
  const before = record.lines.get(line.key);
  const after = state.kind === 'outdated' ? null : outcomeOf(state);
  if (before === undefined || after === null) return null;
  if (before.productId !== question?.productId || before.quantity !== question.own) return null;
  return compare(before.outcome, after, today);
}

function compare(before: RecordedOutcome, after: RecordedOutcome, today: CalendarDate): LineChange {
  const from = isDated(before) ? later(before.date, today) : null;
  if (!isDated(after)) return from === null ? { kind: 'unchanged' } : { kind: 'lost', from };
  const to = after.date;
  if (!isDated(before) || from === null) return { kind: 'recovered', from, to };
  const wasTheory = before.kind === 'max-lead-time';
  const isTheory = after.kind === 'max-lead-time';
  if (wasTheory !== isTheory) return { kind: isTheory ? 'newly-max-lead-time' : 'recovered', from, to };
  const days = daysBetween(from, later(to, today));
  return days === 0 ? { kind: 'unchanged' } : { kind: 'moved', days, from, to };
}

function isDated(outcome: RecordedOutcome): outcome is DatedAnswer {
  return 'date' in outcome;
}

function outcomeOf(state: LineState): RecordedOutcome | null {
  const result = state.kind === 'outdated' ? state.was : state;
  if (result.kind === 'answered') return result.answer;
  return result.kind === 'unknown-product' || result.kind === 'not-available' ? { kind: result.kind } : null;
}
