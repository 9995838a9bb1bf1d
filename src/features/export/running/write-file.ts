import type { ExportExtent } from '#domain/export/export-table.ts';

import type { ScopedRows } from '#features/export/exportable.ts';
import type { FileKind } from '#features/export/writing/export-messages.ts';
import { FileWriter } from '#features/export/writing/file-writer.ts';
import type { FileEnding } from '#features/export/writing/table-file.ts';

import { advance, type WriteProgress } from './write-progress.ts';

export interface WrittenFile {
  file: Blob;
  extent: ExportExtent;
}

interface WriteOptions {
  rows: ScopedRows;
  kind: FileKind;
  /** The file's own words about itself, once it is known how many rows it holds. */
  ending: (extent: ExportExtent) => FileEnding;
  onProgress: (progress: WriteProgress) => void;
  signal: AbortSignal;
}

/**
 * Writes rows into a file as they come. Pages that could not be had are named, never passed over.
 * @throws FileWriteError where the browser can't write; whatever the rows throw; the signal's reason when it aborts
 */
export async function writeFile({ rows, kind, ending, onProgress, signal }: WriteOptions): Promise<WrittenFile> {
  const writer = new FileWriter();
  const missing: string[] = [];
  let progress: WriteProgress = { rows: 0, expected: rows.count, pages: null };
  try {
    await writer.open(kind);
    for await (const batch of rows.batches(signal)) {
      signal.throwIfAborted();
      await writer.add(batch.rows);
      if (batch.missing !== undefined) missing.push(batch.missing);
      progress = advance(progress, batch);
      onProgress(progress);
    }
    signal.throwIfAborted();
    const extent = { rows: progress.rows, expected: progress.expected ?? progress.rows, missing };
    return { file: await writer.finish(ending(extent)), extent };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}
