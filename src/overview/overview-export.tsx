import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';

import type { ReceivedCalendars } from '#data/calendar-pages.ts';
import { foundIn } from '#data/changes.ts';
import { ExportMenu } from '#parts/export/export-menu.tsx';
import { maxLeadTimeDates } from '#parts/export/max-lead-time-dates.ts';
import type { ExportableTable } from '#parts/export/exportable.ts';
import { useChangeWords } from '#parts/change-words.ts';
import { batchesOfChanges, changedColumns, whatChangedColumn } from '#parts/exported-changes.ts';
import { statusWords } from '#parts/result/wording.ts';
import type { CalendarCounts } from '#stock/contract/calendars.ts';
import type { ShortProduct } from '#stock/calendars/short-products.ts';
import { chunksOf } from '#stock/chunks.ts';
import { type LabeledValue, type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { formatShare, percentOf } from '#stock/locale-number.ts';
import { useLocale, withYears } from '#ui/locale.tsx';

import { orderColumns, promiseColumns, statusText, toldName, useAtRisk } from './at-risk-panel.tsx';
import { shortBatches } from './exported-batches.ts';
import { useLastWeek } from './last-week.ts';
import { movedRequest, useMoved, useMovedTitle } from './moved-panel.tsx';
import { daysShortOf, type Figures, figuresOf, onOnePage, type ShortDay, shortDays } from './runs-short.ts';
import { useColumnNames, useDaysShortWords, useDoubtWords } from './runs-short-table.tsx';

interface OverviewExportProps {
  data: ReceivedCalendars;
  counts: CalendarCounts;
  rows: readonly ShortProduct[];
  weeks: number;
}

const isMaxLeadTime = ({ shortfall }: ShortProduct) => shortfall.isMaxLeadTime;

/**
 * Exports the figures of all products, all that run short, what moved and the promises at risk. On paper: one page with
 * the first of each.
 */
export function OverviewExport({ data, counts, rows, weeks }: OverviewExportProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { locale, today, formatCount, formatDate, formatQuantity } = withYears(useLocale());
  const names = useColumnNames();
  const doubtWords = useDoubtWords();
  const daysShortWords = useDaysShortWords(data.today);
  const { quantity, unit } = data.request;
  const statusOf = ({ doubt, shortfall: { shipDate, isMaxLeadTime } }: ShortProduct) =>
    doubt === null
      ? statusWords(shipDate === null ? 'not-available' : isMaxLeadTime ? 'max-lead-time' : 'expected', i18n)
      : doubtWords[doubt];
  const columns: NamedColumn<ShortProduct>[] = [
    { header: names.on, kind: 'date', cell: ({ shortfall }) => shortfall.on },
    { header: names.product, kind: 'id', cell: ({ product }) => product.productId },
    { header: t`Name`, kind: 'text', cell: ({ product }) => product.name },
    { header: t`SKU`, kind: 'code', isFileOnly: true, cell: ({ product }) => product.sku },
    { header: names.available, kind: 'quantity', cell: ({ availableToday }) => availableToday },
    ...(quantity === null
      ? []
      : [{ header: names.by, kind: 'quantity' as const, cell: ({ shortfall }: ShortProduct) => shortfall.by }]),
    { header: t`Unit`, kind: 'text', isFileOnly: true, cell: ({ product }) => product.unit },
    // After a shortage, so it is never today.
    { header: names.again, kind: 'date', cell: ({ shortfall }) => shortfall.shipDate, isMaxLeadTime },
    { header: t`Status`, kind: 'text', cell: statusOf },
    { header: names.days, kind: 'count', cell: (row) => daysShortOf(row, data.today) },
  ];
  columns.push(maxLeadTimeDates(columns, i18n));
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
    { label: t`Past promises`, count: atRisk?.past.length },
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
      if (then === null) return [label, value];
      const lastWeek = counted(then[of], then.total);
      return [label, value, t`last week ${lastWeek}`];
    }),
    [t`Oldest stock data`, oldestUpdate === null ? t`Not provided` : formatDate(oldestUpdate.date, 'medium')],
    ...otherUnits.map(({ label, count }): LabeledValue => [label, formatCount(count)]),
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
    ].slice(0, then === null ? -2 : undefined),
    rows: [
      [t`Products`, now.total, null, null, then && then.total],
      ...(amount === null ? [] : [[t`Quantity per product: ${amount}`]]),
      ...figures.map(({ label, of }) => [
        label,
        now[of],
        percentOf(now[of], now.total),
        null,
        then && then[of],
        then && percentOf(then[of], then.total),
      ]),
      [t`Oldest stock data`, null, null, oldestUpdate && oldestUpdate.date],
      ...[...otherUnits, ...riskCounts].map(({ label, count }) => [label, count]),
    ].map((cells) => ({ cells })),
  });
  const period = t`Runs short in the next ${weeks} weeks`;
  const { main } = useChangeWords(true);
  const movedColumns = changedColumns(i18n, today, main);
  const printedColumns = [...movedColumns.slice(0, 2), whatChangedColumn(i18n, main)];
  const paperColumns = columns.map((column): typeof column => {
    // Beside a date, its mark on paper is enough.
    if (column.cell === statusOf)
      return { ...column, cell: (row) => (row.shortfall.shipDate === null ? statusOf(row) : null) };
    return column.header === names.days ? { ...column, cell: daysShortWords } : column;
  });
  const days = shortDays(rows, data.found, data.today);
  const dayColumns: NamedColumn<ShortDay>[] = [
    { header: names.on, kind: 'date', cell: ({ on }) => on },
    { header: t`Products`, kind: 'count', cell: countOf },
  ];
  const weekColumns: NamedColumn<readonly ShortDay[]>[] = [
    { header: t`Week from`, kind: 'date', cell: ([first]) => first?.on ?? null },
    ...days.slice(0, 7).map(({ on }, index): NamedColumn<readonly ShortDay[]> => ({
      header: formatDate(on, 'weekday alone'),
      kind: 'count',
      cell: (week) => (week[index] ? countOf(week[index]) : null),
    })),
  ];
  const movedNow = moved?.rows.slice(0, 3) ?? [];
  const { orders = [], promises = [], past = [] } = atRisk ?? {};
  const printedRisks = promises.slice(0, 7);
  const riskColumns = promiseColumns({ i18n, today }, data.receivedAt);
  const others = {
    moved: movedNow.map(({ change, product }) => main(change, product.unit)),
    atRisk: printedRisks.map((promise) => [
      toldName(promise),
      promise.customer ?? '',
      promise.reference ?? '',
      statusText(promise, { i18n, today }, data.receivedAt),
    ]),
    weeks: rows.length === 0 ? 0 : weeks,
  };
  const printed = onOnePage(rows, others);
  const { page: _page, ...request } = data.request;
  const table: ExportableTable = {
    name: t`Runs short`,
    columns,
    rows: [
      {
        scope: 'all',
        filter: period,
        count: data.found,
        batches: (signal, since) => shortBatches(columns, request, { client, i18n }, signal, since),
      },
    ],
    summary,
    figures: figuresTable,
    further: [
      tableOf(t`Short by day`, dayColumns, rows.length === 0 ? [] : days),
      tableOf(t`At risk`, riskColumns, promises),
      tableOf(t`Orders at risk`, orderColumns(i18n), orders),
      tableOf(t`Past promises`, riskColumns, past),
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
        printedRisks,
        promises.length,
      ),
      title: t`Overview`,
      summary,
      further: [
        tableOf(t`Products that fall short by day`, weekColumns, rows.length === 0 ? [] : chunksOf(days, 7)),
        tableOf(
          period,
          withUnits(paperColumns, ({ product }) => product.unit, formatQuantity),
          printed,
          data.found,
        ),
        tableOf(movedTitle, printedColumns, movedNow, moved && foundIn(moved)),
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

function countOf({ productIds }: ShortDay): number | null {
  return productIds && productIds.length;
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
