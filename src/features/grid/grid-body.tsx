// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element can't give each row a place and a layout of its own
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useSyncExternalStore } from 'react';

import classes from './grid-body.module.css';
import { useGrid } from './grid-context.ts';
import { GridRow } from './grid-row.tsx';
import { revealColumn } from './reveal-column.ts';

interface GridBodyProps {
  scroller: HTMLElement;
}

const overscan = 4;

/** The rows in view, and the active one wherever it is: it has the keyboard. */
export function GridBody({ scroller }: GridBodyProps) {
  const { session, rowHeight } = useGrid();
  const { keys } = useSyncExternalStore(session.view.subscribe, session.view.getState);
  const active = useSyncExternalStore(session.selection.subscribe, () => session.selection.getState().active.row);
  const count = keys.length + 1;

  // oxlint-disable-next-line react/incompatible-library -- why it has this component to itself
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan,
    // The header lies over the first row's height of what scrolls.
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      return rows.includes(active) || active >= count ? rows : [...rows, active].toSorted((a, b) => a - b);
    },
  });

  useEffect(
    () =>
      session.onReveal(({ row, column }) => {
        virtualizer.scrollToIndex(row, { align: 'auto' });
        revealColumn(scroller, column);
      }),
    [session, virtualizer, scroller],
  );

  useEffect(() => {
    const height = virtualizer.scrollRect?.height ?? 0;
    session.pageSize = Math.max(1, Math.floor(height / rowHeight) - 1);
  });

  return (
    <div role="rowgroup" className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const key = session.keyAt(index);
        return <GridRow key={key} rowKey={key} index={index} top={start - rowHeight} />;
      })}
    </div>
  );
}
