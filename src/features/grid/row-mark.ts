import { rangeOf, type CellRange, type Selection } from './cell-range.ts';

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

/** Null where nothing of the selection is in the row. */
export function rowMark(row: number, selection: Selection, fill: CellRange | null): RowMark | null {
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

export function isSameMark(a: RowMark, b: RowMark): boolean {
  return (Object.keys(a) as (keyof RowMark)[]).every((name) => a[name] === b[name]);
}
