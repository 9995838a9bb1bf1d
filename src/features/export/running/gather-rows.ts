import type { ScopedRows } from '#features/export/exportable.ts';
import type { ExportExtent, ExportRow } from '#domain/export/export-table.ts';

import { advance, type WriteProgress } from './write-progress.ts';

/** More rows than the place they are to go to takes. */
export class TooManyRowsError extends Error {
  override readonly name = 'TooManyRowsError';
  readonly most: number;

  constructor(most: number) {
    super(`More than ${most} rows`);
    this.most = most;
  }
}

interface GatherOptions {
  most: number;
  onProgress: (progress: WriteProgress) => void;
  signal: AbortSignal;
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
  { most, onProgress, signal }: GatherOptions,
): Promise<GatheredRows> {
  if (count !== null && count > most) throw new TooManyRowsError(most);
  const rows: ExportRow[] = [];
  const missing: string[] = [];
  let progress: WriteProgress = { rows: 0, expected: count, pages: null };
  for await (const batch of batches(signal)) {
    signal.throwIfAborted();
    rows.push(...batch.rows);
    if (batch.missing !== undefined) missing.push(batch.missing);
    if (rows.length > most) throw new TooManyRowsError(most);
    progress = advance(progress, batch);
    onProgress(progress);
  }
  return { rows, extent: { rows: rows.length, expected: progress.expected ?? rows.length, missing } };
}
