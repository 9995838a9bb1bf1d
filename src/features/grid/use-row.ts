import { useCallback, useSyncExternalStore } from 'react';

import type { Editing } from './editor-model.ts';
import { useGrid } from './grid-context.ts';
import type { GridRow, RowEntry, RowKey } from './row-entry.ts';
import type { RowMark } from './row-mark.ts';

/** A row's values; renders when they change and never otherwise. Undefined for the blank row. */
export function useRowEntry(key: RowKey): RowEntry<GridRow, unknown> | undefined {
  const { store } = useGrid().session;
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, () => store.getEntry(key));
}

/** What of the selection lies in the row; null where nothing does. */
export function useRowMark(row: number): RowMark | null {
  const { selection } = useGrid().session;
  return useSyncExternalStore(selection.subscribe, () => selection.markOf(row));
}

/** The edit under way in the row; null where there is none. */
export function useRowEditing(key: RowKey): Editing | null {
  const { editor } = useGrid().session;
  return useSyncExternalStore(editor.subscribe, () => (editor.getState()?.key === key ? editor.getState() : null));
}
