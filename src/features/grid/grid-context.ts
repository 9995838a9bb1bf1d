import { createContext, use } from 'react';

import type { GridColumn, GridRow } from './grid-column.ts';
import type { GridSession } from './grid-session.ts';
import type { ShownRows } from './grid-view.ts';

/** What the parts of one grid share. Rows of any kind pass: a cell hands them back to their own columns only. */
export interface GridParts {
  readonly session: GridSession;
  readonly columns: readonly GridColumn<GridRow, unknown>[];
  /** Pixels. */
  readonly rowHeight: number;
  /** Of the headings, in pixels. */
  readonly headHeight: number;
  /** Whether rows are drawn as cards; else the first column stays in view when the others scroll. */
  readonly isCard: boolean;
  readonly presence: GridPresence;
  readonly onShow: (shown: ShownRows) => void;
}

export const GridContext = createContext<GridParts | null>(null);

/** @throws Error outside of a grid. */
export function useGrid(): GridParts {
  const parts = use(GridContext);
  if (!parts) throw new Error('useGrid needs a Grid above it');
  return parts;
}

/** Whether the cells have the keyboard and what pointed last: read when it matters, never rendered. */
export class GridPresence {
  hasFocus = false;
  /** A finger pointed last: the keyboard on the screen must wait until a cell is edited. */
  isTouch = false;

  /** The cells have the keyboard, or are about to take it. */
  enter(): void {
    this.hasFocus = true;
  }

  /** The keyboard went to `element`. */
  movedTo(element: Element): void {
    this.hasFocus = element.closest('[data-row]') !== null;
  }

  /** `kind` is that of a pointer event. */
  pointedWith(kind: string): void {
    this.isTouch = kind === 'touch';
  }
}

/** A click or a key on the cell that is active already renders nothing, so the keyboard is given to it here. */
export function focusActiveCell(grid: Element | null | undefined): void {
  grid?.querySelector<HTMLElement>('[data-active] input, [data-active][tabindex="0"]')?.focus({ preventScroll: true });
}
