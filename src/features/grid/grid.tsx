import { useMediaQuery } from '@mantine/hooks';
import { useId, useLayoutEffect, useMemo, useState, type FocusEvent } from 'react';

import { useLocale } from '#ui/locale.tsx';

import { GridBody } from './grid-body.tsx';
import type { GridColumn } from './grid-column.ts';
import { GridContext } from './grid-context.ts';
import { GridFooter } from './grid-footer.tsx';
import { GridHeader } from './grid-header.tsx';
import classes from './grid.module.css';
import { GridPresence } from './grid-presence.ts';
import type { GridSession } from './grid-session.ts';
import { gridSizes } from './grid-sizes.ts';
import type { GridRow } from './row-entry.ts';
import { RowMenu } from './row-menu.tsx';
import { useGridClipboard, type PasteInterceptor } from './use-grid-clipboard.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridKeyHelp } from './use-grid-key-help.ts';
import { useGridLabels } from './use-grid-labels.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { useRowCount } from './use-row-count.ts';
import { useRowMenu } from './use-row-menu.ts';
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
  // Held as state: the rows can only be measured once what they scroll in is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [presence] = useState(() => new GridPresence());
  const rowHeight = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ? 44 : 36;
  const [openColumn, setOpenColumn] = useState<number | null>(null);
  const rowMenu = useRowMenu(session);
  const parts = useMemo(
    () => ({ session, columns, rowHeight, isFrozen, presence }),
    [session, columns, rowHeight, isFrozen, presence],
  );
  const rowCount = useRowCount(session);
  useLayoutEffect(() => session.configure({ columns, locale, labels }), [session, columns, locale, labels]);
  useLayoutEffect(() => session.attach(), [session]);

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
          ref={setScroller}
          role="grid"
          tabIndex={-1}
          aria-label={label}
          aria-describedby={hintId}
          aria-rowcount={rowCount + 1}
          aria-colcount={columns.length}
          aria-multiselectable
          className={classes['scroller']}
          style={gridSizes(columns, rowHeight, rowCount)}
          onKeyDown={onKeyDown}
          onContextMenu={rowMenu.onContextMenu}
          {...clipboard}
          {...pointer}
        >
          <GridHeader openColumn={openColumn} onOpenColumn={setOpenColumn} />
          {scroller && <GridBody key={rowHeight} scroller={scroller} />}
        </div>
        <GridFooter hintId={hintId} onRows={rowMenu.openAt} />
        {rowMenu.anchor && <RowMenu anchor={rowMenu.anchor} onClose={rowMenu.close} />}
      </div>
    </GridContext>
  );
}
