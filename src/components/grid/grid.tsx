import { useMediaQuery } from '@mantine/hooks';
import { useId, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type FocusEvent } from 'react';

import { useLocale } from '#components/locale/locale-context.tsx';

import type { PopoverAnchor } from './anchored-popover.tsx';
import { placeOf } from './cell-at.ts';
import { GridBody } from './grid-body.tsx';
import type { GridColumn } from './grid-column.ts';
import { GridContext } from './grid-context.ts';
import { GridFooter } from './grid-footer.tsx';
import { GridHeader } from './grid-header.tsx';
import classes from './grid.module.css';
import { GridPresence } from './grid-presence.ts';
import type { GridSession } from './grid-session.ts';
import type { GridRow } from './row-entry.ts';
import { RowMenu } from './row-menu.tsx';
import { useGridClipboard, type PasteInterceptor } from './use-grid-clipboard.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridKeyHelp } from './use-grid-key-help.ts';
import { useGridLabels } from './use-grid-labels.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { useRowCount } from './use-row-count.ts';
import { ViewBar } from './view-bar.tsx';

interface GridProps<Row extends GridRow, Derived> {
  session: GridSession<Row, Derived>;
  /** The same objects until something in them changes. */
  columns: readonly GridColumn<Row, Derived>[];
  /** The grid's accessible name. */
  label: string;
  /** Whether the first column stays in view when the others scroll; default true. */
  isFrozen?: boolean;
  onPaste?: PasteInterceptor;
}

/** A spreadsheet over the rows of a store: see {@link GridSession} for what it can do, {@link GridColumn} for what it shows. */
export function Grid<Row extends GridRow, Derived>({
  session,
  columns,
  label,
  isFrozen = true,
  onPaste,
}: GridProps<Row, Derived>) {
  const { locale } = useLocale();
  const labels = useGridLabels();
  useGridKeyHelp();
  const hintId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [presence] = useState(() => new GridPresence());
  const rowHeight = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ? 44 : 36;
  const [openColumn, setOpenColumn] = useState<number | null>(null);
  const [menuAnchor, setMenuAnchor] = useState<PopoverAnchor | null>(null);
  const parts = useMemo(
    () => ({ session, columns, rowHeight, isFrozen, presence }),
    [session, columns, rowHeight, isFrozen, presence],
  );
  const rowCount = useRowCount(session);
  useLayoutEffect(() => session.configure({ columns, locale, labels }), [session, columns, locale, labels]);

  const onKeyDown = useGridKeys(session, { scroller, openColumnMenu: setOpenColumn });
  const clipboard = useGridClipboard(session, onPaste);
  const pointer = useGridPointer(parts);

  function onBlur({ relatedTarget }: FocusEvent) {
    // Without a target it is the window that lost the keyboard, or a cell that is about to hand it on.
    if (relatedTarget) presence.movedTo(relatedTarget);
  }

  return (
    <GridContext value={parts}>
      <div className={classes['grid']} onFocus={({ target }) => presence.movedTo(target)} onBlur={onBlur}>
        <ViewBar />
        <div
          ref={scroller}
          role="grid"
          tabIndex={-1}
          aria-label={label}
          aria-describedby={hintId}
          aria-rowcount={rowCount + 1}
          aria-colcount={columns.length}
          aria-multiselectable
          className={classes['scroller']}
          style={sizesOf(columns, rowHeight, rowCount)}
          onKeyDown={onKeyDown}
          onContextMenu={(event) => {
            const place = placeOf(event.target);
            if (!place || session.editor.getState()) return;
            event.preventDefault();
            const { top, bottom } = session.range;
            if (place.row < top || place.row > bottom) session.select(place);
            const isPointed = event.clientX > 0 || event.clientY > 0;
            const { left, bottom: below } = (event.target as Element).getBoundingClientRect();
            setMenuAnchor(isPointed ? { x: event.clientX, y: event.clientY } : { x: left, y: below });
          }}
          {...clipboard}
          {...pointer}
        >
          <GridHeader openColumn={openColumn} onOpenColumn={setOpenColumn} />
          <GridBody scroller={scroller} />
        </div>
        <GridFooter hintId={hintId} onRows={(button) => setMenuAnchor(pointOf(button))} />
        {menuAnchor && <RowMenu anchor={menuAnchor} onClose={() => setMenuAnchor(null)} />}
      </div>
    </GridContext>
  );
}

function pointOf(button: HTMLElement): PopoverAnchor {
  const { left, top } = button.getBoundingClientRect();
  return { x: left, y: top };
}

/** The widths that every row lays its cells out by. */
function sizesOf(columns: readonly GridColumn<GridRow, unknown>[], rowHeight: number, rowCount: number): CSSProperties {
  const gutter = Math.max(36, String(rowCount).length * 8 + 18);
  const tracks = columns.map(({ width, grow }) => (grow ? `minmax(${width}px, ${grow}fr)` : `${width}px`));
  const total = columns.reduce((sum, { width }) => sum + width, gutter);
  return {
    '--grid-row-height': `${rowHeight}px`,
    '--grid-gutter': `${gutter}px`,
    '--grid-tracks': `${gutter}px ${tracks.join(' ')}`,
    '--grid-width': `${total}px`,
  } as CSSProperties;
}
