import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, SegmentedControl, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';
import { useMemo } from 'react';

import { ExportMenu } from '#parts/export/export-menu.tsx';
import { Panel, PanelEmpty } from '#parts/panel.tsx';
import type { KeptPromises } from '#stock/contract/promises.ts';
import { type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { formatShare } from '#stock/locale-number.ts';
import {
  openPromises,
  type OpenPromises,
  outcomesByPeriod,
  outcomesByProduct,
  type OutcomeSums,
  type PeriodOutcomes,
  promiseOutcomes,
  type ProductOutcomes,
  sumOutcomes,
} from '#stock/promises/promises-report.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './promises.module.css';

/** What promises are summed up by. */
type ReportBy = 'month' | 'week' | 'product';

/** A month, a week or a product; the columns of the other are empty. */
type ReportRow = OutcomeSums & Partial<Pick<PeriodOutcomes, 'start'> & Pick<ProductOutcomes, 'productId' | 'product'>>;

interface ReportPanelProps {
  data: Pick<KeptPromises, 'promises' | 'today' | 'at'>;
  by: ReportBy;
}

/** How many promises were on time until their dates, by month, week or product. */
export function ReportPanel({ data, by }: ReportPanelProps) {
  const { t } = useLingui();
  const navigate = useNavigate({ from: '/promises' });
  const outcomes = useMemo(() => promiseOutcomes(data.promises, data.today), [data]);
  const rows = useMemo(
    (): readonly ReportRow[] => (by === 'product' ? outcomesByProduct(outcomes) : outcomesByPeriod(outcomes, by)),
    [outcomes, by],
  );
  const whole = useMemo(() => sumOutcomes(outcomes), [outcomes]);
  const open = useMemo(() => openPromises(data.promises, data.today), [data]);
  if (outcomes.length === 0)
    return (
      <Panel title={t`Promises report`}>
        <PanelEmpty icon={Handshake} title={t`No past promises yet`}>
          <Trans>
            Once promised dates are past, you see here how many were on time until then, by week, month and product.
          </Trans>
          <Open {...open} isFirstNamed />
        </PanelEmpty>
      </Panel>
    );
  return (
    <Panel
      title={t`Promises report`}
      aside={
        <Group gap={8}>
          <SegmentedControl
            aria-label={t`Sum up by`}
            data={[
              { value: 'month', label: t`By month` },
              { value: 'week', label: t`By week` },
              { value: 'product', label: t`By product` },
            ]}
            value={by}
            onChange={(report) => void navigate({ search: (before) => ({ ...before, report }), replace: true })}
          />
          <ReportExport {...{ rows, by }} retrievedAt={data.at} />
        </Group>
      }
      description={
        <Trans>
          By the last result until the date that the customer was told first. Cancelled promises don't count.
        </Trans>
      }
    >
      <Text fz={16} lh="24px" fw={600} mb={8}>
        <Sentence {...whole} />
      </Text>
      <Open {...open} />
      <ReportTable {...{ rows, by }} />
    </Panel>
  );
}

/** How many open promises were told later, and which date is the first that the report will count. */
function Open({ count, toldLater, firstDue, isFirstNamed }: OpenPromises & { isFirstNamed?: boolean }) {
  const { formatCount, formatDate } = useLocale();
  if (firstDue === null) return null;
  const [some, all] = [formatCount(toldLater), formatCount(count)];
  return (
    <Text fz={14} lh="20px" c="dimmed" mb={8}>
      {isFirstNamed && (
        <>
          <Trans>The first promised date is {formatDate(firstDue, 'medium')}.</Trans>{' '}
        </>
      )}
      <Trans>
        So far, customers were told a later date for {some} of {all} open promises.
      </Trans>
    </Text>
  );
}

/** `92 % on time until their date, median slip 6 days`. */
function Sentence({ count, onTime, unknown, medianSlip }: OutcomeSums) {
  const { locale } = useLocale();
  const share = formatShare(onTime, count, locale);
  return (
    <>
      {count > 0 &&
        (medianSlip === null ? (
          <Trans>{share} on time until their date</Trans>
        ) : (
          <Trans>
            {share} on time until their date, median slip <Plural value={medianSlip} one="# day" other="# days" />
          </Trans>
        ))}
      {unknown > 0 && (
        <Text span fz={14} fw={400} c="dimmed" ms={count > 0 ? 12 : 0}>
          <Plural
            value={unknown}
            one="# promise wasn't checked until its date"
            other="# promises weren't checked until their date"
          />
        </Text>
      )}
    </>
  );
}

const column = dataColumns<ReportRow>();
const numeric = { isNumeric: true };

function ReportTable({ rows, by }: { rows: readonly ReportRow[]; by: ReportBy }) {
  const { t } = useLingui();
  const names = useReportNames();
  const columns = useMemo(() => columnsOf(names, by), [names, by]);
  const table = useDataTable({
    columns,
    data: rows,
    getRowId: ({ start, productId }) => start ?? String(productId),
  });
  return <DataTable table={table} label={t`Promises report`} className={classes.report} />;
}

/** Names of the columns, also in exports. */
function useReportNames() {
  const { t } = useLingui();
  return useMemo(
    () => ({
      month: t`Month`,
      week: t`Week from`,
      product: t`Product`,
      count: t`Promises`,
      onTime: t`On time`,
      share: t`Share on time`,
      medianSlip: t`Median slip (days)`,
      unknown: t`Not checked`,
    }),
    [t],
  );
}

function columnsOf(names: ReturnType<typeof useReportNames>, by: ReportBy) {
  return column.columns([
    by !== 'product'
      ? column.accessor(({ start }) => start, {
          id: by,
          header: names[by],
          cell: ({ getValue }) => <PeriodStart start={getValue()} style={by === 'month' ? 'month' : 'medium'} />,
        })
      : column.accessor(({ product }) => product, {
          id: 'product',
          header: names.product,
          cell: ({ row: { original } }) => (
            <Link to="/" search={{ product: original.productId }} preload={false}>
              <bdi>{original.product}</bdi>
            </Link>
          ),
        }),
    column.accessor('count', { header: names.count, meta: numeric, cell: ({ getValue }) => <Count of={getValue()} /> }),
    column.accessor('onTime', {
      header: names.onTime,
      meta: numeric,
      cell: ({ getValue }) => <Count of={getValue()} />,
    }),
    column.accessor(shareOf, {
      id: 'share',
      header: names.share,
      meta: numeric,
      cell: ({ row }) => <Share {...row.original} />,
    }),
    column.accessor(({ medianSlip }) => medianSlip ?? undefined, {
      id: 'medianSlip',
      header: names.medianSlip,
      meta: numeric,
      cell: ({ row: { original } }) => <Count of={original.medianSlip} />,
    }),
    column.accessor('unknown', {
      header: names.unknown,
      meta: numeric,
      cell: ({ getValue }) => <Count of={getValue()} />,
    }),
  ]);
}

function shareOf({ count, onTime }: OutcomeSums): number | undefined {
  return count === 0 ? undefined : onTime / count;
}

function PeriodStart({ start, style }: Pick<ReportRow, 'start'> & { style: 'month' | 'medium' }) {
  const { formatDate } = useLocale();
  return start && <time dateTime={start}>{formatDate(start, style)}</time>;
}

function Count({ of }: { of: number | null }) {
  const { formatCount } = useLocale();
  return of === null ? '–' : formatCount(of);
}

function Share({ count, onTime }: OutcomeSums) {
  const { locale } = useLocale();
  return formatShare(onTime, count, locale) || '–';
}

interface ReportExportProps {
  rows: readonly ReportRow[];
  by: ReportBy;
  /** Unix milliseconds. */
  retrievedAt: number;
}

/** Exports the report as displayed. */
function ReportExport({ rows, by, retrievedAt }: ReportExportProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const names = useReportNames();
  const columns: NamedColumn<ReportRow>[] = [
    ...(by !== 'product'
      ? [{ header: names[by], kind: 'date', cell: ({ start = null }) => start } satisfies NamedColumn<ReportRow>]
      : [
          {
            header: t`Product ID`,
            kind: 'id',
            cell: ({ productId = null }) => productId,
          } satisfies NamedColumn<ReportRow>,
          {
            header: names.product,
            kind: 'text',
            cell: ({ product = null }) => product,
          } satisfies NamedColumn<ReportRow>,
        ]),
    { header: names.count, kind: 'count', cell: ({ count }) => count },
    { header: names.onTime, kind: 'count', cell: ({ onTime }) => onTime },
    { header: names.share, kind: 'text', cell: ({ count, onTime }) => formatShare(onTime, count, locale) },
    { header: names.medianSlip, kind: 'count', cell: ({ medianSlip }) => medianSlip },
    { header: names.unknown, kind: 'count', cell: ({ unknown }) => unknown },
  ];
  return (
    <ExportMenu
      label={t`Export report`}
      screen="promises-report"
      retrievedAt={retrievedAt}
      filter={{ month: t`By month`, week: t`By week`, product: t`By product` }[by]}
      table={{
        name: t`Promises report`,
        columns,
        rows: [{ scope: 'all', count: rows.length, rowsNow: () => rows.map((row) => rowOf(columns, row)) }],
      }}
    />
  );
}
