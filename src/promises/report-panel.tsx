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
  type OutcomeSums,
  outcomesBy,
  outcomesByPeriod,
  type PeriodOutcomes,
  type PromiseOutcome,
  promiseOutcomes,
  type SummedOutcomes,
  sumOutcomes,
} from '#stock/promises/promises-report.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { useLocale } from '#ui/locale.tsx';

import { LaterPanel, OutcomeTable, useOutcomeTable } from './later-panel.tsx';
import { ExpandButton } from './promise-table.tsx';
import classes from './promises.module.css';

/** What promises are summed up by. */
type ReportBy = 'month' | 'week' | 'product' | 'customer';

/**
 * Past promises of a month, a week, or a product or a customer by its latest promise; without any of these, all that are due
 * today or later.
 */
type ReportRow = SummedOutcomes & Partial<Pick<PeriodOutcomes, 'start'> & Pick<GroupOutcomes, 'latest'>>;

function isToCome({ start, latest }: ReportRow): boolean {
  return start === undefined && latest === undefined;
}

interface ReportPanelProps {
  data: Pick<KeptPromises, 'promises' | 'today' | 'at'>;
  by: ReportBy;
}

/** How many promises were on time until their dates, which are later than the customer was told, and what is behind it. */
export function ReportPanel({ data, by }: ReportPanelProps) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const navigate = useNavigate({ from: '/promises' });
  const outcomes = useMemo(() => promiseOutcomes(data.promises, data.today, data.at), [data]);
  const later = useMemo(() => laterPromises(outcomes), [outcomes]);
  const rows = useMemo((): readonly ReportRow[] => {
    const past = outcomes.filter(({ kind }) => kind !== 'open');
    const toCome = outcomes.filter(({ kind }) => kind === 'open');
    const groups: readonly ReportRow[] =
      by === 'month' || by === 'week'
        ? outcomesByPeriod(past, by)
        : outcomesBy(by === 'product' ? 'productId' : 'customer', past);
    return toCome.length === 0 ? groups : [...groups, { ...sumOutcomes(toCome), outcomes: toCome }];
  }, [outcomes, by]);
  const total = useMemo(() => sumOutcomes(outcomes), [outcomes]);
  const figures = useFigures(outcomes, total, data.today);
  const leftOut = data.promises.length - outcomes.length;
  const [open, closed] = [
    outcomes.filter(({ promise }) => isOpenPromise(promise, data.today)).length,
    outcomes.filter(({ promise }) => promise.closed !== null).length,
  ];
  const [openCount, pastCount, closedCount] = [open, outcomes.length - open - closed, closed].map(formatCount);
  const note = [
    t`On time: the last check, at most a day before the date promised first, still found that date. A max lead time date that moved on with the days isn't later.`,
    t`Counted: ${openCount} open, ${pastCount} past, ${closedCount} closed.`,
    leftOut > 0 &&
      t`${plural(leftOut, { one: "# closed promise isn't counted: it was cancelled, or closed before its date.", other: "# closed promises aren't counted: they were cancelled, or closed before their dates." })}`,
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
            <ReportExport {...{ rows, total, by, figures, later, outcomes, note, data }} />
          </Group>
        }
        description={note}
      >
        <ReportTable {...{ rows, by, total }} today={data.today} />
      </Panel>
    </>
  );
}

/** The figures of all promises, also for exports. */
function useFigures(outcomes: readonly PromiseOutcome[], total: OutcomeSums, today: CalendarDate) {
  const { t } = useLingui();
  const { locale, formatCount } = useLocale();
  const { count, onTime, shipped, unknown, later, medianSlip } = total;
  const open = outcomes.filter(({ promise }) => isOpenPromise(promise, today));
  const untold = open.filter(({ isUntold }) => isUntold);
  const longest = Math.max(0, ...untold.map(({ days }) => days ?? 0));
  const onTimeCount = formatCount(onTime);
  const ofPast = [
    count > 0 && t`${plural(count, { other: `${onTimeCount} of #` })}`,
    unknown > 0 && t`${plural(unknown, { other: '# not checked' })}`,
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
      label: t`Confirmed as shipped`,
      value: formatCount(shipped),
      number: shipped * 1000,
      detail: t`${plural(count + unknown, { one: 'of # past promise', other: 'of # past promises' })}`,
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
      label: t`Median slip`,
      value: medianSlip === null ? '–' : t`${plural(medianSlip, { one: '# day', other: '# days' })}`,
      number: medianSlip && medianSlip * 1000,
      unit: t`days`,
      detail: t`${plural(later, { one: '# promise later than first promised', other: '# promises later than first promised' })}`,
    },
  ];
}

const column = dataColumns<ReportRow>();
/** Columns of numbers. Past promises are those on time, those later and those not checked. */
const numbers = ['total', 'onTime', 'shipped', 'later', 'unknown', 'medianSlip'] as const;

/** The columns of numbers that have any. */
function shownNumbers(rows: readonly ReportRow[]) {
  const hasUnknown = rows.some(({ unknown }) => unknown > 0);
  return numbers.filter((name) => hasUnknown || name !== 'unknown');
}

/** A number of a row, null if there is none: of promises to come it isn't known yet how they do. */
function numberOf(row: ReportRow, name: (typeof numbers)[number]): number | null {
  const isOfPast = name === 'onTime' || name === 'shipped' || name === 'unknown';
  return isOfPast && isToCome(row) ? null : row[name];
}

interface ReportTableProps {
  rows: readonly ReportRow[];
  /** The sums of all rows. */
  total: OutcomeSums;
  by: ReportBy;
  /** The service's date. */
  today: CalendarDate;
}

/** Sums by period, product or customer. A row opens to its promises. */
function ReportTable({ rows, by, today, total }: ReportTableProps) {
  const { t } = useLingui();
  const words = useLocale();
  const names = useReportNames();
  const columns = useMemo(() => columnsOf({ by, rows, total }, names, words), [by, rows, total, names, words]);
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
  { by, rows, total }: Pick<ReportTableProps, 'by' | 'rows' | 'total'>,
  names: ReturnType<typeof useReportNames>,
  { formatCount, formatDate }: ReturnType<typeof useLocale>,
) {
  const nameOf = ({ start, latest }: ReportRow) => {
    if (start) return <time dateTime={start}>{formatDate(start, by === 'month' ? 'month' : 'medium')}</time>;
    if (latest === undefined) return names.toCome;
    const name = latest[by === 'product' ? 'product' : 'customer'];
    return name === undefined ? <Trans>No customer</Trans> : <ProductName name={name} />;
  };
  return column.columns([
    column.accessor(({ start, latest }) => start ?? latest?.[by === 'product' ? 'product' : 'customer'], {
      id: by,
      header: names[by],
      cell: ({ row }) => (
        <>
          <ExpandButton row={row}>{nameOf(row.original)}</ExpandButton>
          <SumsOnPhone row={row.original} />
        </>
      ),
      footer: () => (
        <>
          {names.all}
          <SumsOnPhone row={total} />
        </>
      ),
    }),
    ...shownNumbers(rows).map((name) =>
      column.accessor((row) => numberOf(row, name) ?? undefined, {
        id: name,
        header: names[name],
        meta: { isNumeric: true },
        cell: ({ getValue }) => {
          const number = getValue();
          return number === undefined ? '–' : formatCount(number);
        },
        footer: () => (total[name] === null ? '–' : formatCount(total[name])),
      }),
    ),
  ]);
}

/** The numbers of a row in words, without those that are none. */
function SumsOnPhone({ row: { count, onTime, shipped, unknown, open, later, medianSlip } }: { row: OutcomeSums }) {
  const { t } = useLingui();
  const { locale, formatCount } = useLocale();
  const [onTimeCount, share, laterCount] = [
    formatCount(onTime),
    formatShare(onTime, count, locale),
    formatCount(later),
  ];
  const sums = [
    count > 0 && t`${plural(count, { other: `${onTimeCount} of # on time (${share})` })}`,
    shipped > 0 && t`${plural(shipped, { other: '# confirmed as shipped' })}`,
    unknown > 0 && t`${plural(unknown, { other: '# not checked' })}`,
    open > 0 && t`${plural(open, { other: '# due today or later' })}`,
    later > 0 &&
      (medianSlip === null
        ? t`${plural(later, { other: '# later' })}`
        : t`${plural(medianSlip, { one: `${laterCount} later (median # day)`, other: `${laterCount} later (median # days)` })}`),
  ];
  return (
    <Text hiddenFrom="sm" fz={13} lh="18px" ms={20} fw={400} c="dimmed">
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
      toCome: t`Due today or later`,
      all: t`Total`,
      unknown: t`Not checked`,
      onTime: t`On time`,
      shipped: t`Confirmed as shipped`,
      later: t`Later than first promised`,
      medianSlip: t`Median slip (days)`,
    }),
    [t],
  );
}

interface ReportExportProps extends ReportPanelProps {
  rows: readonly ReportRow[];
  total: OutcomeSums;
  figures: ReturnType<typeof useFigures>;
  later: readonly LaterPromise[];
  outcomes: readonly PromiseOutcome[];
  /** What the sums mean. */
  note: string;
}

/** Exports the report as displayed, with the promises that are later, and in a workbook with all of them. */
function ReportExport({ rows, total, by, figures, later, outcomes, note, data: { today, at } }: ReportExportProps) {
  const { t } = useLingui();
  const laterTable = useOutcomeTable({ rows: later, today, label: t`Later than first promised` });
  const allTable = useOutcomeTable({ rows: outcomes, today, label: t`Promises` });
  const names = useReportNames();
  /** Null for the total. */
  const keys: Record<ReportBy, NamedColumn<ReportRow | null>[]> = {
    month: [{ header: names.month, kind: 'date', cell: (row) => row?.start ?? null }],
    week: [{ header: names.week, kind: 'date', cell: (row) => row?.start ?? null }],
    product: [
      { header: t`Product ID`, kind: 'id', cell: (row) => row?.latest?.productId ?? null },
      { header: names.product, kind: 'text', cell: (row) => row?.latest?.product ?? null },
    ],
    customer: [{ header: names.customer, kind: 'text', cell: (row) => row?.latest?.customer ?? null }],
  };
  const columns: NamedColumn<ReportRow | null>[] = [
    {
      header: t`Due`,
      kind: 'text',
      cell: (row) => (row === null ? names.all : isToCome(row) ? names.toCome : t`Past`),
    },
    ...keys[by],
    ...shownNumbers(rows).map((name): NamedColumn<ReportRow | null> => ({
      header: names[name],
      kind: 'count',
      cell: (row) => (row === null ? total[name] : numberOf(row, name)),
    })),
  ];
  const written = [...rows, null];
  const table: ExportableTable = {
    name: t`Promises report`,
    title: t`Promises report`,
    columns,
    rows: [{ scope: 'all', count: written.length, rowsNow: () => written.map((row) => rowOf(columns, row)) }],
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
