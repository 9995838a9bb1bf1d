import type { ExportColumn, ExportExtent, ExportRow, ExportSource } from '#domain/export/export-table.ts';

/** What a file says of itself once it is known how many rows it holds. */
export interface FileEnding {
  extent: ExportExtent;
  source: ExportSource;
  /** The same in the person's words, a label and a value each. */
  about: readonly (readonly [label: string, value: string])[];
}

/** A table that becomes a file row by row. Whoever opens it ends it: by `finish` or `discard`. */
export interface TableFile {
  add(rows: readonly ExportRow[]): void;
  finish(ending: FileEnding): Promise<Blob>;
  discard(): Promise<void>;
}

export interface TableFileOptions {
  columns: readonly ExportColumn[];
}
