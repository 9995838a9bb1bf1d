import type { GridColumn } from './grid-column.ts';
import type { GridSession } from './grid-session.ts';
import type { GridRow } from './row-entry.ts';

/** More values than this are no choice for a person. */
export const mostValues = 200;

/** The different texts of a column in reading order, the empty one last; null where there are more than 200. */
export function columnValues(
  { store, view }: Pick<GridSession, 'store' | 'view'>,
  column: GridColumn<GridRow, unknown>,
): readonly string[] | null {
  const values = new Set<string>();
  for (const key of store.getKeys()) {
    const row = store.getRow(key);
    if (row) values.add(column.text({ row, derived: store.getDerived(key) }));
    if (values.size > mostValues) return null;
  }
  const collator = new Intl.Collator(view.locale, { numeric: true });
  return [...values].toSorted((a, b) => Number(a === '') - Number(b === '') || collator.compare(a, b));
}
