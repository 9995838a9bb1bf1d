import type { CellPosition } from './cell-range.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

/** A way to go from one cell to another. */
export type Motion =
  | { readonly by: 'cell' | 'edge'; readonly direction: Direction }
  | { readonly by: 'page'; readonly direction: 'up' | 'down' }
  | { readonly to: 'row-start' | 'row-end' | 'grid-start' | 'grid-end' };

/** What a motion needs to know of the grid. */
export interface MotionField {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Rows in view. */
  readonly pageSize: number;
  isEmpty(position: CellPosition): boolean;
}

/** Where a motion leads; never out of the grid. */
export function moved(from: CellPosition, motion: Motion, field: MotionField): CellPosition {
  const lastRow = field.rowCount - 1;
  const lastColumn = field.columnCount - 1;
  if ('to' in motion) {
    if (motion.to === 'row-start') return { ...from, column: 0 };
    if (motion.to === 'row-end') return { ...from, column: lastColumn };
    return motion.to === 'grid-start' ? { row: 0, column: 0 } : { row: lastRow, column: lastColumn };
  }
  if (motion.by === 'edge') return towardsEdge(from, motion.direction, field);
  const [rows, columns] = stepOf(motion.direction);
  const length = motion.by === 'page' ? Math.max(1, field.pageSize - 1) : 1;
  return {
    row: clamp(from.row + rows * length, lastRow),
    column: clamp(from.column + columns * length, lastColumn),
  };
}

/** The next cell in reading order, or the one before; null past either end. */
export function inReadingOrder(
  from: CellPosition,
  back: boolean,
  { rowCount, columnCount }: Pick<MotionField, 'rowCount' | 'columnCount'>,
): CellPosition | null {
  const place = from.row * columnCount + from.column + (back ? -1 : 1);
  if (place < 0 || place >= rowCount * columnCount) return null;
  return { row: Math.floor(place / columnCount), column: place % columnCount };
}

/** The way spreadsheets jump: to the end of a run of filled cells, or over empty ones to the next filled cell. */
function towardsEdge(from: CellPosition, direction: Direction, field: MotionField): CellPosition {
  const [rows, columns] = stepOf(direction);
  const next = ({ row, column }: CellPosition) => ({ row: row + rows, column: column + columns });
  const isInside = ({ row, column }: CellPosition) =>
    row >= 0 && row < field.rowCount && column >= 0 && column < field.columnCount;

  let here = from;
  if (!isInside(next(here))) return here;
  const runs = !field.isEmpty(here) && !field.isEmpty(next(here));
  if (!runs) here = next(here);
  while (isInside(next(here)) && (runs ? !field.isEmpty(next(here)) : field.isEmpty(here))) here = next(here);
  return here;
}

function stepOf(direction: Direction): readonly [rows: number, columns: number] {
  if (direction === 'up') return [-1, 0];
  if (direction === 'down') return [1, 0];
  return direction === 'left' ? [0, -1] : [0, 1];
}

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(value, last));
}
