import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';
import { useMemo } from 'react';

import { ExportMenu } from '#parts/export/export-menu.tsx';
import type { ExportableTable } from '#parts/export/exportable.ts';
import { Figure, figureClass, figuresClass } from '#parts/figure.tsx';
import { Panel, PanelEmpty } from '#parts/panel.tsx';
import { ProductName } from '#parts/product-name.tsx';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { KeptPromises } from '#stock/contract/promises.ts';
import { type LabeledValue, type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { formatShare, percentOf } from '#stock/locale-number.ts';
import { isOpenPromise } from '#stock/promises/open-promises.ts';
import {
  type GroupOutcomes,
  type LaterPromise,
  laterPromises,
  outcomesBy,
  outcomesByPeriod,
  type PeriodOutcomes,
  type PromiseOutcome,
  promiseOutcomes,
  sumOutcomes,
} from '#stock/promises/promises-report.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { useLocale } from '#ui/locale.tsx';

import { LaterPanel, OutcomeTable, useOutcomeTable } from './later-panel.tsx';
import { ExpandButton } from './promise-table.tsx';
import classes from './promises.module.css';

/** What promises are summed up by. */
type ReportBy = 'month' | 'week' | 'product' | 'customer';

/** A month or a week, or a product or a customer by its latest promise. */
type ReportRow = Omit<PeriodOutcomes, 'start'> & Partial<Pick<PeriodOutcomes, 'start'> & Pick<GroupOutcomes, 'latest'>>;

interface ReportPanelProps {
  data: Pick<KeptPromises, 'promises' | 'today' | 'at'>;
  by: ReportBy;
}

/** How many promises were on time until their dates, which are later than the customer was told, and what is behind it. */
export function ReportPanel({ data, by }: ReportPanelProps) {
  const { t } = useLingui();
  const navigate = useNavigate({ from: '/promises' });
  const outcomes = useMemo(() => promiseOutcomes(data.promises, data.today, data.at), [data]);
  const later = useMemo(() => laterPromises(outcomes), [outcomes]);
  const rows = useMemo(
    (): readonly ReportRow[] =>
      by === 'month' || by === 'week'
        ? outcomesByPeriod(outcomes, by)
        : outcomesBy(by === 'product' ? 'productId' : 'customer', outcomes),
    [outcomes, by],
  );
  const figures = useFigures(outcomes, data.today);
  const leftOut = data.promises.length - outcomes.length;
  const note = [
    t`On time: the last check until the date promised first still found that date. Whether it was shipped isn't known, unless the promise is closed as shipped.`,
    leftOut > 0 &&
      t`${plural(leftOut, { one: "# promise isn't counted: it was cancelled, or closed before its date.", other: "# promises aren't counted: they were cancelled, or closed before their dates." })}`,
  ]
    .filter(Boolean)
    .join(' ');
  if (outcomes.length === 0)
    return (
      <Panel title={t`Promises report`}>
        <PanelEmpty icon={Handshake} title={t`No promises yet`}>
          <Trans>Here you see which promises hold, which are later, and for which products and customers.</Trans>
        </PanelEmpty>
      </Panel>
    );
  return (
    <>
      <section aria-label={t`Figures`} className={figuresClass}>
        {figures.map((figure) => (
          <div key={figure.label} className={figureClass}>
            <Figure {...figure} />
          </div>
        ))}
      </section>
      <LaterPanel rows={later} today={data.today} />
      <Panel
        title={t`Promises report`}
        aside={
          <Group gap={8} justify="flex-end" flex="auto" className={classes.reportTools}>
            <SegmentedControl
              aria-label={t`Sum up by`}
              className={classes.filter}
              withItemsBorders={false}
              data={[
                { value: 'week', label: t`By week` },
                { value: 'month', label: t`By month` },
                { value: 'product', label: t`By product` },
                { value: 'customer', label: t`By customer` },
              ]}
              value={by}
              onChange={(report) => void navigate({ search: (before) => ({ ...before, report }), replace: true })}
            />
            <ReportExport {...{ rows, by, figures, later, outcomes, note, data }} />
          </Group>
        }
        description={note}
      >
        <ReportTable {...{ rows, by }} today={data.today} />
      </Panel>
    </>
  );
}

/** The figures of all promises, also for exports. */
function useFigures(outcomes: readonly PromiseOutcome[], today: CalendarDate) {
  const { t } = useLingui();
  const { locale, formatCount } = useLocale();
  const { count, onTime, unconfirmed, later, medianSlip } = sumOutcomes(outcomes);
  const open = outcomes.filter(({ promise }) => isOpenPromise(promise, today));
  const untold = open.filter(({ isUntold }) => isUntold);
  const told = open.filter((outcome) => outcome.later !== null && !outcome.isUntold);
  const longest = Math.max(0, ...untold.map(({ days }) => days ?? 0));
  const shipped = onTime - unconfirmed;
  const late = count - onTime;
  const ofPast = [
    shipped > 0 && t`${plural(shipped, { other: '# shipped' })}`,
    unconfirmed > 0 && t`${plural(unconfirmed, { other: '# on time but not confirmed' })}`,
    late > 0 && t`${plural(late, { other: '# later' })}`,
  ];
  const ofOpen = t`${plural(open.length, { one: 'of # open promise', other: 'of # open promises' })}`;
  return [
    {
      label: t`On time until their date`,
      value: formatShare(onTime, count, locale) || '–',
      number: percentOf(onTime, count),
      unit: '%',
      detail: ofPast.filter(Boolean).join(', ') || t`No past promises yet`,
    },
    {
      label: t`Later, customer not told`,
      value: formatCount(untold.length),
      number: untold.length * 1000,
      detail:
        longest === 0
          ? ofOpen
          : t`${plural(longest, { one: `${ofOpen}, up to # day`, other: `${ofOpen}, up to # days` })}`,
    },
    {
      label: t`Later, customer told`,
      value: formatCount(told.length),
      number: told.length * 1000,
      detail: ofOpen,
    },
    {
      label: t`Median slip`,
      value: medianSlip === null ? '–' : t`${plural(medianSlip, { one: '# day', other: '# days' })}`,
      number: medianSlip && medianSlip * 1000,
      unit: t`days`,
      detail: t`${plural(later, { one: '# promise later than first promised', other: '# promises later than first promised' })}`,
    },
  ];
}

const column = dataColumns<ReportRow>();
/** Columns of numbers: promises not due or not checked, how those due did, which aren't confirmed, and which are or were later. */
const numbers = ['total', 'open', 'unknown', 'onTime', 'unconfirmed', 'share', 'later', 'medianSlip'] as const;

/** The columns of numbers that have any. */
function shownNumbers(rows: readonly ReportRow[]) {
  const hasUnknown = rows.some(({ unknown }) => unknown > 0);
  return numbers.filter((name) => hasUnknown || name !== 'unknown');
}

/** A number of a row; a share in percent, in thousandths. Null if there is none. */
function numberOf(row: ReportRow, name: (typeof numbers)[number]): number | null {
  if (name === 'share') return percentOf(row.onTime, row.count);
  return name === 'total' ? row.count + row.unknown + row.open : row[name];
}

interface ReportTableProps {
  rows: readonly ReportRow[];
  by: ReportBy;
  /** The service's date. */
  today: CalendarDate;
}

/** Sums by period, product or customer. A row opens to its promises. */
function ReportTable({ rows, by, today }: ReportTableProps) {
  const { t } = useLingui();
  const words = useLocale();
  const names = useReportNames();
  const columns = useMemo(() => columnsOf({ by, rows }, names, words), [by, rows, names, words]);
  const table = useDataTable({
    columns,
    data: rows,
    getRowId: ({ start, latest }) => start ?? `${latest?.productId} ${latest?.customer}`,
    getRowCanExpand: () => true,
  });
  return (
    <DataTable
      table={table}
      label={t`Promises report`}
      className={classes.report}
      renderDetail={({ outcomes }) => <OutcomeTable rows={outcomes} today={today} label={t`Promises summed up`} />}
    />
  );
}

function columnsOf(
  { by, rows }: Pick<ReportTableProps, 'by' | 'rows'>,
  names: ReturnType<typeof useReportNames>,
  { locale, formatCount, formatDate }: ReturnType<typeof useLocale>,
) {
  return column.columns([
    by === 'month' || by === 'week'
      ? column.accessor('start', {
          header: names[by],
          cell: ({ row, getValue }) => {
            const start = getValue();
            return (
              <>
                <ExpandButton row={row}>
                  {start && <time dateTime={start}>{formatDate(start, by === 'month' ? 'month' : 'medium')}</time>}
                </ExpandButton>
                <SumsOnPhone row={row.original} />
              </>
            );
          },
        })
      : column.accessor(({ latest }) => latest?.[by], {
          id: by,
          header: names[by],
          cell: ({ row, getValue }) => {
            const name = getValue();
            return (
              <>
                <ExpandButton row={row}>
                  {name === undefined ? <Trans>No customer</Trans> : <ProductName name={name} />}
                </ExpandButton>
                <SumsOnPhone row={row.original} />
              </>
            );
          },
        }),
    ...shownNumbers(rows).map((name) =>
      column.accessor((row) => numberOf(row, name) ?? undefined, {
        id: name,
        header: names[name],
        meta: { isNumeric: true },
        cell: ({ row: { original }, getValue }) => {
          if (name === 'share') return formatShare(original.onTime, original.count, locale) || '–';
          if (name === 'onTime') return <OnTime {...original} />;
          const number = getValue();
          return number === undefined ? '–' : formatCount(number);
        },
      }),
    ),
  ]);
}

/** How many of the past promises were on time. */
function OnTime({ onTime, count }: ReportRow) {
  const { formatCount } = useLocale();
  const [part, whole] = [formatCount(onTime), formatCount(count)];
  return count === 0 ? (
    '–'
  ) : (
    <Trans>
      {part} of {whole}
    </Trans>
  );
}

/** The numbers of a row in words, without those that are none. */
function SumsOnPhone({ row: { count, onTime, unconfirmed, unknown, open, later, medianSlip } }: { row: ReportRow }) {
  const { t } = useLingui();
  const { locale, formatCount } = useLocale();
  const [onTimeCount, share, laterCount] = [
    formatCount(onTime),
    formatShare(onTime, count, locale),
    formatCount(later),
  ];
  const sums = [
    count > 0 && t`${plural(count, { other: `${onTimeCount} of # on time (${share})` })}`,
    unconfirmed > 0 && t`${plural(unconfirmed, { other: '# of them not confirmed as shipped' })}`,
    later > 0 &&
      (medianSlip === null
        ? t`${plural(later, { other: '# later' })}`
        : t`${plural(medianSlip, { one: `${laterCount} later (median # day)`, other: `${laterCount} later (median # days)` })}`),
    open > 0 && t`${plural(open, { other: '# due today or later' })}`,
    unknown > 0 && t`${plural(unknown, { other: '# not checked' })}`,
  ];
  return (
    <Text hiddenFrom="sm" fz={13} lh="18px" ms={20} c="dimmed">
      {sums.filter(Boolean).join(' · ')}
    </Text>
  );
}

/** Names of the columns, also in exports. */
function useReportNames() {
  const { t } = useLingui();
  return useMemo(
    () => ({
      month: t`First promised, month`,
      week: t`First promised, week from`,
      product: t`Product`,
      customer: t`Customer`,
      total: t`Promises`,
      open: t`Due today or later`,
      unknown: t`Not checked`,
      onTime: t`On time`,
      unconfirmed: t`Not confirmed as shipped`,
      share: t`Share on time`,
      later: t`Later than first promised`,
      medianSlip: t`Median slip (days)`,
    }),
    [t],
  );
}

interface ReportExportProps extends ReportPanelProps {
  rows: readonly ReportRow[];
  figures: ReturnType<typeof useFigures>;
  later: readonly LaterPromise[];
  outcomes: readonly PromiseOutcome[];
  /** What the sums mean. */
  note: string;
}

/** Exports the report as displayed, with the promises that are later, and in a workbook with all of them. */
function ReportExport({ rows, by, figures, later, outcomes, note, data: { today, at } }: ReportExportProps) {
  const { t } = useLingui();
  const laterTable = useOutcomeTable({ rows: later, today, label: t`Later than first promised` });
  const allTable = useOutcomeTable({ rows: outcomes, today, label: t`Promises` });
  const names = useReportNames();
  const keys: Record<ReportBy, NamedColumn<ReportRow>[]> = {
    month: [{ header: names.month, kind: 'date', cell: ({ start = null }) => start }],
    week: [{ header: names.week, kind: 'date', cell: ({ start = null }) => start }],
    product: [
      { header: t`Product ID`, kind: 'id', cell: ({ latest }) => latest?.productId ?? null },
      { header: names.product, kind: 'text', cell: ({ latest }) => latest?.product ?? null },
    ],
    customer: [{ header: names.customer, kind: 'text', cell: ({ latest }) => latest?.customer ?? null }],
  };
  const columns: NamedColumn<ReportRow>[] = [
    ...keys[by],
    ...shownNumbers(rows).map((name): NamedColumn<ReportRow> => ({
      header: name === 'share' ? `${names.share} (%)` : names[name],
      kind: name === 'share' ? 'quantity' : 'count',
      cell: (row) => numberOf(row, name),
    })),
  ];
  const table: ExportableTable = {
    name: t`Promises report`,
    title: t`Promises report`,
    columns,
    rows: [{ scope: 'all', count: rows.length, rowsNow: () => rows.map((row) => rowOf(columns, row)) }],
    summary: () => figures.map(({ label, value, detail }): LabeledValue => [label, value, detail]),
    figures: () => ({
      columns: [
        { header: t`Promises report`, kind: 'text' },
        { header: t`Value`, kind: 'quantity' },
        { header: t`Unit`, kind: 'text' },
        { header: t`Note`, kind: 'text' },
      ],
      rows: [
        ...figures.map(({ label, number, unit = null, detail }) => ({ cells: [label, number, unit, detail] })),
        { cells: [null, null, null, note] },
      ],
    }),
    note,
    further: [laterTable],
  };
  return (
    <ExportMenu
      label={t`Export report`}
      isPrinted
      screen={`promises-report-by-${by}`}
      retrievedAt={at}
      filter={{ month: t`By month`, week: t`By week`, product: t`By product`, customer: t`By customer` }[by]}
      table={{ ...table, further: [laterTable, allTable], onPaper: table }}
    />
  );
}
