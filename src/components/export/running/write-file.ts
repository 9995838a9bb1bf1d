import type { ExportExtent, ExportSource } from '#domain/export/export-table.ts';

import type { ScopedRows } from '#components/export/exportable.ts';
import type { FileKind } from '#components/export/writing/export-messages.ts';
import { FileWriter } from '#components/export/writing/file-writer.ts';

/** How far a file is. */
export interface WriteProgress {
  rows: number;
  /** How many rows there should be; null while that is not known. */
  expected: number | null;
  pages: { done: number; total: number } | null;
}

export interface WrittenFile {
  file: Blob;
  extent: ExportExtent;
}

interface WriteOptions {
  rows: ScopedRows;
  kind: FileKind;
  source: ExportSource;
  /** The file's own words about itself, once it is known how many rows it holds. */
  about: (extent: ExportExtent) => readonly (readonly [label: string, value: string])[];
  onProgress: (progress: WriteProgress) => void;
  signal: AbortSignal;
}

/**
 * Writes rows into a file as they come. Pages that could not be had are named, never passed over.
 * @throws FileWriteError where the browser can't write; whatever the rows throw; the signal's reason when it aborts
 */
export async function writeFile({ rows, kind, source, about, onProgress, signal }: WriteOptions): Promise<WrittenFile> {
  const writer = new FileWriter();
  const missing: string[] = [];
  const progress: WriteProgress = { rows: 0, expected: rows.count, pages: null };
  try {
    await writer.open(kind);
    for await (const batch of rows.batches(signal)) {
      signal.throwIfAborted();
      await writer.add(batch.rows);
      if (batch.missing !== undefined) missing.push(batch.missing);
      progress.rows += batch.rows.length;
      progress.expected = batch.expected ?? progress.expected;
      progress.pages = batch.pages ?? progress.pages;
      onProgress({ ...progress });
    }
    signal.throwIfAborted();
    const extent = { rows: progress.rows, expected: progress.expected ?? progress.rows, missing };
    return { file: await writer.finish({ extent, source, about: about(extent) }), extent };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}
