// oxlint-disable jsx-a11y/prefer-tag-over-role -- table elements can't be positioned and laid out per row
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { EllipsisVertical } from 'lucide-react';
import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react';

import { CellEditor } from './cell-editor.tsx';
import type { GridColumn, GridRow, RowEntry, RowKey } from './grid-column.ts';
import { useGrid } from './grid-context.ts';
import type { CellPosition, RowMark } from './cell-range.ts';
import type { Editing } from './grid-session.ts';
import { useEditing, useEntry, useSelected, useView } from './grid-state.ts';
import classes from './grid.module.css';

const overscan = 4;

/** The visible rows, and the active row even if scrolled out of view, because it has focus. */
export function GridBody() {
  const { session, rowHeight, headHeight } = useGrid();
  const body = useRef<HTMLDivElement>(null);
  const keys = useView(session, (state) => state.keys);
  const active = useSelected(session, (selection) => selection.getState().active.row);
  const count = keys.length + 1;

  // oxlint-disable-next-line react/incompatible-library -- the reason this is a separate component
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => body.current?.parentElement ?? null,
    estimateSize: () => rowHeight,
    // Approximate size, so that the rows are in the first render.
    initialRect: { width: 0, height: window.innerHeight * 0.7 },
    overscan,
    // The header overlaps the first part of the scroll area.
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
      // Checked first, because the virtualizer would force a layout even if no scrolling is needed.
      const isInView = top >= 0 && top + rowHeight <= scroller.clientHeight - headHeight;
      if (!isInView) virtualizer.scrollToIndex(row, { align: 'auto' });
      revealColumn(scroller, column);
    };
    // Of a grid below or above the view, too.
    const revealInPage = () =>
      body.current?.querySelector('[data-active]')?.parentElement?.scrollIntoView({ block: 'nearest' });
    // Shows the active cell when the user returns to the page.
    reveal(session.selection.getState().active);
    return session.revealed.subscribe(() => {
      reveal(session.revealed.get());
      requestAnimationFrame(revealInPage);
    });
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

/** Scrolls horizontally until a column is fully visible beside the frozen ones. */
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
  /** Displayed index, from 0. */
  index: number;
  /** Pixels from the top of the body. */
  top: number;
}

/** One row. It re-renders only when its values, selection or edit change. */
const GridRowView = memo(function GridRowView({ rowKey, index, top }: GridRowProps) {
  const { session, columns, isCard, presence } = useGrid();
  const row = useRef<HTMLDivElement>(null);
  const stored = useEntry(session, rowKey);
  const mark = useSelected(session, (selection) => selection.markOf(index));
  const editing = useEditing(session, rowKey);
  const blank = useMemo(() => session.entryOf(rowKey), [session, rowKey]);
  const number = session.view.numberOf(rowKey, index);
  const active = mark?.active ?? -1;

  // An editable cell has an editor, which focuses itself.
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
        {stored && isCard && <EllipsisVertical size={16} />}
      </div>
      {columns.map((column, at) =>
        gridCell({
          column,
          at,
          entry: stored ?? blank,
          isBlank: stored === undefined,
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
  /** Index of the column, from 0. */
  at: number;
  entry: RowEntry<GridRow, unknown>;
  /** Whether it is of the blank row. */
  isBlank: boolean;
  rowNumber: number;
  mark: RowMark | null;
  editing: Editing | null;
  isCard: boolean;
}

/**
 * Renders one cell. A plain function, because there are many cells and none has state. The active cell contains the
 * editor, which has focus from the start, so that the first key isn't lost.
 */
function gridCell({ column, at, entry, isBlank, rowNumber, mark, editing, isCard }: GridCellProps) {
  const isActive = mark?.active === at;
  const isSelected = mark !== null && at >= mark.from && at <= mark.to;
  const hasEditor = column.read !== undefined && (isActive || editing !== null);
  const hasHandle = isSelected && mark.isBottom && at === mark.to && editing === null && !isCard;
  const problem = column.problem?.(entry) ?? null;
  const isShown = column.area !== undefined && (column.read !== undefined || !isBlank);
  // Cards have no headings. An empty cell is named only where it is filled in: *Ship by* below a date would seem its label.
  const isFilledIn = isBlank || mark !== null || problem !== null;
  const isNamed = isCard && isFilledIn && column.read !== undefined && column.text(entry) === '';
  const placeholder = isNamed ? column.header : undefined;

  return (
    <div
      key={column.id}
      role="gridcell"
      aria-colindex={at + 1}
      aria-selected={isSelected}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- a gridcell supports it (ARIA 1.2)
      aria-readonly={column.read ? undefined : true}
      aria-invalid={problem === null ? undefined : true}
      tabIndex={isActive && !hasEditor ? 0 : -1}
      className={classes['cell']}
      data-column={at}
      style={isCard ? { gridArea: column.area, display: isShown ? undefined : 'none' } : undefined}
      data-align={column.align}
      data-placeholder={editing ? undefined : placeholder}
      data-bad={problem !== null || column.isBad?.(entry) || undefined}
      data-active={isActive || undefined}
      data-editing={editing ? true : undefined}
      data-frozen={(at === 0 && !isCard) || undefined}
      data-handle={hasHandle || undefined}
      {...rangeAttributes(at, mark, isSelected)}
    >
      {column.content ? column.content(entry) : column.text(entry)}
      {hasEditor && <CellEditor {...{ column, rowNumber, editing, placeholder }} />}
      {hasHandle && <span className={classes['handle']} data-fill-handle />}
    </div>
  );
}

/** Returns which sides of the cell have the outline of the range or of the current fill. */
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
