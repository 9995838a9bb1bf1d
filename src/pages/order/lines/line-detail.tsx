import { Trans } from '@lingui/react/macro';
import { useMemo, useSyncExternalStore } from 'react';

import type { GridSession } from '#features/grid/grid-session.ts';
import type { GridStore } from '#features/grid/grid-store.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import { useOrderWords } from '#pages/order/order-words.ts';

import { lineNotes, type LineView } from './line-view.ts';
import styles from './order-columns.module.css';

/** All there is to say about the line that is active in the grid, where a cell would cut it short. */
export function LineDetail(props: { grid: GridSession<DraftLine, LineView>; lineNumber: (key: number) => number }) {
  const words = useOrderWords();
  const { grid, lineNumber } = props;
  const row = useSyncExternalStore(grid.selection.subscribe, () => grid.selection.getState().active.row);
  const key = useSyncExternalStore(grid.view.subscribe, () => grid.keyAt(row));
  const entry = useSyncExternalStore(
    (listener) => grid.store.subscribeRow(key, listener),
    () => grid.store.getEntry(key),
  );
  const view = entry?.derived;
  const notes = view ? lineNotes(entry.row, view, words) : [];
  if (!entry || !view || notes.length === 0) return null;
  return (
    <p className={styles.detail}>
      <strong>
        <Trans>Line {lineNumber(key)}</Trans>
      </strong>{' '}
      {view.product?.name && <bdi>{view.product.name}. </bdi>}
      {notes.join(' · ')}
    </p>
  );
}

/** The number of a line by its key, from 1, in the order as it stands unsorted. */
export function useLineNumber(lines: GridStore<DraftLine, LineView>): (key: number) => number {
  const keys = useSyncExternalStore(lines.subscribeStructure, lines.getKeys);
  return useMemo(() => (key: number) => keys.indexOf(key) + 1, [keys]);
}
