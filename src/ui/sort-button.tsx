import { UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

import classes from './sort-button.module.css';

/** A column of TanStack Table, as far as its heading sorts by it. */
interface SortableColumn {
  getIsSorted: () => false | 'asc' | 'desc';
  getToggleSortingHandler: () => ((event: unknown) => void) | undefined;
}

const arrows = { asc: ArrowUp, desc: ArrowDown };
const orders = { asc: 'ascending', desc: 'descending' } as const;

/** What a heading sorts its column by; an arrow tells the order. */
export function SortButton({ column, children }: { column: SortableColumn; children: ReactNode }) {
  const order = column.getIsSorted();
  const Arrow = order ? arrows[order] : ChevronsUpDown;
  return (
    <UnstyledButton className={classes.sort} data-order={order || undefined} onClick={column.getToggleSortingHandler()}>
      {children}
      <Arrow aria-hidden size={14} />
    </UnstyledButton>
  );
}

/** The `aria-sort` of a column's heading; none where the rows aren't sorted by it. */
export function ariaSortOf(column: SortableColumn): 'ascending' | 'descending' | undefined {
  const order = column.getIsSorted();
  return order ? orders[order] : undefined;
}
