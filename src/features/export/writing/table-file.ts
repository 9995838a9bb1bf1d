import type { ExportColumn, ExportExtent, ExportRow } from '#domain/export/export-table.ts';

export type Labelled = readonly [label: string, value: string];

/** What a file says of itself once it is known how many rows it holds. */
export interface FileEnding {
  extent: ExportExtent;
  /** In the person's words, a label and a value each. */
  about: readonly Labelled[];
  /** The same as columns of a file without a place for it: a header and a value each. */
  columns: readonly Labelled[];
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
