import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';
import { useMemo } from 'react';

import { ExportMenu } from '#parts/export/export-menu.tsx';
import { Figure, figureClass, figuresClass } from '#parts/figure.tsx';
import { Panel, PanelEmpty } from '#parts/panel.tsx';
import { ProductName } from '#parts/product-name.tsx';
import type { KeptPromises } from '#stock/contract/promises.ts';
import { type LabeledValue, type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { formatShare, percentOf } from '#stock/locale-number.ts';
import {
  type OutcomeGroup,
  outcomesBy,
  type OutcomeSums,
  promiseOutcomes,
  sumOutcomes,
} from '#stock/promises/promises-report.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { Day } from '#ui/day.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './promises.module.css';

/** What promises are summed up by. */
type ReportBy = 'week' | 'product';

interface ReportPanelProps {
  data: Pick<KeptPromises, 'promises' | 'today' | 'at'>;
  by: ReportBy;
}

/** How many promises were on time until their dates, and by how many days the others were later. */
export function ReportPanel({ data: { promises, today, at }, by }: ReportPanelProps) {
  const { t } = useLingui();
  const navigate = useNavigate({ from: '/promises' });
  const outcomes = useMemo(() => promiseOutcomes(promises, today), [promises, today]);
  const rows = useMemo(() => outcomesBy(by, outcomes), [by, outcomes]);
  const total = useMemo(() => sumOutcomes(outcomes), [outcomes]);
  const figures = useFigures(total);
  const unknown = outcomes.length - total.count;
  const note = [
    t`Promises whose first date is past, without cancelled ones.`,
    t`On time: the last check until that date still found it. Later: it found a later date, only max lead time, or none.`,
    unknown > 0 &&
      t`${plural(unknown, { one: "# promise isn't counted: it wasn't checked until its date.", other: "# promises aren't counted: they weren't checked until their dates." })}`,
  ]
    .filter(Boolean)
    .join(' ');
  if (total.count === 0)
    return (
      <Panel title={t`Promises report`}>
        <PanelEmpty icon={Handshake} title={t`No past promises yet`}>
          {note}
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
      <Panel
        title={t`Promises report`}
        aside={
          <Group gap={8} justify="space-between" className={classes.reportTools}>
            <SegmentedControl
              aria-label={t`Sum up by`}
              withItemsBorders={false}
              data={[
                { value: 'week', label: t`By week` },
                { value: 'product', label: t`By product` },
              ]}
              value={by}
              onChange={(report) => void navigate({ search: (before) => ({ ...before, report }), replace: true })}
            />
            <ReportExport {...{ rows, by, figures, note, at }} />
          </Group>
        }
        description={note}
      >
        <ReportTable {...{ rows, by, total }} />
      </Panel>
    </>
  );
}

/** The figures of all promises, also for exports. */
function useFigures({ count, onTime, later, medianSlip }: OutcomeSums) {
  const { t } = useLingui();
  const { locale, formatCount } = useLocale();
  const onTimeCount = formatCount(onTime);
  return [
    {
      label: t`On time until their date`,
      value: formatShare(onTime, count, locale),
      number: percentOf(onTime, count),
      unit: '%',
      detail: t`${plural(count, { one: `${onTimeCount} of # promise`, other: `${onTimeCount} of # promises` })}`,
    },
    {
      label: t`Median slip`,
      value: medianSlip === null ? '–' : t`${plural(medianSlip, { one: '# day', other: '# days' })}`,
      number: medianSlip && medianSlip * 1000,
      unit: t`days`,
      detail: t`${plural(later, { one: 'of # later promise', other: 'of # later promises' })}`,
    },
  ];
}

interface ReportTableProps {
  rows: readonly OutcomeGroup[];
  by: ReportBy;
  /** The sums of all rows. */
  total: OutcomeSums;
}

/** Sums by week or product. */
function ReportTable({ rows, by, total }: ReportTableProps) {
  const { t } = useLingui();
  const names = useReportNames();
  const { formatCount } = useLocale();
  const columns = useMemo(() => columnsOf({ by, total }, names, formatCount), [by, total, names, formatCount]);
  const table = useDataTable({
    columns,
    data: rows,
    getRowId: ({ start, latest }) => (by === 'week' ? start : String(latest.productId)),
  });
  return <DataTable table={table} label={t`Promises report`} className={classes.report} />;
}

const column = dataColumns<OutcomeGroup>();
const numeric = { isNumeric: true };

function columnsOf(
  { by, total }: Omit<ReportTableProps, 'rows'>,
  names: ReturnType<typeof useReportNames>,
  formatCount: (count: number) => string,
) {
  return column.columns([
    column.display({
      id: by,
      header: names[by],
      cell: ({ row }) => {
        const { start, latest } = row.original;
        if (by === 'product') return <ProductName name={latest.product} />;
        return <Day date={start} />;
      },
      footer: () => <Trans>Total</Trans>,
    }),
    column.display({
      id: 'count',
      header: names.count,
      meta: numeric,
      cell: ({ row }) => formatCount(row.original.count),
      footer: () => formatCount(total.count),
    }),
    column.display({
      id: 'onTime',
      header: names.onTime,
      meta: numeric,
      cell: ({ row }) => <OnTime {...row.original} />,
      footer: () => <OnTime {...total} />,
    }),
    column.display({
      id: 'later',
      header: names.later,
      meta: numeric,
      cell: ({ row }) => formatCount(row.original.later),
      footer: () => formatCount(total.later),
    }),
    column.display({
      id: 'slip',
      header: names.medianSlip,
      meta: numeric,
      cell: ({ row }) => <Slip {...row.original} />,
      footer: () => <Slip {...total} />,
    }),
  ]);
}

/** Count and share of the promises on time. On wide screens with the share as a bar. */
function OnTime({ onTime, count }: OutcomeSums) {
  const { locale, formatCount } = useLocale();
  return (
    <span className={classes.onTime}>
      <span aria-hidden style={{ backgroundSize: `${(100 * onTime) / count}% 100%` }} />
      <span>{formatCount(onTime)}</span> <b>{formatShare(onTime, count, locale)}</b>
    </span>
  );
}

function Slip({ medianSlip }: OutcomeSums) {
  return medianSlip === null ? '–' : <Plural value={medianSlip} one="# day" other="# days" />;
}

/** Names of the columns, also in exports. */
function useReportNames() {
  const { t } = useLingui();
  return useMemo(
    () => ({
      week: t`Week from`,
      product: t`Product`,
      count: t`Promises`,
      onTime: t`On time`,
      later: t`Later`,
      medianSlip: t`Median slip`,
    }),
    [t],
  );
}

interface ReportExportProps extends Omit<ReportTableProps, 'total'> {
  figures: ReturnType<typeof useFigures>;
  /** What the sums mean. */
  note: string;
  /** Unix milliseconds. */
  at: number;
}

/** Exports the report as displayed. */
function ReportExport({ rows, by, figures, note, at }: ReportExportProps) {
  const { t } = useLingui();
  const names = useReportNames();
  const keys: Record<ReportBy, NamedColumn<OutcomeGroup>[]> = {
    week: [{ header: names.week, kind: 'date', cell: ({ start }) => start }],
    product: [
      { header: t`Product ID`, kind: 'id', cell: ({ latest }) => latest.productId },
      { header: names.product, kind: 'text', cell: ({ latest }) => latest.product },
    ],
  };
  const columns: NamedColumn<OutcomeGroup>[] = [
    ...keys[by],
    { header: names.count, kind: 'count', cell: ({ count }) => count },
    { header: names.onTime, kind: 'count', cell: ({ onTime }) => onTime },
    { header: t`On time (%)`, kind: 'quantity', cell: ({ onTime, count }) => percentOf(onTime, count) },
    { header: names.later, kind: 'count', cell: ({ later }) => later },
    { header: t`Median slip (days)`, kind: 'count', cell: ({ medianSlip }) => medianSlip },
  ];
  return (
    <ExportMenu
      screen={`promises-report-by-${by}`}
      retrievedAt={at}
      filter={{ week: t`By week`, product: t`By product` }[by]}
      table={{
        name: t`Promises report`,
        columns,
        rows: [{ scope: 'all', count: rows.length, rowsNow: () => rows.map((row) => rowOf(columns, row)) }],
        summary: () => [
          ...figures.map(({ label, value, detail }): LabeledValue => [label, value, detail]),
          [t`Note`, note],
        ],
        figures: () => ({
          columns: [
            { header: t`Promises report`, kind: 'text' },
            { header: t`Value`, kind: 'quantity' },
            { header: t`Unit`, kind: 'text' },
            { header: t`Note`, kind: 'text' },
          ],
          rows: [
            ...figures.map(({ label, number, unit, detail }) => ({ cells: [label, number, unit, detail] })),
            { cells: [null, null, null, note] },
          ],
        }),
      }}
    />
  );
}
