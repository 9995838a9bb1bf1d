import type { ReactNode } from 'react';

import { SortButton } from './sort-button.tsx';
import classes from './sort-header.module.css';
import { ariaSortOf, type SortableColumn } from './sortable-column.ts';

/** A column's heading that sorts by it; the order is told by arrow and to screen readers. */
export function SortHeader({ column, children }: { column: SortableColumn; children: ReactNode }) {
  return (
    <th scope="col" data-column={column.id} aria-sort={ariaSortOf(column)} className={classes.header}>
      <SortButton column={column}>{children}</SortButton>
    </th>
  );
}
