import { Observable } from '#lib/observable.ts';

/** A cell by its place on screen: row and column from 0, after sorting and filtering. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** A block of cells; all four edges belong to it. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The cell that has the keyboard, and the corner of the range that lies opposite to it. */
export interface Selection {
  readonly active: CellPosition;
  readonly head: CellPosition;
}

export function rangeOf({ active, head }: Selection): CellRange {
  return {
    top: Math.min(active.row, head.row),
    bottom: Math.max(active.row, head.row),
    left: Math.min(active.column, head.column),
    right: Math.max(active.column, head.column),
  };
}

export function sizeOf({ top, bottom, left, right }: CellRange): { rows: number; columns: number } {
  return { rows: bottom - top + 1, columns: right - left + 1 };
}

/**
 * The block that filling from `range` towards `to` writes: along the direction in which `to` lies farther outside;
 * null where it lies inside.
 */
export function fillTarget(range: CellRange, to: CellPosition): CellRange | null {
  const { top, bottom, left, right } = range;
  const down = to.row - bottom;
  const up = top - to.row;
  const onward = to.column - right;
  const back = left - to.column;
  const farthest = Math.max(down, up, onward, back);
  if (farthest <= 0) return null;
  if (down === farthest) return { ...range, top: bottom + 1, bottom: to.row };
  if (up === farthest) return { ...range, top: to.row, bottom: top - 1 };
  if (onward === farthest) return { ...range, left: right + 1, right: to.column };
  return { ...range, left: to.column, right: left - 1 };
}

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
  const [rows, columns] = steps[motion.direction];
  const length = motion.by === 'page' ? Math.max(1, field.pageSize - 1) : 1;
  return {
    row: clamp(from.row + rows * length, lastRow),
    column: clamp(from.column + columns * length, lastColumn),
  };
}

/** The next cell to write in, in reading order, or the one before; null past either end. */
export function nextEditable(
  from: CellPosition,
  back: boolean,
  field: { rowCount: number; columnCount: number; isEditable: (column: number) => boolean },
): CellPosition | null {
  const { rowCount, columnCount, isEditable } = field;
  const step = back ? -1 : 1;
  const start = from.row * columnCount + from.column;
  for (let place = start + step; place >= 0 && place < rowCount * columnCount; place += step) {
    const column = place % columnCount;
    if (isEditable(column)) return { row: Math.floor(place / columnCount), column };
    // Without a cell to write in, there is none in any other row either.
    if (Math.abs(place - start) > columnCount) return null;
  }
  return null;
}

/** The way spreadsheets jump: to the end of a run of filled cells, or over empty ones to the next filled cell. */
function towardsEdge(from: CellPosition, direction: Direction, field: MotionField): CellPosition {
  const [rows, columns] = steps[direction];
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

const steps: Readonly<Record<Direction, readonly [rows: number, columns: number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(value, last));
}

/** What of the selection lies in one row. */
export interface RowMark {
  /** The columns of the range, from and to; -1 where none of it is here. */
  readonly from: number;
  readonly to: number;
  readonly isTop: boolean;
  readonly isBottom: boolean;
  /** The column of the active cell; -1 where it is in another row. */
  readonly active: number;
  /** Whether the range is more than one cell. */
  readonly isWide: boolean;
  /** The columns that a fill under way would write; -1 where none. */
  readonly fillFrom: number;
  readonly fillTo: number;
}

const start: CellPosition = { row: 0, column: 0 };

/** The selected range, outside React, so that a move renders only the rows that it leaves and enters. */
export class GridSelection {
  readonly #shown = new Observable<{ selection: Selection; fill: CellRange | null }>({
    selection: { active: start, head: start },
    fill: null,
  });
  readonly #marks = new Map<number, RowMark>();

  getState = (): Selection => this.#shown.get().selection;
  subscribe = this.#shown.subscribe;

  set(active: CellPosition, head: CellPosition = active): void {
    const { selection: old, fill } = this.#shown.get();
    if (isSameCell(active, old.active) && isSameCell(head, old.head)) return;
    this.#shown.set({ selection: { active, head }, fill });
  }

  /** Shows what a fill under way would write. */
  setFill(fill: CellRange | null): void {
    this.#shown.set({ ...this.#shown.get(), fill });
  }

  /** Null where nothing of the selection is in the row; the same object for as long as nothing changes for it. */
  markOf(row: number): RowMark | null {
    const { selection, fill } = this.#shown.get();
    const mark = markOf(row, selection, fill);
    const old = this.#marks.get(row);
    if (mark && old && isSameMark(mark, old)) return old;
    if (mark) this.#marks.set(row, mark);
    else this.#marks.delete(row);
    return mark;
  }
}

function markOf(row: number, selection: Selection, fill: CellRange | null): RowMark | null {
  const range = rangeOf(selection);
  const isIn = row >= range.top && row <= range.bottom;
  const isFilled = fill !== null && row >= fill.top && row <= fill.bottom;
  if (!isIn && !isFilled) return null;
  return {
    from: isIn ? range.left : -1,
    to: isIn ? range.right : -1,
    isTop: row === range.top,
    isBottom: row === range.bottom,
    active: row === selection.active.row ? selection.active.column : -1,
    isWide: range.top !== range.bottom || range.left !== range.right,
    fillFrom: isFilled ? fill.left : -1,
    fillTo: isFilled ? fill.right : -1,
  };
}

function isSameCell(a: CellPosition, b: CellPosition): boolean {
  return a.row === b.row && a.column === b.column;
}

function isSameMark(a: RowMark, b: RowMark): boolean {
  return (Object.keys(a) as (keyof RowMark)[]).every((name) => a[name] === b[name]);
}
