import { Observable } from '#stock/observable.ts';

/** Displayed position of a cell: row and column from 0, after sorting and filtering. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** A block of cells; all bounds are inclusive. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The active cell, and the opposite corner of the selected range. */
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
 * Returns the block that filling from `range` towards `to` writes, in the direction of the greatest distance. Null if
 * `to` is within `range`.
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

/** A movement from one cell to another. */
export type Motion =
  | { readonly by: 'cell' | 'edge'; readonly direction: Direction }
  | { readonly by: 'page'; readonly direction: 'up' | 'down' }
  | { readonly to: 'row-start' | 'row-end' | 'grid-start' | 'grid-end' };

/** Grid properties needed to calculate a movement. */
export interface MotionContext {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Number of visible rows. */
  readonly pageSize: number;
  isEmpty(position: CellPosition): boolean;
}

/** Returns the position after a movement, always within the grid. */
export function positionAfter(from: CellPosition, motion: Motion, field: MotionContext): CellPosition {
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

/** Returns the next or previous editable cell in reading order, null past either end. */
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
    // If no column is editable, no other row has an editable cell either.
    if (Math.abs(place - start) > columnCount) return null;
  }
  return null;
}

/** Moves like Ctrl+arrow in spreadsheets: to the end of a run of filled cells, or to the next filled cell. */
function towardsEdge(from: CellPosition, direction: Direction, field: MotionContext): CellPosition {
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

/** The part of the selection in one row. */
export interface RowMark {
  /** First and last column of the range; -1 if the row isn't in it. */
  readonly from: number;
  readonly to: number;
  readonly isTop: boolean;
  readonly isBottom: boolean;
  /** Column of the active cell; -1 if it is in another row. */
  readonly active: number;
  /** Whether the range is larger than one cell. */
  readonly isWide: boolean;
  /** Columns that the current fill would write; -1 without one. */
  readonly fillFrom: number;
  readonly fillTo: number;
}

const start: CellPosition = { row: 0, column: 0 };

/** The selected range. Not React state, so that a move re-renders only the rows it leaves and enters. */
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

  /** Shows the cells that the current fill would write. */
  setFill(fill: CellRange | null): void {
    this.#shown.set({ ...this.#shown.get(), fill });
  }

  /** Null if the row contains no part of the selection. Referentially stable until that changes. */
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
