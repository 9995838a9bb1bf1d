import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

import classes from './sort-header.module.css';

interface SortHeaderProps {
  column: {
    id: string;
    getIsSorted: () => false | 'asc' | 'desc';
    getToggleSortingHandler: () => ((event: unknown) => void) | undefined;
  };
  children: ReactNode;
}

/** A column's heading that sorts by it; the order is told by arrow and to screen readers. */
export function SortHeader({ column, children }: SortHeaderProps) {
  const order = column.getIsSorted();
  const Arrow = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      data-column={column.id}
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined}
    >
      <button
        type="button"
        className={classes.sort}
        data-order={order || undefined}
        onClick={column.getToggleSortingHandler()}
      >
        {children}
        <Arrow aria-hidden size={14} />
      </button>
    </th>
  );
}
