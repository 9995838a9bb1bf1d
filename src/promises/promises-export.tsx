import { useLingui } from '@lingui/react/macro';

import { ExportMenu } from '#parts/export/export-menu.tsx';
import { maxLeadTimeDates } from '#parts/export/max-lead-time-dates.ts';
import { later } from '#stock/calendar-date.ts';
import { type LabeledValue, type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { hasShipDate } from '#stock/promises/promise-status.ts';
import { firstTold } from '#stock/promises/promises-report.ts';
import { useLocale } from '#ui/locale.tsx';

import type { ListedPromise } from './listed-promise.ts';
import { usePromiseColumns, useStatusText } from './promise-table.tsx';

interface PromisesExportProps {
  rows: readonly ListedPromise[];
  /** How many promises there are, by what the list can show. */
  counts: readonly { name: string; count: number }[];
  /** Unix milliseconds. */
  retrievedAt: number;
  /** What is shown of the promises. */
  filter: string;
}

const dayOf = ({ date, day }: ListedPromise['promise']['promised']) => later(date, day);

/** Exports the promises as displayed. */
export function PromisesExport({ rows, counts, retrievedAt, filter }: PromisesExportProps) {
  const { t, i18n } = useLingui();
  const names = usePromiseColumns();
  const { formatCount } = useLocale();
  const statusOf = useStatusText();
  const columns: NamedColumn<ListedPromise>[] = [
    { header: names.customer, kind: 'text', cell: ({ promise }) => promise.customer ?? null },
    { header: names.reference, kind: 'text', cell: ({ promise }) => promise.reference ?? null },
    { header: t`Product ID`, kind: 'id', isFileOnly: true, cell: ({ promise }) => promise.productId },
    { header: names.product, kind: 'text', cell: ({ promise }) => promise.product },
    { header: names.quantity, kind: 'quantity', cell: ({ promise }) => promise.quantity },
    { header: t`Unit`, kind: 'text', cell: ({ promise }) => promise.unit },
    {
      header: names.firstPromised,
      kind: 'date',
      cell: ({ promise }) => dayOf(firstTold(promise)),
      isMaxLeadTime: ({ promise }) => firstTold(promise).kind === 'max-lead-time',
    },
    {
      header: names.promised,
      kind: 'date',
      cell: ({ promise: { promised } }) => dayOf(promised),
      isMaxLeadTime: ({ promise }) => promise.promised.kind === 'max-lead-time',
    },
    {
      header: names.now,
      kind: 'date',
      cell: ({ now }) => (now !== null && hasShipDate(now) ? dayOf(now) : null),
      isMaxLeadTime: ({ now }) => now?.kind === 'max-lead-time',
    },
    { header: names.change, kind: 'count', cell: ({ days }) => days },
    { header: names.checked, kind: 'date', isShared: 'if-alike', cell: ({ promise }) => promise.now.day },
    { header: names.status, kind: 'text', cell: statusOf },
  ];
  columns.push(maxLeadTimeDates(columns, i18n));
  return (
    <ExportMenu
      screen="promises"
      retrievedAt={retrievedAt}
      filter={filter}
      live={{ view: { of: 'promises' }, name: t`Promises` }}
      table={{
        name: t`Promises`,
        columns,
        rows: [{ scope: 'all', count: rows.length, rowsNow: () => rows.map((row) => rowOf(columns, row)) }],
        summary: () => counts.map(({ name, count }): LabeledValue => [name, formatCount(count)]),
        figures: () => ({
          columns: [
            { header: t`Promises`, kind: 'text' },
            { header: t`Number`, kind: 'count' },
          ],
          rows: counts.map(({ name, count }) => ({ cells: [name, count] })),
        }),
      }}
    />
  );
}
