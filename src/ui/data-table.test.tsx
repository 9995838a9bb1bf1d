// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';

import { DataTable, dataColumns, useDataTable } from './data-table.tsx';

interface Roll {
  name: string;
  length: number | undefined;
}

const column = dataColumns<Roll>();
const columns = column.columns([
  column.accessor('name', { header: 'Name', enableSorting: false }),
  column.accessor('length', { header: 'Length', meta: { isNumeric: true } }),
]);
const rolls: Roll[] = [
  { name: 'Linen', length: 20 },
  { name: 'Felt', length: undefined },
  { name: 'Denim', length: 3 },
];

function Rolls({ data }: { data: readonly Roll[] }) {
  const table = useDataTable({ columns, data, getRowId: ({ name }) => name, getRowCanExpand: () => true });
  return (
    <DataTable
      table={table}
      label="Rolls"
      empty="No rolls"
      rowProps={({ name }) => ({ 'data-name': name, onClick: () => table.getRow(name).toggleExpanded() })}
      renderDetail={({ name }) => `About ${name}`}
    />
  );
}

async function show(data: readonly Roll[]) {
  document.body.innerHTML = '<div></div>';
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const root = createRoot(document.body.firstElementChild as Element);
  await act(async () =>
    root.render(
      <MantineProvider>
        <Rolls data={data} />
      </MantineProvider>,
    ),
  );
}

const names = () => [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('td')?.textContent);
const click = (selector: string) => act(async () => document.querySelector<HTMLElement>(selector)?.click());

it('sorts by a column in both directions, with missing values last', async () => {
  await show(rolls);
  expect(names()).toEqual(['Linen', 'Felt', 'Denim']);
  const orders: Record<string, unknown> = {};
  const sort = async () => {
    await click('th button');
    orders[document.querySelector('th[data-column="length"]')?.getAttribute('aria-sort') ?? ''] = names();
  };
  await sort();
  await sort();
  expect(orders).toEqual({ ascending: ['Denim', 'Linen', 'Felt'], descending: ['Linen', 'Denim', 'Felt'] });
  expect(document.querySelectorAll('th button')).toHaveLength(1);
});

it('marks numeric cells, applies row attributes, and shows the detail of an expanded row', async () => {
  await show(rolls);
  expect(document.querySelectorAll('[data-numeric]')).toHaveLength(4);
  await click('tr[data-name="Felt"]');
  expect(names()).toEqual(['Linen', 'Felt', 'About Felt', 'Denim']);
});

it('shows its empty state', async () => {
  await show([]);
  expect(document.querySelector('table')?.getAttribute('aria-label')).toBe('Rolls');
  expect(names()).toEqual(['No rolls']);
});
