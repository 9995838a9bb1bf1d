import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';

import type { ReceivedCalendars } from '#data/calendar-pages.ts';
import { foundIn } from '#data/changes.ts';
import { ExportMenu } from '#parts/export/export-menu.tsx';
import type { ExportableTable } from '#parts/export/exportable.ts';
import { useChangeWords } from '#parts/change-words.ts';
import { batchesOfChanges, changedColumns, whatChangedColumn } from '#parts/exported-changes.ts';
import { statusWords } from '#parts/result/wording.ts';
import type { CalendarCounts } from '#stock/contract/calendars.ts';
import type { ShortProduct } from '#stock/calendars/short-products.ts';
import { type LabeledValue, type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { formatShare, percentOf } from '#stock/locale-number.ts';
import { useLocale, withYears } from '#ui/locale.tsx';

import { promiseColumns, useAtRisk } from './at-risk-panel.tsx';
import { useLastWeek } from './last-week.ts';
import { movedRequest, useMoved, useMovedTitle } from './moved-panel.tsx';
import { weeks } from './overview-request.ts';
import { type Figures, figuresOf, shortDays } from './runs-short.ts';
import { useColumnNames, useDoubtWords } from './runs-short-table.tsx';

interface OverviewExportProps {
  data: ReceivedCalendars;
  counts: CalendarCounts;
  rows: readonly ShortProduct[];
}

const isMaxLeadTime = ({ shortfall }: ShortProduct) => shortfall.isMaxLeadTime;

/** Rows of each table that fit on one page of A4 or Letter with the figures. */
const printed = { short: 10, atRisk: 10, moved: 3 };

/**
 * Exports the figures of all products, the promises at risk and what moved. On paper: one page with the first of each,
 * and of the products that run short.
 */
export function OverviewExport({ data, counts, rows }: OverviewExportProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { locale, today, formatCount, formatDate, formatQuantity } = withYears(useLocale());
  const names = useColumnNames();
  const doubtWords = useDoubtWords();
  const { quantity, unit } = data.request;
  const statusOf = ({ doubt, shortfall: { shipDate, isMaxLeadTime } }: ShortProduct) =>
    doubt === null
      ? statusWords(shipDate === null ? 'not-available' : isMaxLeadTime ? 'max-lead-time' : 'expected', i18n)
      : doubtWords[doubt];
  const shortColumns: NamedColumn<ShortProduct>[] = [
    { header: names.on, kind: 'date', cell: ({ shortfall }) => shortfall.on },
    { header: names.product, kind: 'id', cell: ({ product }) => product.productId },
    { header: t`Name`, kind: 'text', cell: ({ product }) => product.name },
    { header: names.available, kind: 'quantity', cell: ({ availableToday }) => availableToday },
    ...(quantity === null
      ? []
      : [{ header: names.by, kind: 'quantity' as const, cell: ({ shortfall }: ShortProduct) => shortfall.by }]),
    // After a shortage, so it is never today.
    { header: names.again, kind: 'date', cell: ({ shortfall }) => shortfall.shipDate, isMaxLeadTime },
    // Beside a date, its mark on paper is enough.
    { header: t`Status`, kind: 'text', cell: (row) => (row.shortfall.shipDate === null ? statusOf(row) : null) },
  ];
  const now = figuresOf(counts);
  const { figures: then } = useLastWeek(data);
  const moved = useMoved(data);
  const movedTitle = useMovedTitle(moved);
  const atRisk = useAtRisk();
  const { oldestUpdate } = counts;
  const figures: { label: string; of: Exclude<keyof Figures, 'total'> }[] = [
    { label: names.available, of: 'today' },
    { label: t`Available in 0 to 30 days`, of: 'within30' },
    { label: t`Short now`, of: 'shortNow' },
    { label: t`Max lead time only`, of: 'maxLeadTimeOnly' },
  ];
  const riskCounts = [
    { label: t`Orders at risk`, count: atRisk?.orders.length },
    { label: t`Promises at risk`, count: atRisk?.promises.length },
    { label: t`Past promises`, count: atRisk?.past },
  ].flatMap(({ label, count }) => (count === undefined ? [] : [{ label, count }]));
  const amount = quantity === null ? null : formatQuantity(quantity, unit ?? data.unit);
  const otherUnits =
    quantity === null || counts.otherUnit === 0
      ? []
      : [{ label: t`Of another unit, not counted`, count: counts.otherUnit }];
  const counted = (count: number, of: number) => `${formatCount(count)} (${formatShare(count, of, locale)})`;
  const summary = (): LabeledValue[] => [
    [t`Products`, formatCount(now.total)],
    ...figures.map(({ label, of }): LabeledValue => {
      const value = counted(now[of], now.total);
      if (!then) return [label, value];
      const lastWeek = counted(then[of], then.total);
      return [label, value, t`last week ${lastWeek}`];
    }),
    [t`Oldest stock data`, oldestUpdate === null ? t`Not provided` : formatDate(oldestUpdate.date, 'medium')],
    ...otherUnits.map(({ label, count }): LabeledValue => [label, formatCount(count)]),
    [t`Runs short in the next ${weeks} weeks`, formatCount(data.found)],
    ...riskCounts.map(({ label, count }): LabeledValue => [label, formatCount(count)]),
  ];
  /** The summary as numbers and dates. */
  const figuresTable = () => ({
    columns: [
      { header: t`Figure`, kind: 'text' as const },
      { header: t`Number`, kind: 'count' as const },
      { header: t`Share (%)`, kind: 'quantity' as const },
      { header: t`Date`, kind: 'date' as const },
      { header: t`Number last week`, kind: 'count' as const },
      { header: t`Share last week (%)`, kind: 'quantity' as const },
    ].slice(0, then ? undefined : -2),
    rows: [
      [t`Products`, now.total, null, null, ...(then ? [then.total] : [])],
      ...(amount === null ? [] : [[t`Quantity per product: ${amount}`]]),
      ...figures.map(({ label, of }) => {
        const cells = [label, now[of], percentOf(now[of], now.total), null];
        return then ? cells.concat(then[of], percentOf(then[of], then.total)) : cells;
      }),
      [t`Oldest stock data`, null, null, oldestUpdate && oldestUpdate.date],
      ...[...otherUnits, { label: t`Runs short in the next ${weeks} weeks`, count: data.found }].map(
        ({ label, count }) => [label, count],
      ),
      ...shortDays(rows, data.found, data.today).flatMap(({ on, productIds }) =>
        productIds === null || productIds.length === 0 ? [] : [[t`Falls short on`, productIds.length, null, on]],
      ),
      ...riskCounts.map(({ label, count }) => [label, count]),
    ].map((cells) => ({ cells })),
  });
  const { main } = useChangeWords(true);
  const movedColumns = changedColumns(i18n, today, main);
  const printedColumns = [...movedColumns.slice(0, 2), whatChangedColumn(i18n, main)];
  const { promises = [] } = atRisk ?? {};
  const riskColumns = promiseColumns(i18n, today, data.receivedAt);
  const table: ExportableTable = {
    ...tableOf(t`At risk`, riskColumns, promises),
    summary,
    figures: figuresTable,
    further: [
      {
        name: t`Moved`,
        columns: movedColumns,
        rows: [
          {
            scope: 'all',
            count: null,
            batches: (signal) =>
              batchesOfChanges(movedRequest(data), { client, i18n }, signal, (page) => ({
                rows: page.rows.map((row) => rowOf(movedColumns, row)),
              })),
          },
        ],
      },
    ],
    onPaper: {
      ...tableOf(
        t`Orders and promises at risk`,
        withUnits(riskColumns, ({ unit }) => unit, formatQuantity),
        promises.slice(0, printed.atRisk),
        promises.length,
      ),
      title: t`Overview`,
      summary,
      further: [
        tableOf(
          t`Runs short in the next ${weeks} weeks`,
          withUnits(shortColumns, ({ product }) => product.unit, formatQuantity),
          rows.slice(0, printed.short),
          data.found,
        ),
        tableOf(movedTitle, printedColumns, moved?.rows.slice(0, printed.moved) ?? [], moved && foundIn(moved)),
      ],
    },
  };
  return (
    <ExportMenu
      screen="overview"
      retrievedAt={data.receivedAt}
      filter={amount === null ? '' : t`Quantity per product: ${amount}`}
      table={table}
    />
  );
}

/** Columns for paper, which has none for units: quantities with theirs. */
function withUnits<Item>(
  columns: readonly NamedColumn<Item>[],
  unitOf: (item: Item) => string | null,
  formatQuantity: (quantity: number, unit: string | null) => string,
): NamedColumn<Item>[] {
  return columns.map((column) => {
    if (column.kind !== 'quantity') return column;
    const cell = (item: Item) => {
      const quantity = column.cell(item);
      return typeof quantity === 'number' ? formatQuantity(quantity, unitOf(item)) : null;
    };
    return { ...column, cell };
  });
}

/** A table of rows at hand, out of `total`. */
function tableOf<Item>(
  name: string,
  columns: readonly NamedColumn<Item>[],
  shown: readonly Item[],
  total = shown.length,
): ExportableTable {
  const isWhole = shown.length === total;
  return {
    name,
    columns,
    rows: [
      {
        scope: 'all',
        count: shown.length,
        rowsNow: () => shown.map((item) => rowOf(columns, item)),
        ...(!isWhole && { total, part: `first-${shown.length}-of-${total}` }),
      },
    ],
  };
}
