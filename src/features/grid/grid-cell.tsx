// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element can't give each row a place and a layout of its own
import { CellEditor } from './cell-editor.tsx';
import type { Editing } from './editor-model.ts';
import classes from './grid-cell.module.css';
import type { GridColumn } from './grid-column.ts';
import type { GridRow, RowEntry } from './row-entry.ts';
import type { RowMark } from './row-mark.ts';

interface GridCellProps {
  column: GridColumn<GridRow, unknown>;
  /** The column's place, from 0. */
  at: number;
  entry: RowEntry<GridRow, unknown>;
  rowNumber: number;
  mark: RowMark | null;
  editing: Editing | null;
  isFrozen: boolean;
}

/** One cell, without a hook of its own: there are many. The active one holds the editor, which has the keyboard from the start so that no first key is lost. */
export function GridCell({ column, at, entry, rowNumber, mark, editing, isFrozen }: GridCellProps) {
  const isActive = mark?.active === at;
  const isSelected = mark !== null && at >= mark.from && at <= mark.to;
  const hasEditor = column.read !== undefined && (isActive || editing !== null);
  const hasHandle = isSelected && mark.isBottom && at === mark.to && editing === null;
  const problem = column.problem?.(entry) ?? null;

  return (
    <div
      role="gridcell"
      aria-colindex={at + 1}
      aria-selected={isSelected}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- a gridcell does support it (ARIA 1.2)
      aria-readonly={column.read ? undefined : true}
      aria-invalid={problem === null ? undefined : true}
      tabIndex={isActive && !hasEditor ? 0 : -1}
      className={classes['cell']}
      data-column={at}
      data-align={column.align}
      data-tone={problem === null ? (column.tone?.(entry) ?? undefined) : 'bad'}
      data-active={isActive || undefined}
      data-editing={editing ? true : undefined}
      data-frozen={isFrozen || undefined}
      data-handle={hasHandle || undefined}
      {...rangeAttributes(at, mark, isSelected)}
    >
      {column.content ? column.content(entry) : column.text(entry)}
      {hasEditor && <CellEditor column={column} rowNumber={rowNumber} editing={editing} />}
      {hasHandle && <span className={classes['handle']} data-fill-handle />}
    </div>
  );
}

/** Where the outline of the range, or of a fill under way, runs along this cell. */
function rangeAttributes(at: number, mark: RowMark | null, isSelected: boolean) {
  if (!mark) return undefined;
  const isWide = isSelected && mark.isWide;
  return {
    'data-range': isWide || undefined,
    'data-top': (isWide && mark.isTop) || undefined,
    'data-bottom': (isWide && mark.isBottom) || undefined,
    'data-left': (isWide && at === mark.from) || undefined,
    'data-right': (isWide && at === mark.to) || undefined,
    'data-fill': (at >= mark.fillFrom && at <= mark.fillTo) || undefined,
  };
}
