/** A column of TanStack Table, as far as its heading sorts by it. */
export interface SortableColumn {
  id: string;
  getIsSorted: () => false | 'asc' | 'desc';
  getToggleSortingHandler: () => ((event: unknown) => void) | undefined;
}

/** The `aria-sort` of a column's heading; none where the rows aren't sorted by it. */
export function ariaSortOf(column: SortableColumn): 'ascending' | 'descending' | undefined {
  const order = column.getIsSorted();
  if (order === false) return undefined;
  return order === 'asc' ? 'ascending' : 'descending';
}
