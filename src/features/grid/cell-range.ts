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

export function heightOf({ top, bottom }: CellRange): number {
  return bottom - top + 1;
}

export function widthOf({ left, right }: CellRange): number {
  return right - left + 1;
}

export function isSingle(range: CellRange): boolean {
  return range.top === range.bottom && range.left === range.right;
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
