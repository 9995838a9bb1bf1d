import type { ExportColumn, ExportRow } from '#domain/export/export-table.ts';

const narrowest = 9;
const widest = 60;
/** What the filter's button takes of the header. */
const buttonWidth = 4;

/** Widths in characters that the header and the rows given fit into. */
export function columnWidths(columns: readonly ExportColumn[], rows: readonly ExportRow[]): number[] {
  return columns.map(({ header, kind }, at) => {
    const lengths = rows.map(({ cells }) => lengthOf(kind, cells[at] ?? null));
    const longest = Math.max(header.length + buttonWidth, ...lengths) + 1;
    return Math.min(Math.max(longest, narrowest), widest);
  });
}

function lengthOf(kind: ExportColumn['kind'], cell: string | number | null): number {
  if (cell === null) return 0;
  if (kind === 'date') return 10;
  // A quantity is written with its grouping and without its thousandths.
  return kind === 'quantity' ? Math.ceil(String(cell).length * 1.2) : String(cell).length;
}
