import { UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

import classes from './sort-button.module.css';

/** The parts of a TanStack Table column needed for sorting. */
export interface SortableColumn {
  getIsSorted: () => false | 'asc' | 'desc';
  getToggleSortingHandler: () => ((event: unknown) => void) | undefined;
}

const arrows = { asc: ArrowUp, desc: ArrowDown };
const orders = { asc: 'ascending', desc: 'descending' } as const;

/** Column heading that sorts by its column; an arrow shows the order. */
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

/** Returns the `aria-sort` of a column heading, undefined if the rows aren't sorted by it. */
export function ariaSortOf(column: SortableColumn): 'ascending' | 'descending' | undefined {
  const order = column.getIsSorted();
  return order ? orders[order] : undefined;
}
