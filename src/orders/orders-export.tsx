import { useLingui } from '@lingui/react/macro';

import { ExportMenu } from '#parts/export/export-menu.tsx';
import { maxLeadTimeDates } from '#parts/export/max-lead-time-dates.ts';
import { orderName } from '#parts/saved-orders/order-name.ts';
import { todayIn, later } from '#stock/calendar-date.ts';
import { type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import type { ToldOrder } from '#stock/promises/told-order.ts';
import { useLocale } from '#ui/locale.tsx';

import { completeOf, daysAfterPromise, type ListedOrder, useStateOf } from './listed-order.ts';

interface OrdersExportProps {
  rows: readonly ListedOrder[];
  /** Number of all orders. */
  total: number;
  /** Which of them these are, in words. */
  filter: string;
  /** Unix milliseconds. */
  retrievedAt: number;
}

type Dated = ToldOrder['from'];
const dayOf = (result: Dated | null | undefined) => (result ? later(result.date, result.day) : null);
const isMaxLeadTime = (result: { kind: string } | null | undefined) => result?.kind === 'max-lead-time';

/** Exports the list of orders as displayed. */
export function OrdersExport({ rows, total, filter, retrievedAt }: OrdersExportProps) {
  const { t, i18n } = useLingui();
  const { timeZone } = useLocale();
  const stateOf = useStateOf();
  const columns: NamedColumn<ListedOrder>[] = [
    { header: t`Customer`, kind: 'text', cell: ({ customer }) => customer || null },
    { header: t`Order`, kind: 'text', cell: (order) => orderName({ ...order, customer: undefined }, i18n) },
    { header: t`Lines`, kind: 'count', cell: ({ lineCount }) => lineCount },
    { header: t`State`, kind: 'text', cell: (order) => stateOf(order).words },
    { header: t`Told on`, kind: 'date', cell: ({ told }) => told?.from.day ?? null },
    {
      header: t`Complete ship date promised`,
      kind: 'date',
      cell: ({ told }) => dayOf(told?.from),
      isMaxLeadTime: ({ told }) => isMaxLeadTime(told?.from),
    },
    {
      header: t`Now`,
      kind: 'date',
      cell: ({ told }) => dayOf(told?.to),
      isMaxLeadTime: ({ told }) => isMaxLeadTime(told?.to),
    },
    { header: t`Days later`, kind: 'count', cell: ({ told }) => told?.days ?? null },
    { header: t`Days later, worst line`, kind: 'count', cell: ({ told }) => told?.worstDays || null },
    {
      header: t`Complete ship date`,
      kind: 'date',
      cell: (order) => {
        const complete = completeOf(order);
        return complete && order.summary ? later(complete.date, order.summary.day) : null;
      },
      isMaxLeadTime: (order) => isMaxLeadTime(completeOf(order)),
    },
    { header: t`Days after promise`, kind: 'count', cell: (order) => daysAfterPromise(order) || null },
    { header: t`Lines without a ship date`, kind: 'count', cell: ({ summary }) => summary?.open || null },
    {
      header: t`Checked`,
      kind: 'date',
      cell: ({ summary }) => (summary ? todayIn(timeZone, new Date(summary.checkedAt)) : null),
    },
  ];
  columns.push(maxLeadTimeDates(columns, i18n));
  return (
    <ExportMenu
      screen="orders"
      retrievedAt={retrievedAt}
      filter={filter}
      table={{
        name: t`Orders`,
        columns,
        rows: [
          {
            scope: 'all',
            count: rows.length,
            total,
            rowsNow: () => rows.map((row) => rowOf(columns, row)),
          },
        ],
      }}
    />
  );
}
