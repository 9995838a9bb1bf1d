// oxlint-disable jsx-a11y/prefer-tag-over-role -- table elements can't be positioned and laid out per row
import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent } from 'react';

import type { GridColumn, GridRow } from './grid-column.ts';
import { focusActiveCell, useGrid } from './grid-context.ts';
import type { GridHeader as TableHeader, GridTable } from './grid-view.ts';
import classes from './grid.module.css';

const ColumnPanel = lazy(async () => ({ default: (await import('./column-panel.tsx')).ColumnPanel }));

interface GridHeaderProps {
  table: GridTable;
  /** Index of the column with the open menu. */
  openColumn: number | null;
  onOpenColumn: (column: number | null) => void;
}

/** The header row. Reached by arrow keys from the first row, so that it adds no tab stops. */
export function GridHeader({ table, openColumn, onOpenColumn }: GridHeaderProps) {
  const { session, columns, presence } = useGrid();
  const row = useRef<HTMLDivElement>(null);
  const [wasOpened, setWasOpened] = useState(false);
  if (openColumn !== null && !wasOpened) setWasOpened(true);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Key commands of cells don't apply here.
    event.stopPropagation();
    const at = Number((event.target as HTMLElement).closest<HTMLElement>('[data-header]')?.dataset['header']);
    if (Number.isNaN(at)) return;
    const { active } = session.selection.getState();
    if (event.key === 'ArrowDown' && event.altKey) onOpenColumn(at);
    else if (event.key === 'ArrowDown' || event.key === 'Escape') {
      presence.enter();
      session.goTo({ ...active, row: event.key === 'Escape' ? active.row : 0, column: at });
      focusActiveCell(row.current?.closest('[role="grid"]'));
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const to = at + (event.key === 'ArrowLeft' ? -1 : 1);
      row.current?.querySelector<HTMLElement>(`[data-header="${to}"] button`)?.focus();
    } else return;
    event.preventDefault();
  }

  return (
    <div role="rowgroup" className={classes['header']}>
      <div ref={row} role="row" aria-rowindex={1} className={classes['headings']} onKeyDown={onKeyDown}>
        <div aria-hidden data-corner className={classes['corner']} onClick={() => session.selectAll()} />
        {table.getFlatHeaders().map((header, at) => (
          <ColumnHeader
            key={header.id}
            header={header}
            column={columns[at]}
            at={at}
            isOpen={openColumn === at}
            onOpen={(open) => onOpenColumn(open ? at : null)}
          />
        ))}
      </div>
      {wasOpened && (
        <Suspense>
          <ColumnPanel table={table} row={row} at={openColumn} onOpen={onOpenColumn} />
        </Suspense>
      )}
    </div>
  );
}

interface ColumnHeaderProps {
  header: TableHeader;
  column: GridColumn<GridRow, unknown> | undefined;
  at: number;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}

const directions = { asc: 'ascending', desc: 'descending' } as const;

/** Column heading: its name sorts, and the button beside it opens the column menu. */
function ColumnHeader({ header, column, at, isOpen, onOpen }: ColumnHeaderProps) {
  const { t } = useLingui();
  const { isCard, presence } = useGrid();
  const nameId = useId();
  const order = header.column.getIsSorted();
  const isFiltered = header.column.getIsFiltered();
  if (!column) return null;
  const { header: name } = column;

  return (
    <div
      role="columnheader"
      aria-colindex={at + 1}
      aria-labelledby={nameId}
      aria-sort={order ? directions[order] : undefined}
      className={classes['heading']}
      data-header={at}
      data-align={column.align}
      data-frozen={(at === 0 && !isCard) || undefined}
      data-filtered={isFiltered || undefined}
    >
      <button
        type="button"
        tabIndex={-1}
        className={classes['name']}
        data-order={order || undefined}
        onClick={() => (presence.isTouch ? onOpen(true) : header.column.toggleSorting())}
      >
        <span id={nameId}>{name}</span>
        {order === 'asc' && <ArrowUp aria-hidden size={14} />}
        {order === 'desc' && <ArrowDown aria-hidden size={14} />}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={classes['opener']}
        aria-label={isFiltered ? t`Sort and filter by ${name} (filtered)` : t`Sort and filter by ${name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <ListFilter aria-hidden size={14} />
      </button>
    </div>
  );
}

/** Returns the button that replaces the headings if rows are cards. */
export function columnsButton(within: Element | null): HTMLElement | null {
  return within?.closest('[role="grid"]')?.parentElement?.querySelector<HTMLElement>('[data-columns]') ?? null;
}
