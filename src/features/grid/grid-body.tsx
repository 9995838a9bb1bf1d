// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element can't give each row a place and a layout of its own
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';

import { CellEditor } from './cell-editor.tsx';
import type { GridColumn, GridRow, RowEntry, RowKey } from './grid-column.ts';
import { useGrid } from './grid-context.ts';
import type { CellPosition, RowMark } from './cell-range.ts';
import type { Editing } from './grid-session.ts';
import classes from './grid.module.css';

const overscan = 4;

/** The rows in view, and the active one wherever it is: it has the keyboard. */
export function GridBody() {
  const { session, rowHeight, headHeight } = useGrid();
  const body = useRef<HTMLDivElement>(null);
  const keys = useSyncExternalStore(session.view.subscribe, () => session.view.getState().keys);
  const active = useSyncExternalStore(session.selection.subscribe, () => session.selection.getState().active.row);
  const count = keys.length + 1;

  // oxlint-disable-next-line react/incompatible-library -- why it has this component to itself
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => body.current?.parentElement ?? null,
    estimateSize: () => rowHeight,
    // About what it is: without it the rows would come with a second render.
    initialRect: { width: 0, height: window.innerHeight * 0.7 },
    overscan,
    // The header lies over the first of what scrolls.
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      return rows.includes(active) || active >= count ? rows : [...rows, active].toSorted((a, b) => a - b);
    },
  });

  useEffect(() => {
    const reveal = ({ row, column }: CellPosition) => {
      const scroller = body.current?.parentElement;
      if (!scroller) return;
      const top = row * rowHeight - scroller.scrollTop;
      // The virtualizer would have the page laid out once more to scroll nowhere.
      const isInView = top >= 0 && top + rowHeight <= scroller.clientHeight - headHeight;
      if (!isInView) virtualizer.scrollToIndex(row, { align: 'auto' });
      revealColumn(scroller, column);
    };
    // Whoever comes back to the page finds the cell where they left it.
    reveal(session.selection.getState().active);
    return session.revealed.subscribe(() => reveal(session.revealed.get()));
  }, [session, virtualizer, rowHeight, headHeight]);

  useEffect(() => {
    const height = virtualizer.scrollRect?.height ?? 0;
    session.pageSize = Math.max(1, Math.floor(height / rowHeight) - 1);
  });

  return (
    <div ref={body} role="rowgroup" className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const key = session.keyAt(index);
        return <GridRowView key={key} rowKey={key} index={index} top={start - headHeight} />;
      })}
    </div>
  );
}

/** Scrolls sideways until a column lies clear of the frozen ones and of the edge. */
function revealColumn(scroller: HTMLElement, column: number): void {
  const header = scroller.querySelectorAll<HTMLElement>('[role="columnheader"]')[column];
  if (!header || header.dataset['frozen']) return;
  const view = scroller.getBoundingClientRect();
  const frozen = [...scroller.querySelectorAll<HTMLElement>('[data-corner], [role="columnheader"][data-frozen]')];
  const start = Math.max(view.left, ...frozen.map((element) => element.getBoundingClientRect().right));
  const { left, right } = header.getBoundingClientRect();
  if (left < start) scroller.scrollLeft -= start - left;
  else if (right > view.left + scroller.clientWidth) {
    scroller.scrollLeft += Math.min(right - view.left - scroller.clientWidth, left - start);
  }
}

interface GridRowProps {
  rowKey: RowKey;
  /** From 0, as on screen. */
  index: number;
  /** Pixels from the top of the body. */
  top: number;
}

/** One row; it renders when its own values, selection or edit change. */
const GridRowView = memo(function GridRowView({ rowKey, index, top }: GridRowProps) {
  const { session, columns, isCard, presence } = useGrid();
  const { store, selection, editor } = session;
  const row = useRef<HTMLDivElement>(null);
  const stored = useSyncExternalStore(store.subscribeRows, () => store.getEntry(rowKey));
  const mark = useSyncExternalStore(selection.subscribe, () => selection.markOf(index));
  const editing = useSyncExternalStore(editor.subscribe, () =>
    editor.getState()?.key === rowKey ? editor.getState() : null,
  );
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
      {columns.map((column, at) =>
        gridCell({
          column,
          at,
          entry: stored ?? blank,
          rowNumber: number,
          mark,
          editing: editing?.columnId === column.id ? editing : null,
          isCard,
        }),
      )}
    </div>
  );
});

interface GridCellProps {
  column: GridColumn<GridRow, unknown>;
  /** The column's place, from 0. */
  at: number;
  entry: RowEntry<GridRow, unknown>;
  rowNumber: number;
  mark: RowMark | null;
  editing: Editing | null;
  isCard: boolean;
}

/**
 * One cell: a plain function, since there are many and none has a state of its own. The active one holds the editor,
 * which has the keyboard from the start so that no first key is lost.
 */
function gridCell({ column, at, entry, rowNumber, mark, editing, isCard }: GridCellProps) {
  const isActive = mark?.active === at;
  const isSelected = mark !== null && at >= mark.from && at <= mark.to;
  const hasEditor = column.read !== undefined && (isActive || editing !== null);
  const hasHandle = isSelected && mark.isBottom && at === mark.to && editing === null;
  const problem = column.problem?.(entry) ?? null;

  return (
    <div
      key={column.id}
      role="gridcell"
      aria-colindex={at + 1}
      aria-selected={isSelected}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- a gridcell does support it (ARIA 1.2)
      aria-readonly={column.read ? undefined : true}
      aria-invalid={problem === null ? undefined : true}
      tabIndex={isActive && !hasEditor ? 0 : -1}
      className={classes['cell']}
      data-column={at}
      style={isCard ? { gridArea: column.area, display: column.area ? undefined : 'none' } : undefined}
      data-align={column.align}
      data-bad={problem !== null || column.isBad?.(entry) || undefined}
      data-active={isActive || undefined}
      data-editing={editing ? true : undefined}
      data-frozen={(at === 0 && !isCard) || undefined}
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
