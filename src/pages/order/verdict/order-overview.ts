import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import type { CheckRecord, LineChange } from '#domain/order/check-record.ts';
import type { OrderAnswers } from '#domain/order/line-state.ts';
import { type OrderVerdict, orderVerdict } from '#domain/order/order-verdict.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

/** How many lines changed since the check before, and in which way. */
export interface Comparison extends Record<Exclude<LineChange['kind'], 'unchanged'>, number> {
  /** When the check before was, in milliseconds since 1970. */
  since: number;
  /** Lines that could be compared. */
  compared: number;
}

/** How an order stands as a whole. A new object after every change. */
export interface OrderOverview {
  verdict: OrderVerdict;
  /** Lines that say something. */
  lineCount: number;
  /** Whether products could not be looked up by their ids, so that names and units are missing. */
  lacksNames: boolean;
  /** What changed since the check before; null where there is none to compare with. */
  comparison: Comparison | null;
  /** The check that answers are compared with; null where there is none. */
  before: CheckRecord | null;
}

/** The overview without its comparison, which rests on the views of the lines. */
export function orderOverview(
  lines: readonly DraftLine[],
  answers: OrderAnswers,
  today: CalendarDate,
  before: CheckRecord | null,
): OrderOverview {
  const verdict = orderVerdict(lines, answers, today);
  const { late: _late, ...counts } = verdict.counts;
  const lineCount = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const lacksNames = lines.some(({ productId, lookupFailure }) => productId !== null && lookupFailure);
  return { verdict, lineCount, lacksNames, comparison: null, before };
}

export function comparisonOf(since: number, changes: readonly (LineChange | null)[]): Comparison {
  const comparison = { since, compared: 0, moved: 0, 'newly-max-lead-time': 0, recovered: 0, lost: 0 };
  for (const change of changes) {
    if (change === null) continue;
    comparison.compared += 1;
    if (change.kind !== 'unchanged') comparison[change.kind] += 1;
  }
  return comparison;
}
