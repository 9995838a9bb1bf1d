import { useLingui } from '@lingui/react/macro';
import { useWindowEvent } from '@mantine/hooks';
import {
  lazy,
  Suspense,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';

import { useKeyHelp } from '#ui/keys.ts';
import { useLocale } from '#ui/locale.tsx';
import { useIsNarrow } from '#ui/use-is-narrow.ts';

import { columnsType, readClipboardHtml, readCopiedColumns, readClipboardText } from './clipboard.ts';
import { GridBody } from './grid-body.tsx';
import type { GridColumn, GridRow, RowKey } from './grid-column.ts';
import { clearCells, copiedCells, pasteCells } from './grid-commands.ts';
import { focusActiveCell, GridContext, GridPresence } from './grid-context.ts';
import { GridFooter, ViewBar } from './grid-footer.tsx';
import { columnsButton, GridHeader } from './grid-header.tsx';
import { commandOf, runCommand } from './grid-keys.ts';
import type { GridSession } from './grid-session.ts';
import { useView } from './grid-state.ts';
import { type ShownRows, useGridTable } from './grid-view.ts';
import classes from './grid.module.css';
import { placeOf, useGridPointer } from './use-grid-pointer.ts';
import { useRowMenu } from './use-row-menu.ts';
import { useSwipe } from './use-swipe.ts';

const RowMenu = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }));

/** Receives pasted data before the grid. Returns true if it handles it. */
type PasteInterceptor = (paste: {
  text: string;
  html: string;
  cells: readonly (readonly string[])[];
  columns: readonly string[];
}) => boolean;

interface GridProps<Row extends GridRow, Derived> {
  session: GridSession<Row, Derived>;
  /** Must be referentially stable until the content changes. */
  columns: readonly GridColumn<Row, Derived>[];
  /** Accessible name of the grid. */
  label: string;
  /**
   * Cards on small screens: a `grid-template` with the area `gutter` and the columns' areas, one for the blank row with those
   * of its editable columns; height in pixels.
   */
  card?: { template: string; blank: string; height: number };
  /** Sorting and filters; must be referentially stable until they change. */
  shown: ShownRows;
  onShow: (shown: ShownRows) => void;
  onPaste?: PasteInterceptor;
  /** Called when a card is swiped away. */
  onSwipe?: (key: RowKey) => void;
}

/** Spreadsheet-like editor. See {@link GridSession} for its functions, {@link GridColumn} for its content. */
export function Grid<Row extends GridRow, Derived>({
  session,
  columns,
  label,
  card,
  shown,
  onShow,
  onPaste,
  onSwipe,
}: GridProps<Row, Derived>) {
  const { locale } = useLocale();
  useGridKeyHelp();
  const hintId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [presence] = useState(() => new GridPresence());
  const isNarrow = useIsNarrow();
  const isCard = isNarrow && card !== undefined;
  const lineHeight = isNarrow ? 44 : 36;
  const headHeight = isCard ? 0 : lineHeight;
  const rowHeight = isCard ? card.height : lineHeight;
  const [openColumn, setOpenColumn] = useState<number | null>(null);
  const rowMenu = useRowMenu(session);
  const parts = useMemo(
    () => ({ session, columns, rowHeight, headHeight, isCard, presence }),
    [session, columns, rowHeight, headHeight, isCard, presence],
  );

  const table = useGridTable(session.view, columns, locale, { shown, onShow });
  const { atoms } = table;
  useLayoutEffect(() => void (session.columns = columns), [session, columns]);
  // The table's atoms change only with the table itself.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => session.attach(table), [session, atoms]);
  // Deferred, so that headings and fields respond before thousands of rows are sorted and filtered.
  const arranged = useDeferredValue(shown);
  useLayoutEffect(() => session.view.show(arranged), [session, atoms, arranged]);
  const rowCount = useView(session, () => session.rowCount);

  useUndoAnywhere(session);
  const pointer = useGridPointer(parts);
  const swipe = useSwipe(isCard && onSwipe ? (row) => session.view.getState().keys[row] : null, onSwipe);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Ignores keys used by an input method (IME) or a menu over the cells.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === imeKeyCode;
    if (event.defaultPrevented || isComposing || !isWithin(event)) return;
    const command = commandOf(event, session.editor.getState()?.mode ?? null);
    if (!command) return typeIntoCell(event, session);
    const isDone = runCommand(command, session, {
      openColumnMenu: setOpenColumn,
      focusHeader: (column) =>
        (
          columnsButton(scroller.current) ??
          scroller.current?.querySelector<HTMLElement>(`[data-header="${column}"] button`)
        )?.focus(),
    });
    if (isDone) event.preventDefault();
    // The on-screen keyboard stays open for the next cell.
    if (command.do === 'enter' && presence.isTouch && session.editor.getState() === null) session.startEdit('caret');
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    pointer.onClick(event);
    if (!isCard || session.editor.getState()) return;
    const place = placeOf(event.target);
    if (place?.isGutter && place.row < session.rowCount - 1) rowMenu.openAt(event.target as Element);
  }

  function onBlur({ relatedTarget }: FocusEvent) {
    // Without a related target, the window lost focus, or a cell is about to pass it on.
    if (relatedTarget) presence.focusMovedTo(relatedTarget);
  }

  return (
    <GridContext value={parts}>
      <div className={classes['grid']} onFocus={({ target }) => presence.focusMovedTo(target)} onBlur={onBlur}>
        <ViewBar onShow={onShow} />
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
          data-cards={isCard || undefined}
          style={
            {
              ...gridSizes(columns, rowHeight, rowCount),
              '--grid-head-height': `${headHeight}px`,
              '--grid-card': card?.template,
              '--grid-card-blank': card?.blank,
            } as CSSProperties
          }
          onKeyDown={onKeyDown}
          onContextMenu={rowMenu.onContextMenu}
          {...clipboardHandlers(session, onPaste)}
          {...pointer}
          onClick={onClick}
          {...swipe}
        >
          <GridHeader table={table} openColumn={openColumn} onOpenColumn={setOpenColumn} />
          <GridBody key={rowHeight} />
        </div>
        <GridFooter hintId={hintId} onRows={rowMenu.openAt} onColumn={setOpenColumn} />
        {rowMenu.wasOpened && (
          <Suspense>
            <RowMenu point={rowMenu.point} onClose={rowMenu.close} />
          </Suspense>
        )}
      </div>
    </GridContext>
  );
}

const imeKeyCode = 229;

/** Whether an event is from the element's DOM subtree: React also bubbles events of menus in portals. */
function isWithin({ currentTarget, target }: { currentTarget: Element; target: EventTarget }): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

/**
 * After a tap, which leaves the on-screen keyboard closed, typing goes into the cell. In a read-only cell it shows a
 * message instead of triggering a page shortcut such as `G A`.
 */
function typeIntoCell(event: KeyboardEvent<HTMLElement>, session: GridSession) {
  const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isTyped || event.target instanceof HTMLInputElement) return;
  event.stopPropagation();
  focusActiveCell(event.currentTarget);
  if (document.activeElement instanceof HTMLInputElement) return;
  session.startEdit('typing');
  event.preventDefault();
}

/** Copies, cuts and pastes ranges. While a cell is edited, the clipboard applies to its text. */
function clipboardHandlers(session: GridSession, intercept: PasteInterceptor | undefined) {
  const isOurs = (event: ClipboardEvent) => !session.editor.getState() && !event.defaultPrevented && isWithin(event);

  function copy(event: ClipboardEvent) {
    const { text, html, columns } = copiedCells(session);
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
    event.clipboardData.setData('text/html', html);
    event.clipboardData.setData(columnsType, columns.join(' '));
  }

  return {
    onCopy: (event: ClipboardEvent) => {
      if (isOurs(event)) copy(event);
    },
    onCut: (event: ClipboardEvent) => {
      if (!isOurs(event)) return;
      copy(event);
      clearCells(session, 'cut');
    },
    onPaste: (event: ClipboardEvent) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      const { clipboardData: data } = event;
      const text = data.getData('text/plain');
      const html = data.getData('text/html');
      const cells = text === '' ? readClipboardHtml(html) : readClipboardText(text);
      if (cells.length > 0 && !intercept?.({ text, html, cells, columns: readCopiedColumns(data) }))
        pasteCells(session, cells);
    },
  };
}

/**
 * Handles undo and redo with focus anywhere on the page, such as after a paste before any cell had focus. Text fields
 * keep their own undo.
 */
function useUndoAnywhere(session: GridSession) {
  useWindowEvent('keydown', (event) => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element)) return;
    if (target.closest('input, textarea, select, [contenteditable], [role="dialog"]')) return;
    const command = commandOf(event, null)?.do;
    if (command !== 'undo' && command !== 'redo') return;
    event.preventDefault();
    session.store[command]();
  });
}

const narrowestGutter = 36;
const digitWidth = 8;
const gutterPadding = 18;

/** Returns the layout sizes of header and rows as custom properties. */
function gridSizes(
  columns: readonly { width: number; grow?: number }[],
  rowHeight: number,
  rowCount: number,
): CSSProperties {
  const gutter = Math.max(narrowestGutter, String(rowCount).length * digitWidth + gutterPadding);
  const tracks = columns.map(({ width, grow }) => (grow ? `minmax(${width}px, ${grow}fr)` : `${width}px`));
  const total = columns.reduce((sum, { width }) => sum + width, gutter);
  return {
    '--grid-row-height': `${rowHeight}px`,
    '--grid-gutter': `${gutter}px`,
    '--grid-tracks': `${gutter}px ${tracks.join(' ')}`,
    '--grid-width': `${total}px`,
  } as CSSProperties;
}

function useGridKeyHelp(): void {
  const { t } = useLingui();
  useKeyHelp(t`Table`, [
    { keys: ['F2'], description: t`Edit cell (typing replaces the content)` },
    { keys: ['Ctrl', t`arrow`], description: t`Jump to edge of data` },
    { keys: [t`Shift`, t`arrow`], description: t`Extend selection` },
    { keys: ['Ctrl', 'A'], description: t`Select all rows` },
    { keys: ['Ctrl', 'C'], description: t`Copy (Ctrl+V pastes)` },
    { keys: ['Ctrl', 'D'], description: t`Fill down` },
    { keys: ['Ctrl', 'Z'], description: t`Undo (Ctrl+Y redoes)` },
    { keys: ['Ctrl', '+'], description: t`Insert rows (Ctrl\u2212 deletes)` },
    { keys: ['Alt', '\u2193'], description: t`Sort and filter by column` },
    { keys: ['Esc', 'Tab'], description: t`Exit table` },
  ]);
}
