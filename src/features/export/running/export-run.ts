import type { ExportExtent } from '#domain/export/export-table.ts';

import type { WriteProgress } from './write-progress.ts';

/** What a table can become. */
export type TableFormat = 'csv' | 'xlsx' | 'copy' | 'print';

/** Where the taking along of a table stands. */
export type ExportRun =
  | { phase: 'idle' }
  | { phase: 'choosing'; format: TableFormat }
  | { phase: 'running'; format: TableFormat; progress: WriteProgress }
  /** `what` is a file's name, or null for what went to the clipboard or the printer. */
  | { phase: 'done'; format: TableFormat; what: string | null; extent: ExportExtent }
  | { phase: 'failed'; format: TableFormat; error: unknown };
