import { useLingui } from '@lingui/react/macro';
import { createColumnHelper } from '@tanstack/react-table';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { TimeWindow } from '#features/chart/time-window.ts';
import { useLocale } from '#ui/locale.tsx';
import { Sparkline } from '#features/sparkline/sparkline.tsx';
import { fromThousandths, type Thousandths } from '#lib/thousandths.ts';

import { AnswerCell } from './answer-cell.tsx';
import classes from './cells.module.css';
import { IncreaseCell } from './increase-cell.tsx';
import { LeadTimeCell } from './lead-time-cell.tsx';
import { NameCell } from './name-cell.tsx';
import { NoAnswerCell } from './no-answer-cell.tsx';
import type { ShownRow } from './shown-row.ts';
import type { calendarFeatures } from './table-features.ts';
import { UpdatedCell } from './updated-cell.tsx';

const column = createColumnHelper<typeof calendarFeatures, ShownRow>();

export interface ColumnName {
  id: string;
  name: string;
}

interface ColumnContext {
  /** Of the columns that there are. */
  names: readonly ColumnName[];
  wanted: Thousandths | null;
  /** The stretch of time of all sparklines. */
  window: TimeWindow;
}

/** Every column that can be chosen, with its name; the one for the wanted quantity only where there is one. */
export function useColumnNames(wanted: Thousandths | null): readonly ColumnName[] {
  const { t } = useLingui();
  const { formatQuantity } = useLocale();
  return useMemo(() => {
    const quantity = wanted === null ? null : formatQuantity(wanted);
    return [
      { id: 'product', name: t`Product` },
      { id: 'name', name: t`Name` },
      { id: 'territory', name: t`Territory` },
      { id: 'course', name: t`Course` },
      { id: 'available', name: t`Available today` },
      { id: 'first', name: t`First date` },
      ...(quantity === null ? [] : [{ id: 'wanted', name: t`First date for ${quantity}` }]),
      { id: 'increase', name: t`Next increase` },
      { id: 'maxLeadTime', name: t`Max lead time` },
      { id: 'updated', name: t`Last update` },
    ];
  }, [t, formatQuantity, wanted]);
}

/** The columns of the table in the terms of TanStack Table; what they are called stands apart, in {@link useColumnNames}. */
export function useCalendarColumns({ names, wanted, window }: ColumnContext) {
  const { formatQuantity } = useLocale();
  return useMemo(() => {
    const none = <span className={classes.none}>–</span>;
    const columns = column.columns([
      column.accessor('productId', {
        id: 'product',
        size: 88,
        cell: ({ row: { original } }) => (
          <Link
            to="/products/$productId"
            params={{ productId: original.productId }}
            search={{ quantity: wanted === null ? undefined : fromThousandths(wanted) }}
            preload={false}
          >
            {original.productId}
          </Link>
        ),
      }),
      column.accessor('productId', {
        id: 'name',
        size: 208,
        cell: ({ row }) => <NameCell row={row.original} />,
      }),
      column.accessor('productId', {
        id: 'territory',
        size: 90,
        cell: ({ row: { original } }) => original.summary?.territories.join(', ') || none,
      }),
      column.display({
        id: 'course',
        size: 120,
        cell: ({ row: { original } }) =>
          original.listed.kind === 'no-answer' ? (
            <NoAnswerCell why={original.listed.why} />
          ) : (
            original.summary && (
              <Sparkline
                timeline={original.summary.timeline}
                window={window}
                quantity={wanted}
                unit={original.product.unit}
              />
            )
          ),
      }),
      column.accessor('productId', {
        id: 'available',
        size: 106,
        cell: ({ row: { original } }) =>
          original.summary ? formatQuantity(original.summary.availableToday, original.product.unit) : none,
      }),
      column.accessor('productId', {
        id: 'first',
        size: 142,
        cell: ({ row: { original } }) => (original.summary ? <AnswerCell answer={original.summary.first} /> : none),
      }),
      column.accessor('productId', {
        id: 'wanted',
        size: 142,
        cell: ({ row: { original } }) => (original.summary ? <AnswerCell answer={original.summary.wanted} /> : none),
      }),
      column.accessor('productId', {
        id: 'increase',
        size: 116,
        cell: ({ row: { original } }) =>
          original.summary ? (
            <IncreaseCell increase={original.summary.nextIncrease} unit={original.product.unit} />
          ) : (
            none
          ),
      }),
      column.accessor('productId', {
        id: 'maxLeadTime',
        size: 128,
        cell: ({ row: { original } }) =>
          original.summary ? <LeadTimeCell date={original.summary.maxLeadTimeDate} /> : none,
      }),
      column.display({
        id: 'updated',
        size: 116,
        cell: ({ row: { original } }) => (original.summary ? <UpdatedCell date={original.lastUpdateDate} /> : none),
      }),
    ]);
    return columns.filter(({ id }) => names.some((each) => each.id === id));
  }, [wanted, window, names, formatQuantity]);
}
