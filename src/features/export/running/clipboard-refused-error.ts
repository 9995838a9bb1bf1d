import type { CopiedContent } from '#features/export/copy-to-clipboard.ts';
import type { ExportColumn } from '#domain/export/export-table.ts';

import type { GatheredRows } from './gather-rows.ts';

/** A table that is ready, kept since the browser refused it. */
export interface RefusedTable extends GatheredRows {
  columns: readonly ExportColumn[];
  copied: CopiedContent;
}

/** The browser keeps the clipboard closed; a click of its own may open it, or the table is copied by hand. */
export class ClipboardRefusedError extends Error {
  override readonly name = 'ClipboardRefusedError';
  readonly table: RefusedTable;

  constructor(table: RefusedTable) {
    super('The clipboard was refused');
    this.table = table;
  }
}
