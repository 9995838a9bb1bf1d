import type { DatedResult } from '#stock/stock-result.ts';
import type { CheckedResult } from './line-state.ts';
import type { CountedLine, LineKey } from './order-line.ts';

/** Creates a test line, by default of 1 unit of product 1. */
export function countedLine(key: LineKey, more: Partial<CountedLine> = {}): CountedLine {
  return { key, productId: 1, quantity: 1000, ...more };
}

/** Creates a result for tests. Only its date and kind matter. */
export function checkedResult(stockResult: DatedResult, checkedAt = 0): CheckedResult {
  return { kind: 'result', stockResult, checkedAt };
}
