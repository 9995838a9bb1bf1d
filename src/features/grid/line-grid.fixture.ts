import type { GridColumn } from './grid-column.ts';
import { GridSession } from './grid-session.ts';
import { GridStore } from './grid-store.ts';

/** A row for tests: a product, a name that only a program fills in, and a quantity that must be a number. */
export interface TestLine {
  readonly key: number;
  readonly product: string;
  readonly name: string;
  readonly quantity: number | null;
}

export function testLine(key: number, cells: Partial<TestLine> = {}): TestLine {
  return { key, product: '', name: '', quantity: null, ...cells };
}

const columns: readonly GridColumn<TestLine, string>[] = [
  {
    id: 'product',
    header: 'Product',
    width: 100,
    isCode: true,
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

const labels = {
  edit: 'Edit',
  paste: 'Paste',
  cut: 'Cut',
  clear: 'Clear',
  fill: 'Fill',
  insertRows: 'Insert',
  deleteRows: 'Delete',
};

/** A session that follows `count` lines: products `p1`, `p2`, and so on, with the quantities 1, 2, and so on. */
export function testSession(count: number): GridSession<TestLine, string> {
  const lines = Array.from({ length: count }, (_, index) => {
    const key = index + 1;
    return testLine(key, { product: `p${key}`, name: `Name ${key}`, quantity: key });
  });
  const session = new GridSession({ store: new GridStore<TestLine, string>(lines), createRow: testLine });
  session.configure({ columns, locale: 'en', labels });
  session.attach();
  return session;
}

/** The rows as shown, each as `product/quantity`. */
export function shown({ view, store }: GridSession<TestLine, string>): string[] {
  return view.getState().keys.map((key) => {
    const row = store.getRow(key);
    return `${row?.product}/${row?.quantity ?? ''}`;
  });
}
