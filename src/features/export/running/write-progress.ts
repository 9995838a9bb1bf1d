import type { RowBatch } from '#features/export/exportable.ts';

/** How far the taking along of rows is. */
export interface WriteProgress {
  rows: number;
  /** How many rows there should be; null while that is not known. */
  expected: number | null;
  pages: { done: number; total: number } | null;
}

/** How far it is after one more batch. */
export function advance(
  { rows, expected, pages }: WriteProgress,
  batch: Pick<RowBatch, 'rows' | 'expected' | 'pages'>,
): WriteProgress {
  return {
    rows: rows + batch.rows.length,
    expected: batch.expected ?? expected,
    pages: batch.pages ?? pages,
  };
}
