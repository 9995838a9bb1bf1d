import { heightOf, widthOf, type CellRange } from './cell-range.ts';
import type { CellTexts } from './clipboard-text.ts';

/** Where pasted cells land, and which of them. */
export interface PastedBlock {
  readonly range: CellRange;
  /** The text for a cell of `range`; undefined where its row was shorter than the others. */
  textAt(row: number, column: number): string | undefined;
  /** Columns that had no room. */
  readonly cutOff: number;
}

/**
 * Lays cells over a selected range as spreadsheets do: a range whose sides are multiples of theirs is filled with
 * repetitions, any other is only where they begin. Rows may go past the end, columns may not.
 */
export function pastedBlock(cells: CellTexts, selected: CellRange, columnCount: number): PastedBlock {
  const height = cells.length;
  const width = Math.max(0, ...cells.map((row) => row.length));
  const repeats = height > 0 && width > 0 && heightOf(selected) % height === 0 && widthOf(selected) % width === 0;
  const { top, left } = selected;
  const bottom = repeats ? selected.bottom : top + height - 1;
  const right = repeats ? selected.right : Math.min(left + width, columnCount) - 1;
  return {
    range: { top, bottom, left, right },
    textAt: (row, column) => cells[(row - top) % height]?.[(column - left) % width],
    cutOff: Math.max(0, left + width - columnCount),
  };
}
