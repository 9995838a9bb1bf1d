import type { ExportRow } from '#domain/export/export-table.ts';

import type { CsvFileOptions } from './csv-file.ts';
import type { FileEnding } from './table-file.ts';
import type { XlsxFileOptions } from './xlsx-file.ts';

/** Which file is to be written. */
export type FileKind = ({ format: 'csv' } & CsvFileOptions) | ({ format: 'xlsx' } & XlsxFileOptions);

/** What the worker is asked to do; each is answered before the next is sent. */
export type WriteRequest =
  | { kind: 'open'; file: FileKind }
  | { kind: 'rows'; rows: readonly ExportRow[] }
  | { kind: 'finish'; ending: FileEnding }
  | { kind: 'discard' };

export type WriteReply = { kind: 'done'; file: Blob | null } | { kind: 'failed'; message: string };
