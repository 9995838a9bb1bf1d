import { createContext, use } from 'react';

import type { GridColumn } from './grid-column.ts';
import type { GridPresence } from './grid-presence.ts';
import type { GridSession } from './grid-session.ts';
import type { GridRow } from './row-entry.ts';

/** What the parts of one grid share. Rows of any kind pass: a cell hands them back to their own columns only. */
export interface GridParts {
  readonly session: GridSession;
  readonly columns: readonly GridColumn<GridRow, unknown>[];
  /** Pixels. */
  readonly rowHeight: number;
  /** Whether the first column stays in view when the others scroll. */
  readonly isFrozen: boolean;
  readonly presence: GridPresence;
}

export const GridContext = createContext<GridParts | null>(null);

/** @throws Error outside of a grid. */
export function useGrid(): GridParts {
  const parts = use(GridContext);
  if (!parts) throw new Error('useGrid needs a Grid above it');
  return parts;
}
