import type { GridColumn } from './grid-column.ts';
import type { GridRow, RowEntry, RowKey } from './row-entry.ts';

/** Which rows of a column stay: those whose text contains `contains` (in any case) and is one of `values`. */
export interface ColumnFilter {
  readonly contains?: string;
  readonly values?: readonly string[];
}

export interface ColumnSort {
  readonly columnId: string;
  readonly descending: boolean;
}

export interface RowOrder {
  readonly sort: ColumnSort | null;
  readonly filters: ReadonlyMap<string, ColumnFilter>;
}

interface Rows<Row extends GridRow, Derived> {
  readonly keys: readonly RowKey[];
  entryOf(key: RowKey): RowEntry<Row, Derived>;
  readonly columns: readonly GridColumn<Row, Derived>[];
  /** BCP 47: how texts compare. */
  readonly locale: string;
}

/** The keys of the rows that pass the filters, sorted; equal ones keep their order, blank ones come last. */
export function orderedKeys<Row extends GridRow, Derived>(
  rows: Rows<Row, Derived>,
  { sort, filters }: RowOrder,
): readonly RowKey[] {
  const columnOf = (id: string) => rows.columns.find((column) => column.id === id);
  const tests = [...filters].flatMap(([id, filter]) => {
    const column = columnOf(id);
    return column ? [testOf(column, filter)] : [];
  });
  const kept =
    tests.length === 0 ? rows.keys : rows.keys.filter((key) => tests.every((passes) => passes(rows.entryOf(key))));
  const column = sort && columnOf(sort.columnId);
  if (!column) return kept;

  const collator = new Intl.Collator(rows.locale, { numeric: true, sensitivity: 'base' });
  const valued = kept.map((key) => ({ key, value: sortValueOf(column, rows.entryOf(key)) }));
  const sign = sort.descending ? -1 : 1;
  valued.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return sign * compare(a.value, b.value, collator);
  });
  return valued.map(({ key }) => key);
}

function testOf<Row extends GridRow, Derived>(column: GridColumn<Row, Derived>, { contains, values }: ColumnFilter) {
  const wanted = contains?.trim().toLocaleLowerCase() ?? '';
  const allowed = values && new Set(values);
  return (entry: RowEntry<Row, Derived>) => {
    const text = column.text(entry);
    return (allowed?.has(text) ?? true) && (wanted === '' || text.toLocaleLowerCase().includes(wanted));
  };
}

function sortValueOf<Row extends GridRow, Derived>(column: GridColumn<Row, Derived>, entry: RowEntry<Row, Derived>) {
  const value = column.sortValue ? column.sortValue(entry) : column.text(entry);
  return value === '' ? null : value;
}

/** Numbers before texts. */
function compare(a: string | number, b: string | number, collator: Intl.Collator): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  return typeof b === 'number' ? 1 : collator.compare(a, b);
}
