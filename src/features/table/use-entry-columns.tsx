import { Trans } from '@lingui/react/macro';
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table';
import { useMemo } from 'react';

import { useLocale } from '#ui/locale.tsx';
import type { Thousandths } from '#lib/thousandths.ts';

import { EntryKind } from './entry-kind.tsx';
import type { EntryRow } from './entry-rows.ts';
import { EntrySpare } from './entry-spare.tsx';

/** The parts of TanStack Table that the entries table uses. */
export const entryFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});

const column = createColumnHelper<typeof entryFeatures, EntryRow>();
const sortable = { sortFn: 'basic', sortUndefined: 'last' } as const;

/** The columns of the entries table; the last one only where a quantity is asked for. */
export function useEntryColumns(quantity: Thousandths | null, unit: string | null) {
  const { formatDate, formatFromToday, formatQuantity } = useLocale();
  return useMemo(() => {
    const wanted = quantity === null ? null : formatQuantity(quantity, unit);
    return column.columns([
      column.accessor('date', {
        ...sortable,
        header: () => <Trans>Date</Trans>,
        cell: ({ row: { original } }) => <time dateTime={original.date}>{formatDate(original.date, 'medium')}</time>,
      }),
      column.accessor('days', {
        ...sortable,
        header: () => <Trans>In days</Trans>,
        cell: ({ row: { original } }) => formatFromToday(original.date),
      }),
      column.accessor('level', {
        ...sortable,
        header: () => <Trans>Available</Trans>,
        cell: ({ row: { original } }) => (original.level === undefined ? '–' : formatQuantity(original.level, unit)),
      }),
      column.accessor('change', {
        ...sortable,
        header: () => <Trans>Change</Trans>,
        cell: ({ row: { original } }) => signed(original.change, (change) => formatQuantity(change, unit)),
      }),
      column.accessor('kind', {
        ...sortable,
        header: () => <Trans>Kind</Trans>,
        cell: ({ row: { original } }) => <EntryKind kind={original.kind} />,
      }),
      ...(wanted === null
        ? []
        : [
            column.accessor('spare', {
              ...sortable,
              header: () => <Trans>For {wanted}</Trans>,
              cell: ({ row: { original } }) => <EntrySpare row={original} unit={unit} />,
            }),
          ]),
    ]);
  }, [quantity, unit, formatDate, formatFromToday, formatQuantity]);
}

function signed(change: Thousandths | undefined, format: (change: Thousandths) => string): string {
  if (change === undefined) return '–';
  if (change === 0) return '±0';
  return change > 0 ? `+${format(change)}` : format(change);
}
