import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { ExportableTable } from '#parts/export/exportable.ts';
import { maxLeadTimeDates } from '#parts/export/max-lead-time-dates.ts';
import { Panel } from '#parts/panel.tsx';
import { promiseKey } from '#parts/promises/kept-promises.ts';
import { MaxLeadTimeKey, ResultDate } from '#parts/promises/result-date.tsx';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { hasShipDate, type ResultOfDay } from '#stock/promises/promise-status.ts';
import { isToldOnce, slowestTold, type LaterPromise, type PromiseOutcome } from '#stock/promises/promises-report.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { useLocale } from '#ui/locale.tsx';

import { closeWords } from '#parts/promises/promise-words.ts';
import { Called, maxShown, ProductLink, Quantity, usePromiseColumns } from './promise-table.tsx';
import { useGoodsColumns } from './promises-export.tsx';
import classes from './promises.module.css';

interface LaterPanelProps {
  rows: readonly LaterPromise[];
  /** The service's date. */
  today: CalendarDate;
}

/** Promises that are, or at their dates were, later than their customers were told first, by name. */
export function LaterPanel({ rows, today }: LaterPanelProps) {
  const { t } = useLingui();
  const untold = rows.filter(({ isUntold }) => isUntold).length;
  return (
    <Panel
      title={t`Later than first promised`}
      aside={
        untold > 0 && (
          <Link to="/promises" search={{ show: 'worse' }}>
            <Plural value={untold} one="Show # promise to update" other="Show # promises to update" />
          </Link>
        )
      }
    >
      {rows.length === 0 ? (
        <Text fz={14} c="dimmed">
          <Trans>No promise is later than the customer was told first.</Trans>
        </Text>
      ) : (
        <OutcomeTable rows={rows} today={today} label={t`Later than first promised`} />
      )}
    </Panel>
  );
}

interface OutcomeTableProps {
  rows: readonly PromiseOutcome[];
  /** The service's date. */
  today: CalendarDate;
  /** Accessible name, or that in files. */
  label: string;
}

/** Promises by name, with what was told first, and how they did or stand. */
export function OutcomeTable({ rows, today, label }: OutcomeTableProps) {
  const names = useOutcomeColumns();
  const words = useOutcomeWords(today);
  const columns = useMemo(() => columnsOf(names, words), [names, words]);
  const table = useDataTable({ columns, data: rows, getRowId: ({ promise }) => promiseKey(promise) });
  return (
    <>
      <DataTable
        table={table}
        label={label}
        limit={maxShown}
        hasCards
        className={classes.table}
        rowProps={({ later: result, kind }) => ({ 'data-held': (result === null && kind !== 'unknown') || undefined })}
      />
      <MaxLeadTimeKey mt={8} results={rows.flatMap(({ told, found }) => [told, found])} />
    </>
  );
}

/** How a promise did or stands, and whether the customer of a later one was told. */
function useOutcomeWords(today: CalendarDate) {
  const { t, i18n } = useLingui();
  const { formatDate } = useLocale();
  return useMemo(() => {
    function statusOf({ promise, later: result, kind }: PromiseOutcome): string {
      const closed = promise.closed === null ? null : closeWords(promise.closed, i18n);
      const due = later(promise.promised.date, promise.promised.day);
      if (closed === null && due >= today) return due === today ? t`Due today` : t`Not due yet`;
      if (result !== null) return closed ?? t`Past`;
      const words = kind === 'unknown' ? t`Not checked` : t`On time`;
      return `${words} · ${closed ?? t`not confirmed as shipped`}`;
    }
    function toldOf({ promise, isUntold, later: result }: PromiseOutcome): string | undefined {
      if (result === null) return undefined;
      if (isUntold || isToldOnce(promise)) return t`Customer not told`;
      const { on, days } = slowestTold(promise);
      const told = formatDate(on, 'medium');
      return t`${plural(days, { 0: `Told on ${told}, the day it moved`, one: `Told on ${told}, # day after it moved`, other: `Told on ${told}, # days after it moved` })}`;
    }
    return { statusOf, toldOf };
  }, [t, i18n, formatDate, today]);
}

/** Promises by name as a table of files. */
export function useOutcomeTable({ rows, today, label }: OutcomeTableProps): ExportableTable {
  const { i18n } = useLingui();
  const names = useOutcomeColumns();
  const { statusOf, toldOf } = useOutcomeWords(today);
  const columns: NamedColumn<PromiseOutcome>[] = [
    ...useGoodsColumns(),
    {
      header: names.firstPromised,
      kind: 'date',
      cell: ({ due }) => due,
      isMaxLeadTime: ({ told }) => told.kind === 'max-lead-time',
    },
    {
      header: names.found,
      kind: 'date',
      cell: ({ found }) => dateOf(found) ?? null,
      isMaxLeadTime: ({ found }) => found.kind === 'max-lead-time',
    },
    { header: names.checked, kind: 'date', isFileOnly: true, cell: ({ found }) => found.day },
    { header: names.later, kind: 'count', cell: ({ days }) => days },
    { header: names.told, kind: 'text', cell: (outcome) => toldOf(outcome) ?? null },
    { header: names.status, kind: 'text', cell: statusOf },
  ];
  columns.push(maxLeadTimeDates(columns, i18n));
  return {
    name: label,
    columns,
    rows: [{ scope: 'all', count: rows.length, rowsNow: () => rows.map((row) => rowOf(columns, row)) }],
  };
}

/** Names of the columns, also in exports. */
function useOutcomeColumns() {
  const { t } = useLingui();
  const names = usePromiseColumns();
  return useMemo(() => ({ ...names, found: t`Found last`, later: t`Days later`, told: t`Customer told` }), [names, t]);
}

function dateOf(result: ResultOfDay): CalendarDate | undefined {
  return hasShipDate(result) ? later(result.date, result.day) : undefined;
}

/** What was told first, and since. */
function FirstPromised({ promise: { promised }, told, due }: PromiseOutcome) {
  const { formatDate } = useLocale();
  const now = later(promised.date, promised.day);
  const date = <time dateTime={now}>{formatDate(now, 'medium')}</time>;
  return (
    <>
      <ResultDate isCompact result={told} />
      {now !== due && (
        <Text fz={13} lh="18px" c="dimmed" className={classes.oneLine}>
          <Trans>now promised {date}</Trans>
        </Text>
      )}
    </>
  );
}

/** On phones, which have no heading, with the unit. */
function DaysLater({ days }: { days: number }) {
  const { formatCount } = useLocale();
  return (
    <>
      <Text span inherit visibleFrom="sm">
        {formatCount(days)}
      </Text>
      <Text span inherit hiddenFrom="sm">
        <Plural value={days} one="# day later" other="# days later" />
      </Text>
    </>
  );
}

const column = dataColumns<PromiseOutcome>();
const numeric = { isNumeric: true };

function columnsOf(
  names: ReturnType<typeof useOutcomeColumns>,
  { statusOf, toldOf }: ReturnType<typeof useOutcomeWords>,
) {
  return column.columns([
    column.accessor(({ promise }) => promise.customer, {
      id: 'customer',
      header: names.customer,
      cell: ({ row: { original } }) => (
        <Link to="/promises" search={{ show: 'all' }} hash={promiseKey(original.promise)}>
          <Called {...original} />
        </Link>
      ),
    }),
    column.accessor(({ promise }) => promise.reference, {
      id: 'reference',
      header: names.reference,
      cell: ({ row }) => <bdi>{row.original.promise.reference ?? '–'}</bdi>,
    }),
    column.accessor(({ promise }) => promise.product, {
      id: 'product',
      header: names.product,
      cell: ({ row }) => <ProductLink {...row.original} above={0} />,
    }),
    column.accessor(({ promise }) => promise.quantity, {
      id: 'quantity',
      header: names.quantity,
      meta: numeric,
      cell: ({ row }) => <Quantity {...row.original} above={0} />,
    }),
    column.accessor('due', {
      id: 'promised',
      header: names.firstPromised,
      cell: ({ row }) => <FirstPromised {...row.original} />,
    }),
    column.accessor(({ found }) => dateOf(found), {
      id: 'now',
      header: names.found,
      cell: ({ row }) => <ResultDate isCompact result={row.original.found} />,
    }),
    column.accessor(({ days }) => days ?? undefined, {
      id: 'change',
      header: names.later,
      meta: numeric,
      cell: ({ row: { original } }) => original.days !== null && <DaysLater days={original.days} />,
    }),
    column.accessor(toldOf, {
      id: 'told',
      header: names.told,
      cell: ({ row: { original }, getValue }) => {
        const isTold = !original.isUntold && !isToldOnce(original.promise);
        return (
          <Text span inherit fw={original.isUntold ? 600 : undefined} c={isTold ? 'dimmed' : 'var(--sh-late)'}>
            {getValue()}
          </Text>
        );
      },
    }),
    column.accessor(statusOf, {
      id: 'status',
      header: names.status,
      cell: ({ getValue }) => (
        <Text span inherit c="dimmed">
          {getValue()}
        </Text>
      ),
    }),
  ]);
}
