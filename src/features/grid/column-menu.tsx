import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState, type RefObject } from 'react';

import { AnchoredPopover } from '#ui/anchored-popover.tsx';
import { ColumnFilter } from './column-filter.tsx';
import classes from './column-menu.module.css';
import type { GridColumn } from './grid-column.ts';
import type { GridRow } from './row-entry.ts';
import type { ColumnFilter as Filter } from './row-order.ts';
import type { GridHeader } from './use-grid-table.ts';

interface ColumnMenuProps {
  anchor: RefObject<HTMLElement | null>;
  header: GridHeader;
  column: GridColumn<GridRow, unknown>;
  onClose: () => void;
}

/** Sorting and filtering by one column. */
export function ColumnMenu({ anchor, header, column, onClose }: ColumnMenuProps) {
  const { t } = useLingui();
  const filter: Filter | null = header.column.getFilterValue() ?? null;
  const order = header.column.getIsSorted();
  const [cleared, setCleared] = useState(0);

  function sort(direction: 'asc' | 'desc') {
    if (order === direction) header.column.clearSorting();
    else header.column.toggleSorting(direction === 'desc');
    onClose();
  }

  return (
    <AnchoredPopover
      anchor={anchor}
      kind="dialog"
      aria-label={t`Sort and filter by ${column.header}`}
      onDismiss={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={classes['menu']}>
        <button type="button" data-autofocus aria-pressed={order === 'asc'} onClick={() => sort('asc')}>
          <ArrowUp aria-hidden size={16} />
          {t`Sort ascending`}
        </button>
        <button type="button" aria-pressed={order === 'desc'} onClick={() => sort('desc')}>
          <ArrowDown aria-hidden size={16} />
          {t`Sort descending`}
        </button>
        <ColumnFilter
          key={cleared}
          column={column}
          filter={filter}
          onFilter={(next) => header.column.setFilterValue(next)}
        />
        {filter && (
          <button
            type="button"
            onClick={() => {
              header.column.setFilterValue(undefined);
              setCleared(cleared + 1);
            }}
          >
            <X aria-hidden size={16} />
            {t`Clear filter`}
          </button>
        )}
      </div>
    </AnchoredPopover>
  );
}
