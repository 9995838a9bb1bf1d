import { useMemo, useSyncExternalStore } from 'react';

import type { GridStore } from '#features/grid/grid-store.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';

import type { LineView } from './line-view.ts';

/** The number of a line by its key, from 1, in the order as it stands unsorted. */
export function useLineNumber(lines: GridStore<DraftLine, LineView>): (key: number) => number {
  const keys = useSyncExternalStore(lines.subscribeStructure, lines.getKeys);
  return useMemo(() => (key: number) => keys.indexOf(key) + 1, [keys]);
}
