import type { ReadList } from './reading/read-list.ts';
import { repeatedProducts, type ReviewRow } from './review-rows.ts';

/** Whether a list leaves nothing to ask: every line understood, in one way only, no product twice, no choice of sheets. */
export function isClear({ reading, sheets }: ReadList, rows: readonly ReviewRow[]): boolean {
  return (
    reading.refused.length === 0 && reading.questions.length === 0 && sheets.length < 2 && repeatedProducts(rows) === 0
  );
}
