import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import type { GridColumn, GridRow } from './grid-column.ts';
import { GridSession } from './grid-session.ts';
import { GridStore } from './grid-store.ts';
import { allRows, useGridTable, type ColumnFilter, type GridTable } from './grid-view.ts';

/** A test row: a product, a name set only by the program, and a quantity that must be a number. */
export interface TestLine {
  readonly key: number;
  readonly product: string;
  readonly name: string;
  readonly quantity: number | null;
}

export function testLine(key: number, cells: Partial<TestLine> = {}): TestLine {
  return { key, product: '', name: '', quantity: null, ...cells };
}

export const columns: readonly GridColumn<TestLine, string>[] = [
  {
    id: 'product',
    header: 'Product',
    width: 100,
    isText: true,
    text: ({ row }) => row.product,
    read: (text) => ({ cells: { product: text } }),
  },
  { id: 'name', header: 'Name', width: 100, text: ({ row }) => row.name },
  {
    id: 'quantity',
    header: 'Quantity',
    width: 100,
    text: ({ row }) => String(row.quantity ?? ''),
    sortValue: ({ row }) => row.quantity,
    read: (text) => {
      if (text === '') return { cells: { quantity: null } };
      const quantity = Number(text);
      return Number.isNaN(quantity) ? { problem: 'Write a number.' } : { cells: { quantity } };
    },
  },
];

/** Creates a session with `count` lines: products `p1`, `p2` and so on, with quantities 1, 2 and so on. */
export function testSession(count: number): GridSession<TestLine, string> {
  const lines = Array.from({ length: count }, (_, index) => {
    const key = index + 1;
    return testLine(key, { product: `p${key}`, name: `Name ${key}`, quantity: key });
  });
  const session = new GridSession({ store: new GridStore<TestLine, string>(lines), createRow: testLine });
  session.columns = columns;
  session.attach(tableFor(session.view, columns));
  session.view.show(allRows);
  return session;
}

/** Creates the table of a view, like a component. */
export function tableFor(
  view: Parameters<typeof useGridTable>[0],
  columns: readonly GridColumn<GridRow, unknown>[],
): GridTable {
  let table: GridTable | null = null;
  function Holder() {
    table = useGridTable(view, columns, 'en', { shown: allRows, onShow: () => undefined });
    return null;
  }
  renderToStaticMarkup(createElement(Holder));
  if (!table) throw new Error('The table was not made');
  return table;
}

export function sortBy({ view }: GridSession<TestLine, string>, id: string, desc = false): void {
  view.show({ ...view.getState(), sorting: [{ id, desc }] });
}

export function filterBy({ view }: GridSession<TestLine, string>, id: string, filter: ColumnFilter): void {
  view.show({ ...view.getState(), filters: new Map([[id, filter]]) });
}

/** Returns the displayed rows, each as `product/quantity`. */
export function shown({ view, store }: GridSession<TestLine, string>): string[] {
  return view.getState().keys.map((key) => {
    const row = store.getRow(key);
    return `${row?.product}/${row?.quantity ?? ''}`;
  });
}
