import { useSyncExternalStore } from 'react';

import type { GridSession } from './grid-session.ts';

/** Rows on screen, with the blank one. */
export function useRowCount(session: GridSession): number {
  return useSyncExternalStore(session.view.subscribe, () => session.rowCount);
}
