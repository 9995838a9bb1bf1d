import type { ExportExtent, ExportRow } from '#domain/export/export-table.ts';

import type { ScopedRows } from '#components/export/exportable.ts';

/** More rows than the place they are to go to takes. */
export class TooManyRowsError extends Error {
  override readonly name = 'TooManyRowsError';
  readonly most: number;

  constructor(most: number) {
    super(`More than ${most} rows`);
    this.most = most;
  }
}

export interface GatheredRows {
  rows: ExportRow[];
  extent: ExportExtent;
}

/**
 * All rows of a scope at once, for what is no file.
 * @throws TooManyRowsError beyond `most` rows; whatever the rows throw
 */
export async function gatherRows(
  { batches, count }: ScopedRows,
  most: number,
  signal: AbortSignal,
): Promise<GatheredRows> {
  if (count !== null && count > most) throw new TooManyRowsError(most);
  const rows: ExportRow[] = [];
  const missing: string[] = [];
  let expected = count;
  for await (const batch of batches(signal)) {
    signal.throwIfAborted();
    rows.push(...batch.rows);
    if (batch.missing !== undefined) missing.push(batch.missing);
    expected = batch.expected ?? expected;
    if (rows.length > most) throw new TooManyRowsError(most);
  }
  return { rows, extent: { rows: rows.length, expected: expected ?? rows.length, missing } };
}
