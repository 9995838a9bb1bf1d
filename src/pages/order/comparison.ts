import type { LineChange } from '#domain/order/check-record.ts';

/** How many lines changed since the check before, and in which way. */
export interface Comparison extends Record<Exclude<LineChange['kind'], 'unchanged'>, number> {
  /** When the check before was, in milliseconds since 1970. */
  since: number;
  /** Lines that could be compared. */
  compared: number;
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
