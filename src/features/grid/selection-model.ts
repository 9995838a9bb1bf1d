import type { CellPosition, CellRange, Selection } from './cell-range.ts';
import { isSameMark, rowMark, type RowMark } from './row-mark.ts';

const start: CellPosition = { row: 0, column: 0 };

/** The selected range, outside React, so that a move renders only the rows that it leaves and enters. */
export class SelectionModel {
  #selection: Selection = { active: start, head: start };
  #fill: CellRange | null = null;
  readonly #marks = new Map<number, RowMark>();
  readonly #listeners = new Set<() => void>();

  getState = (): Selection => this.#selection;

  set(active: CellPosition, head: CellPosition = active): void {
    const old = this.#selection;
    if (isSame(active, old.active) && isSame(head, old.head)) return;
    this.#selection = { active, head };
    this.#tell();
  }

  /** Shows what a fill under way would write. */
  setFill(fill: CellRange | null): void {
    this.#fill = fill;
    this.#tell();
  }

  /** The same object for as long as nothing changes for that row. */
  markOf(row: number): RowMark | null {
    const mark = rowMark(row, this.#selection, this.#fill);
    const old = this.#marks.get(row);
    if (mark && old && isSameMark(mark, old)) return old;
    if (mark) this.#marks.set(row, mark);
    else this.#marks.delete(row);
    return mark;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}

function isSame(a: CellPosition, b: CellPosition): boolean {
  return a.row === b.row && a.column === b.column;
}
