import { createContext, use } from 'react';

import type { GridColumn, GridRow } from './grid-column.ts';
import type { GridSession } from './grid-session.ts';

/** Shared by the parts of one grid. Typed for any row, because cells pass rows only to their own columns. */
export interface GridParts {
  readonly session: GridSession;
  readonly columns: readonly GridColumn<GridRow, unknown>[];
  /** Pixels. */
  readonly rowHeight: number;
  /** Height of the header row, pixels. */
  readonly headHeight: number;
  /** Whether rows are rendered as cards. Otherwise the first column is frozen. */
  readonly isCard: boolean;
  readonly presence: GridPresence;
}

export const GridContext = createContext<GridParts | null>(null);

/** @throws Error outside a grid. */
export function useGrid(): GridParts {
  const parts = use(GridContext);
  if (!parts) throw new Error('useGrid needs a Grid above it');
  return parts;
}

/** Whether a cell has focus, and the last pointer type. Not React state, because rendering doesn't depend on it. */
export class GridPresence {
  hasFocus = false;
  /** Whether the last pointer was touch. The on-screen keyboard must then stay closed until a cell is edited. */
  isTouch = false;

  /** A cell has focus, or is about to receive it. */
  enter(): void {
    this.hasFocus = true;
  }

  /** Focus moved to `element`. */
  focusMovedTo(element: Element): void {
    this.hasFocus = element.closest('[data-row]') !== null;
  }

  /** `kind` is the type of a pointer event. */
  setPointerType(kind: string): void {
    this.isTouch = kind === 'touch';
  }
}

/** Focuses the active cell. Clicks and keys on it don't re-render it, so it wouldn't receive focus. */
export function focusActiveCell(grid: Element | null | undefined): void {
  grid?.querySelector<HTMLElement>('[data-active] input, [data-active][tabindex="0"]')?.focus({ preventScroll: true });
}
