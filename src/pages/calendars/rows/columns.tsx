import { useLingui } from '@lingui/react/macro';
import {
  columnFilteringFeature,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  rowExpandingFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  type Row,
} from '@tanstack/react-table';
import { useMemo } from 'react';

import type { Answer } from '#domain/answer.ts';
import { isShortSoon } from '#domain/calendars/calendar-summary.ts';
import type { TileFilter } from '#domain/calendars/calendar-tiles.ts';
import { later, type CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';

import type { CalendarRow } from './calendar-row.ts';
import {
  AnswerCell,
  AvailableCell,
  SparklineCell,
  FallsShortCell,
  IncreaseCell,
  LeadTimeCell,
  NameCell,
  ProductCell,
  TerritoryCell,
  UpdatedCell,
} from './cells.tsx';

/** TanStack Table features used by the products table. */
export const calendarFeatures = tableFeatures({
  columnFilteringFeature,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowExpandingFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns: { basic: sortFn_basic },
});

export type CalendarTableRow = Row<typeof calendarFeatures, CalendarRow>;

const column = createColumnHelper<typeof calendarFeatures, CalendarRow>();

/** Sorts rows without a value last in both directions. */
const sortable = { sortFn: 'basic', sortUndefined: 'last' } as const;

/**
 * Returns the columns of the products table. `locale` determines the sort order of text. The `wanted` column exists
 * only with `hasQuantity`. `tile` is never shown: the summary tiles filter by it.
 */
export function calendarColumns(locale: string, hasQuantity: boolean) {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const byText = (a: CalendarTableRow, b: CalendarTableRow, id: string) => compare(a.getValue(id), b.getValue(id));
  const sortableText = { sortFn: byText, sortUndefined: 'last' } as const;
  return column.columns([
    column.accessor('productId', {
      ...sortable,
      id: 'product',
      size: 76,
      cell: ({ row }) => <ProductCell row={row.original} />,
    }),
    column.accessor(({ product }) => product?.name ?? undefined, {
      ...sortableText,
      id: 'name',
      size: 186,
      filterFn: matchesText,
      cell: ({ row }) => <NameCell row={row.original} />,
    }),
    column.accessor(({ summary }) => summary?.territories.join(', ') || undefined, {
      ...sortableText,
      id: 'territory',
      size: 84,
      cell: ({ row }) => <TerritoryCell row={row.original} />,
    }),
    column.display({ id: 'course', size: 104, cell: ({ row }) => <SparklineCell row={row.original} /> }),
    column.accessor(({ summary }) => summary?.availableToday, {
      ...sortable,
      id: 'available',
      size: 114,
      cell: ({ row }) => <AvailableCell row={row.original} />,
    }),
    column.accessor(({ summary }) => (summary ? shipDate(summary.first, summary.timeline.today) : undefined), {
      ...sortable,
      id: 'first',
      size: 130,
      cell: ({ row }) => <AnswerCell answer={row.original.summary?.first} />,
    }),
    ...(hasQuantity
      ? [
          column.accessor(({ summary }) => (summary ? shipDate(summary.wanted, summary.timeline.today) : undefined), {
            ...sortable,
            id: 'wanted',
            size: 130,
            cell: ({ row }) => <AnswerCell answer={row.original.summary?.wanted} />,
          }),
        ]
      : []),
    column.accessor(({ summary }) => summary?.nextIncrease?.date, {
      ...sortable,
      id: 'increase',
      size: 104,
      cell: ({ row }) => <IncreaseCell row={row.original} />,
    }),
    column.accessor(({ summary }) => summary?.fallsShortOn ?? undefined, {
      ...sortable,
      id: 'fallsShort',
      size: 108,
      cell: ({ row }) => <FallsShortCell row={row.original} />,
    }),
    column.accessor(({ summary }) => summary?.maxLeadTimeDate ?? undefined, {
      ...sortable,
      id: 'maxLeadTime',
      size: 132,
      cell: ({ row }) => <LeadTimeCell row={row.original} />,
    }),
    column.display({ id: 'updated', size: 112, cell: ({ row }) => <UpdatedCell row={row.original} /> }),
    column.accessor('tile', { id: 'tile', enableHiding: false, filterFn: isInTile }),
  ]);
}

/** Returns column headers by column ID. */
export function useColumnNames(wanted: Thousandths | null): Readonly<Record<string, string>> {
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

/** Returns the first day on which the goods can ship; a past date means today. */
function shipDate(answer: Answer, today: CalendarDate): CalendarDate | undefined {
  return answer.kind === 'not-available' ? undefined : later(answer.date, today);
}

/** Whether the product's ID, SKU or name contains the text. Case-insensitive. */
function matchesText({ original: { productId, product } }: CalendarTableRow, _id: string, text: string): boolean {
  const sought = text.toLocaleLowerCase();
  return [String(productId), product?.name, product?.sku].some((part) => part?.toLocaleLowerCase().includes(sought));
}

function isInTile({ original: { tile, summary } }: CalendarTableRow, _id: string, filter: TileFilter): boolean {
  return filter === 'short-soon' ? summary !== null && isShortSoon(summary) : tile === filter;
}
