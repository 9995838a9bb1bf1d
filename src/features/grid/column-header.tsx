// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element can't give each row a place and a layout of its own
import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react';
import { useId, useRef } from 'react';

import classes from './column-header.module.css';
import { ColumnMenu } from './column-menu.tsx';
import type { GridColumn } from './grid-column.ts';
import { useGrid } from './grid-context.ts';
import type { GridRow } from './row-entry.ts';
import type { GridHeader } from './use-grid-table.ts';

interface ColumnHeaderProps {
  header: GridHeader;
  column: GridColumn<GridRow, unknown> | undefined;
  at: number;
  isFrozen: boolean;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}

const directions = { asc: 'ascending', desc: 'descending' } as const;

/** A heading: its name sorts, the button beside it opens what else can be done with the column. */
export function ColumnHeader({ header, column, at, isFrozen, isOpen, onOpen }: ColumnHeaderProps) {
  const { t } = useLingui();
  const { presence } = useGrid();
  const nameId = useId();
  const cell = useRef<HTMLDivElement>(null);
  const order = header.column.getIsSorted();
  const isFiltered = header.column.getIsFiltered();
  if (!column) return null;
  const { header: name } = column;

  return (
    <div
      ref={cell}
      role="columnheader"
      aria-colindex={at + 1}
      aria-labelledby={nameId}
      aria-sort={order ? directions[order] : undefined}
      className={classes['cell']}
      data-header={at}
      data-align={column.align}
      data-frozen={isFrozen || undefined}
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
        className={classes['menu']}
        aria-label={isFiltered ? t`Sort and filter by ${name} (filtered)` : t`Sort and filter by ${name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <ListFilter aria-hidden size={14} />
      </button>
      {isOpen && <ColumnMenu anchor={cell} header={header} column={column} onClose={() => onOpen(false)} />}
    </div>
  );
}
