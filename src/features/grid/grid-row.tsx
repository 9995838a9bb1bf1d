// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element can't give each row a place and a layout of its own
import { memo, useLayoutEffect, useMemo, useRef } from 'react';

import { GridCell } from './grid-cell.tsx';
import { useGrid } from './grid-context.ts';
import classes from './grid-row.module.css';
import type { RowKey } from './row-entry.ts';
import { useRowEditing, useRowEntry, useRowMark } from './use-row.ts';

interface GridRowProps {
  rowKey: RowKey;
  /** From 0, as on screen. */
  index: number;
  /** Pixels from the top of the body. */
  top: number;
}

/** One row; it renders when its own values, selection or edit change. */
export const GridRow = memo(function GridRow({ rowKey, index, top }: GridRowProps) {
  const { session, columns, isFrozen, presence } = useGrid();
  const row = useRef<HTMLDivElement>(null);
  const stored = useRowEntry(rowKey);
  const mark = useRowMark(index);
  const editing = useRowEditing(rowKey);
  const blank = useMemo(() => session.entryOf(rowKey), [session, rowKey]);
  const number = session.view.numberOf(rowKey, index);
  const active = mark?.active ?? -1;

  // A cell that can be edited has an editor, which takes the keyboard itself.
  useLayoutEffect(() => {
    if (active < 0 || columns[active]?.read || !presence.hasFocus) return;
    row.current?.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: true });
  }, [active, columns, presence]);

  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      data-last={mark?.isBottom || undefined}
      data-blank={stored ? undefined : true}
      className={classes['row']}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        aria-hidden
        className={classes['gutter']}
        data-gutter
        data-selected={mark && mark.from >= 0 ? true : undefined}
      >
        {stored ? number : '+'}
      </div>
      {columns.map((column, at) => (
        <GridCell
          key={column.id}
          column={column}
          at={at}
          entry={stored ?? blank}
          rowNumber={number}
          mark={mark}
          editing={editing?.columnId === column.id ? editing : null}
          isFrozen={isFrozen && at === 0}
        />
      ))}
    </div>
  );
});
