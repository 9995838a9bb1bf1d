// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element can't give each row a place and a layout of its own
import { memo, useMemo } from 'react';

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
  const { session, columns, isFrozen } = useGrid();
  const stored = useRowEntry(rowKey);
  const mark = useRowMark(index);
  const editing = useRowEditing(rowKey);
  const blank = useMemo(() => session.entryOf(rowKey), [session, rowKey]);
  const number = session.view.numberOf(rowKey, index);

  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
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
