/** A place in the heatmap: row and column from 0. */
export interface CellPlace {
  row: number;
  column: number;
}

interface HeatmapExtent {
  rows: number;
  columns: number;
  /** How many rows a page has. */
  page: number;
}

/** Where a key takes the cursor, held within the heatmap; null for a key that moves nothing. */
export function placeAfterKey(
  { row, column }: CellPlace,
  { key, isWhole }: { key: string; isWhole: boolean },
  { rows, columns, page }: HeatmapExtent,
): CellPlace | null {
  const moves: Record<string, CellPlace> = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row: isWhole ? 0 : row, column: 0 },
    End: { row: isWhole ? rows - 1 : row, column: columns - 1 },
  };
  const next = moves[key];
  return next ? { row: clamp(next.row, rows), column: clamp(next.column, columns) } : null;
}

/** The place moved to where the heatmap still reaches. */
export function placeWithin({ row, column }: CellPlace, { rows, columns }: Omit<HeatmapExtent, 'page'>): CellPlace {
  return { row: clamp(row, rows), column: clamp(column, columns) };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
