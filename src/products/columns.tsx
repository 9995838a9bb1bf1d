import { useLingui } from '@lingui/react/macro';
import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type Row,
} from '@tanstack/react-table';
import { useMemo } from 'react';

import type { Thousandths } from '#stock/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';

import type { CalendarRow } from './calendar-row.ts';
import {
  ShipDateCell,
  AvailableCell,
  SparklineCell,
  FallsShortCell,
  IncreaseCell,
  LeadTimeCell,
  NameCell,
  ProductCell,
  ResultCell,
  TerritoryCell,
  UpdatedCell,
} from './cells.tsx';

/** TanStack Table features used by the products table. */
export const calendarFeatures = tableFeatures({
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

export type CalendarTableRow = Row<typeof calendarFeatures, CalendarRow>;

const column = createColumnHelper<typeof calendarFeatures, CalendarRow>();

/** Returns the columns of the products table, in the order of the service. The `wanted` column needs `hasQuantity`. */
export function calendarColumns(hasQuantity: boolean) {
  return column.columns([
    column.accessor('productId', { id: 'product', size: 100, cell: ({ row }) => <ProductCell row={row.original} /> }),
    column.accessor(({ product }) => product.name, {
      id: 'name',
      size: 240,
      cell: ({ row }) => <NameCell row={row.original} />,
    }),
    column.accessor(({ summary }) => summary?.territories, {
      id: 'territory',
      size: 84,
      cell: ({ row }) => <TerritoryCell row={row.original} />,
    }),
    column.display({ id: 'course', size: 96, cell: ({ row }) => <SparklineCell row={row.original} /> }),
    column.accessor(({ summary }) => summary?.availableToday, {
      id: 'available',
      size: 114,
      cell: ({ row }) => <AvailableCell row={row.original} />,
    }),
    column.accessor(({ summary }) => summary?.first, {
      id: 'first',
      size: 130,
      cell: ({ row }) => <ShipDateCell stockResult={row.original.summary?.first} />,
    }),
    ...(hasQuantity
      ? [
          column.accessor('result', {
            id: 'wanted',
            size: 130,
            cell: ({ row }) => <ResultCell result={row.original.result} />,
          }),
        ]
      : []),
    column.accessor(({ summary }) => summary?.nextIncrease, {
      id: 'increase',
      size: 104,
      cell: ({ row }) => <IncreaseCell row={row.original} />,
    }),
    column.accessor(({ summary }) => summary?.fallsShortOn, {
      id: 'fallsShort',
      size: 96,
      cell: ({ row }) => <FallsShortCell row={row.original} />,
    }),
    column.accessor(({ summary }) => summary?.maxLeadTimeDate, {
      id: 'maxLeadTime',
      size: 130,
      cell: ({ row }) => <LeadTimeCell row={row.original} />,
    }),
    column.accessor('lastUpdateDate', {
      id: 'updated',
      size: 110,
      cell: ({ row }) => <UpdatedCell row={row.original} />,
    }),
  ]);
}

/** Returns column headers by column ID. */
export function useColumnNames(wanted: Thousandths | null): Readonly<Record<string, string> & { available: string }> {
  const { t } = useLingui();
  const { today, namedToday, formatDate, formatQuantity } = useLocale();
  return useMemo(() => {
    const quantity = wanted === null ? '' : formatQuantity(wanted);
    return {
      product: t`Product`,
      name: t`Name`,
      territory: t`Territory`,
      course: t`Trend`,
      available: namedToday === null ? t`Available on ${formatDate(today, 'short')}` : t`Available today`,
      first: t`First ship date`,
      wanted: t`Ship date for ${quantity}`,
      increase: t`Next increase`,
      fallsShort: t`Falls short on`,
      maxLeadTime: t`Max lead time`,
      updated: t`Stock data of`,
    };
  }, [t, today, namedToday, formatDate, formatQuantity, wanted]);
}
