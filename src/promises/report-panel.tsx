import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Progress, SegmentedControl, SimpleGrid } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';
import { useMemo } from 'react';

import { ExportMenu } from '#parts/export/export-menu.tsx';
import { Figure, figureClass } from '#parts/figure.tsx';
import { Panel, PanelEmpty } from '#parts/panel.tsx';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { KeptPromises } from '#stock/contract/promises.ts';
import { type LabeledValue, type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { formatShare } from '#stock/locale-number.ts';
import { isOpenPromise } from '#stock/promises/open-promises.ts';
import {
  type GroupOutcomes,
  laterPromises,
  outcomesBy,
  outcomesByPeriod,
  type OutcomeSums,
  type PeriodOutcomes,
  type PromiseOutcome,
  promiseOutcomes,
  sumOutcomes,
} from '#stock/promises/promises-report.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { useLocale } from '#ui/locale.tsx';

import { LaterPanel } from './later-panel.tsx';
import classes from './promises.module.css';

/** What promises are summed up by. */
type ReportBy = 'month' | 'week' | 'product' | 'customer';

/** A month or a week, or a product or a customer by its latest promise. */
type ReportRow = OutcomeSums & Partial<Pick<PeriodOutcomes, 'start'> & Pick<GroupOutcomes, 'latest'>>;

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
      <SimpleGrid component="section" aria-label={t`Figures`} cols={{ base: 2, sm: 4 }} spacing={8}>
        {figures.map((figure) => (
          <div key={figure.label} className={figureClass}>
            <Figure {...figure} />
          </div>
        ))}
      </SimpleGrid>
      <LaterPanel rows={later} today={data.today} />
      <Panel
        title={t`Promises report`}
        aside={
          <Group gap={8}>
            <SegmentedControl
              aria-label={t`Sum up by`}
              data={[
                { value: 'week', label: t`By week` },
                { value: 'month', label: t`By month` },
                { value: 'product', label: t`By product` },
                { value: 'customer', label: t`By customer` },
              ]}
              value={by}
              onChange={(report) => void navigate({ search: (before) => ({ ...before, report }), replace: true })}
            />
            <ReportExport {...{ rows, by, figures }} retrievedAt={data.at} />
          </Group>
        }
        description={
          <Trans>
            By the date that the customer was told first, and the last result until then. Cancelled promises don't
            count.
          </Trans>
        }
      >
        <ReportTable {...{ rows, by }} />
      </Panel>
    </>
  );
}

/** The figures of all promises, also for exports. */
function useFigures(outcomes: readonly PromiseOutcome[], today: CalendarDate) {
  const { t } = useLingui();
  const { locale, formatCount } = useLocale();
  const { count, onTime, later, medianSlip } = sumOutcomes(outcomes);
  const open = outcomes.filter(({ promise }) => isOpenPromise(promise, today));
  const untold = open.filter(({ isUntold }) => isUntold);
  const told = open.filter((outcome) => outcome.later !== null && !outcome.isUntold);
  const longest = Math.max(0, ...untold.map(({ days }) => days ?? 0));
  const past = formatCount(onTime);
  const ofOpen = t`${plural(open.length, { one: 'of # open promise', other: 'of # open promises' })}`;
  return [
    {
      label: t`On time until their date`,
      value: formatShare(onTime, count, locale) || '–',
      detail:
        count === 0
          ? t`No past promises yet`
          : t`${plural(count, { one: `${past} of # past promise`, other: `${past} of # past promises` })}`,
    },
    {
      label: t`Later, customer not told`,
      value: formatCount(untold.length),
      detail:
        longest === 0
          ? ofOpen
          : t`${plural(longest, { one: `${ofOpen}, up to # day`, other: `${ofOpen}, up to # days` })}`,
    },
    { label: t`Later, customer told`, value: formatCount(told.length), detail: ofOpen },
    {
      label: t`Median slip`,
      value: medianSlip === null ? '–' : t`${plural(medianSlip, { one: '# day', other: '# days' })}`,
      detail: t`${plural(later, { one: '# promise later than told first', other: '# promises later than told first' })}`,
    },
  ];
}

const column = dataColumns<ReportRow>();
const numeric = { isNumeric: true };
/** Columns of numbers. */
const numbers = ['onTime', 'later', 'medianSlip', 'unknown', 'open'] as const;

function ReportTable({ rows, by }: { rows: readonly ReportRow[]; by: ReportBy }) {
  const { t } = useLingui();
  const words = useLocale();
  const names = useReportNames();
  const largest = Math.max(...rows.map(totalOf));
  const columns = useMemo(() => columnsOf(by, largest, names, words), [by, largest, names, words]);
  const table = useDataTable({
    columns,
    data: rows,
    getRowId: ({ start, latest }) => start ?? `${latest?.productId} ${latest?.customer}`,
  });
  return <DataTable table={table} label={t`Promises report`} className={classes.report} />;
}

function columnsOf(
  by: ReportBy,
  largest: number,
  names: ReturnType<typeof useReportNames>,
  { locale, formatCount, formatDate }: ReturnType<typeof useLocale>,
) {
  return column.columns([
    by === 'month' || by === 'week'
      ? column.accessor('start', {
          header: names[by],
          cell: ({ getValue }) => {
            const start = getValue();
            return start && <time dateTime={start}>{formatDate(start, by === 'month' ? 'month' : 'medium')}</time>;
          },
        })
      : column.accessor(({ latest }) => latest?.[by], {
          id: by,
          header: names[by],
          cell: ({ row: { original } }) => <GroupName {...original} by={by} />,
        }),
    column.accessor(totalOf, {
      id: 'count',
      header: names.count,
      cell: ({ row: { original } }) => <Bar {...original} largest={largest} />,
    }),
    column.accessor(({ count, onTime }) => (count === 0 ? undefined : onTime / count), {
      id: 'share',
      header: names.share,
      meta: numeric,
      cell: ({ row: { original } }) => formatShare(original.onTime, original.count, locale) || '–',
    }),
    ...numbers.map((name) =>
      column.accessor((row) => row[name] ?? undefined, {
        id: name,
        header: names[name],
        meta: numeric,
        cell: ({ row: { original } }) => (original[name] === null ? '–' : formatCount(original[name])),
      }),
    ),
  ]);
}

/** Names of the columns, also in exports. */
function useReportNames() {
  const { t } = useLingui();
  return useMemo(
    () => ({
      month: t`Month`,
      week: t`Week from`,
      product: t`Product`,
      customer: t`Customer`,
      count: t`Promises`,
      onTime: t`On time`,
      share: t`Share on time`,
      later: t`Later`,
      medianSlip: t`Median slip (days)`,
      unknown: t`Not checked`,
      open: t`Not due yet`,
    }),
    [t],
  );
}

function totalOf({ count, unknown, open }: OutcomeSums): number {
  return count + unknown + open;
}

function GroupName({ latest, by }: Pick<ReportRow, 'latest'> & { by: 'product' | 'customer' }) {
  if (by === 'customer')
    return latest?.customer === undefined ? <Trans>No customer</Trans> : <bdi>{latest.customer}</bdi>;
  return (
    <Link to="/" search={{ product: latest?.productId }} preload={false}>
      <bdi>{latest?.product}</bdi>
    </Link>
  );
}

/** The number of promises, and a bar as long: green what was on time, red what is or was later, then the others. */
function Bar({ largest, ...sums }: OutcomeSums & { largest: number }) {
  const { formatCount } = useLocale();
  const total = totalOf(sums);
  const { onTime, later, unknown } = sums;
  const parts = [
    [onTime, 'var(--sh-in-stock)'],
    [later, 'var(--sh-late)'],
    [Math.max(0, total - onTime - later - unknown), 'var(--sh-line-strong)'],
  ] as const;
  return (
    <span className={classes.bar}>
      {formatCount(total)}
      <Progress.Root aria-hidden size={10} bg="transparent" flex={1}>
        {parts.map(([number, color]) => (
          <Progress.Section key={color} withAria={false} value={(100 * number) / largest} color={color} />
        ))}
      </Progress.Root>
    </span>
  );
}

interface ReportExportProps {
  rows: readonly ReportRow[];
  by: ReportBy;
  figures: ReturnType<typeof useFigures>;
  /** Unix milliseconds. */
  retrievedAt: number;
}

/** Exports the report as displayed. */
function ReportExport({ rows, by, figures, retrievedAt }: ReportExportProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
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
    { header: names.count, kind: 'count', cell: totalOf },
    { header: names.share, kind: 'text', cell: ({ count, onTime }) => formatShare(onTime, count, locale) },
    ...numbers.map((name): NamedColumn<ReportRow> => ({
      header: names[name],
      kind: 'count',
      cell: (row) => row[name],
    })),
  ];
  return (
    <ExportMenu
      label={t`Export report`}
      screen="promises-report"
      retrievedAt={retrievedAt}
      filter={{ month: t`By month`, week: t`By week`, product: t`By product`, customer: t`By customer` }[by]}
      table={{
        name: t`Promises report`,
        columns,
        rows: [{ scope: 'all', count: rows.length, rowsNow: () => rows.map((row) => rowOf(columns, row)) }],
        summary: () => figures.map(({ label, value, detail }): LabeledValue => [label, `${value} (${detail})`]),
      }}
    />
  );
}
