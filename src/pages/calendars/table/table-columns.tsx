import { useMemo } from 'react';

import type { Thousandths } from '#lib/thousandths.ts';

import { ColumnMenu } from './column-menu.tsx';
import { useColumnNames } from './use-calendar-columns.tsx';
import { useColumnLayout } from './use-column-layout.ts';

/** The menu of the columns that there are where `quantity` is wanted; the table shares what it remembers. */
export function TableColumns({ quantity }: { quantity: Thousandths | null }) {
  const names = useColumnNames(quantity);
  const columns = useMemo(() => names.map(({ id }) => id), [names]);
  const { layout, arrange } = useColumnLayout(columns);
  return <ColumnMenu names={names} layout={layout} onLayout={arrange} />;
}
