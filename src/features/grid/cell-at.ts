import type { CellPosition } from './cell-range.ts';

export interface CellPlace extends CellPosition {
  /** The row's number was meant, not a cell. */
  readonly isGutter: boolean;
  /** The handle at the end of the range, which fills. */
  readonly isHandle: boolean;
}

/** Which cell an element belongs to; null outside of cells. */
export function placeOf(target: EventTarget | null): CellPlace | null {
  // A list over the cells is none of them, wherever it hangs.
  if (!(target instanceof Element) || target.closest('[popover]')) return null;
  const row = target.closest<HTMLElement>('[data-row]');
  const cell = target.closest<HTMLElement>('[data-column]');
  const isGutter = target.closest('[data-gutter]') !== null;
  if (!row || (!cell && !isGutter)) return null;
  return {
    row: Number(row.dataset['row']),
    column: Number(cell?.dataset['column'] ?? 0),
    isGutter,
    isHandle: target.closest('[data-fill-handle]') !== null,
  };
}

/** The cell under a point of the window, or the nearest one where the point lies outside of the grid. */
export function cellAt(scroller: HTMLElement, x: number, y: number): CellPosition | null {
  const view = scroller.getBoundingClientRect();
  const header = scroller.querySelector('[role="row"]')?.getBoundingClientRect();
  const element = document.elementFromPoint(
    inside(x, view.left, view.left + scroller.clientWidth),
    inside(y, header?.bottom ?? view.top, view.top + scroller.clientHeight),
  );
  return placeOf(element);
}

function inside(value: number, low: number, high: number): number {
  return Math.max(low + 1, Math.min(value, high - 2));
}
