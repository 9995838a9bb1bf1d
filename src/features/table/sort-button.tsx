import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

import classes from './sort-button.module.css';
import type { SortableColumn } from './sortable-column.ts';

/** What a heading sorts its column by; an arrow tells the order. */
export function SortButton({ column, children }: { column: SortableColumn; children: ReactNode }) {
  const order = column.getIsSorted();
  const Arrow = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      className={classes.sort}
      data-order={order || undefined}
      onClick={column.getToggleSortingHandler()}
    >
      {children}
      <Arrow aria-hidden size={14} />
    </button>
  );
}
