import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import {
  ArrowDown,
  ArrowUp,
  CalendarOff,
  Check,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleSlash,
  FastForward,
  History,
  Hourglass,
  Minus,
  Trash2,
} from 'lucide-react';
import { useEffect, useId, useMemo, useState, type RefObject } from 'react';

import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import classes from './entries.module.css';
import { entryKindWords, type EntryRow } from './entry-rows.ts';

interface EntriesTableProps {
  rows: readonly EntryRow[];
  /** Rows that cover it are marked. */
  quantity: Thousandths | null;
  unit: string | null;
  /** Receives the displayed rows in their order, for export. */
  shownRef?: RefObject<readonly EntryRow[]>;
}

/** Initial number of rows, and rows added by each *Show more*. Thousands at once would block the page for seconds. */
const [initialRows, addedRows] = [200, 500];
const byDate = { sorting: [{ id: 'date', desc: false }] };

/** Every entry of a calendar, sortable by all columns. Past entries and those after 200 are shown on request. */
export function EntriesTable({ rows, quantity, unit, shownRef }: EntriesTableProps) {
  const { t, i18n } = useLingui();
  const tableId = useId();
  const [showsPast, setShowsPast] = useState(false);
  const [most, setMost] = useState(initialRows);
  const past = rows.filter(({ kind }) => kind === 'past').length;
  const data = useMemo(() => rows.filter(({ kind }) => showsPast || kind !== 'past'), [rows, showsPast]);
  const columns = useEntryColumns(quantity, unit);
  const table = useDataTable({ columns, data, getRowId: (row) => row.id, initialState: byDate });
  const { rows: sorted } = table.getRowModel();
  const more = Math.min(sorted.length - most, addedRows);
  useEffect(() => {
    if (shownRef) shownRef.current = sorted.map(({ original }) => original);
  }, [shownRef, sorted]);

  return (
    <div className={classes.entries}>
      {past > 0 && (
        <LinkButton aria-expanded={showsPast} aria-controls={tableId} onClick={() => setShowsPast(!showsPast)}>
          <Group component="span" gap={4}>
            {showsPast ? <ChevronDown aria-hidden size={16} /> : <ChevronRight aria-hidden size={16} />}
            {showsPast ? (
              <Trans>Hide past entries</Trans>
            ) : (
              <Plural value={past} one="Show # past entry" other="Show # past entries" />
            )}
          </Group>
        </LinkButton>
      )}
      <DataTable
        id={tableId}
        table={table}
        label={t`Calendar entries`}
        limit={most}
        maxHeight="var(--entries-height)"
        className={classes.table ?? ''}
        rowProps={({ kind, spare = -1 }) => ({ 'data-kind': kind, 'data-enough': spare >= 0 || undefined })}
      />
      {more > 0 && (
        <LinkButton aria-controls={tableId} onClick={() => setMost(most + more)}>
          <Group component="span" gap={4}>
            <ChevronDown aria-hidden size={16} />
            <Trans>
              Show {i18n.number(more)} more of {i18n.number(sorted.length)} entries
            </Trans>
          </Group>
        </LinkButton>
      )}
    </div>
  );
}

const column = dataColumns<EntryRow>();

/** Columns of the entries table. The last one exists only if a quantity is requested. */
function useEntryColumns(quantity: Thousandths | null, unit: string | null) {
  const { today, namedToday, formatDate, formatFromToday, formatQuantity } = useLocale();
  return useMemo(() => {
    const day = formatDate(today, 'short');
    const styleOf = (date: CalendarDate) => (date.slice(0, 4) === today.slice(0, 4) ? 'short' : 'medium');
    const wanted = quantity === null ? null : formatQuantity(quantity, unit);
    return column.columns([
      column.accessor('date', {
        header: () => <Trans>Date</Trans>,
        cell: ({ row: { original } }) =>
          original.isPlaceholder ? (
            <Trans>No date given</Trans>
          ) : (
            <time dateTime={original.date}>{formatDate(original.date, styleOf(original.date))}</time>
          ),
      }),
      column.accessor('days', {
        header: () => (namedToday === null ? <Trans>Days from {day}</Trans> : <Trans>Days from today</Trans>),
        cell: ({ row: { original } }) => (original.isPlaceholder ? '–' : formatFromToday(original.date)),
      }),
      column.accessor('level', {
        header: () => <Trans>Available</Trans>,
        cell: ({ row: { original } }) => (original.level === undefined ? '–' : formatQuantity(original.level, unit)),
        meta: { isNumeric: true },
      }),
      column.accessor('change', {
        header: () => <Trans>Change</Trans>,
        cell: ({ row: { original } }) => signed(original.change, (change) => formatQuantity(change, unit)),
        meta: { isNumeric: true },
      }),
      column.accessor('kind', {
        header: () => <Trans>Type</Trans>,
        cell: ({ row: { original } }) => <EntryKindMark {...original} />,
      }),
      ...(wanted === null
        ? []
        : [
            column.accessor('spare', {
              header: () => <Trans>For {wanted}</Trans>,
              cell: ({ row: { original } }) => <EntrySpare row={original} unit={unit} />,
            }),
          ]),
    ]);
  }, [today, namedToday, quantity, unit, formatDate, formatFromToday, formatQuantity]);
}

function signed(change: Thousandths | undefined, format: (change: Thousandths) => string): string {
  if (change === undefined) return '–';
  if (change === 0) return '±0';
  return change > 0 ? `+${format(change)}` : format(change);
}

const kindIcons = {
  past: History,
  'in-force': CircleCheck,
  increase: ArrowUp,
  decrease: ArrowDown,
  unchanged: Minus,
  'max-lead-time': Hourglass,
  'after-max-lead-time': FastForward,
  deleted: Trash2,
  'no-date': CalendarOff,
  'not-counted': CircleSlash,
} as const;

/** Kind of an entry, by icon, text and color, and for max lead time by hatching. */
function EntryKindMark({ kind, level = 0, spare }: Pick<EntryRow, 'kind' | 'level' | 'spare'>) {
  const { i18n } = useLingui();
  const isShort = kind === 'in-force' && (level <= 0 || (spare !== undefined && spare < 0));
  const Icon = isShort ? CircleAlert : kindIcons[kind];
  return (
    <span className={classes.kind} data-kind={isShort ? 'none' : kind}>
      <Icon aria-hidden size={15} />
      <span>{entryKindWords(kind, i18n)}</span>
    </span>
  );
}

/** Whether an entry covers the requested quantity, otherwise how much is missing. */
function EntrySpare({ row: { kind, spare }, unit }: { row: EntryRow; unit: string | null }) {
  const { formatQuantity } = useLocale();
  const isMaxLeadTime = kind === 'max-lead-time';
  if (!isMaxLeadTime && spare === undefined) return <>–</>;
  if (!isMaxLeadTime && spare !== undefined && spare < 0) {
    const missing = formatQuantity(-spare, unit);
    return (
      <Text span inherit c="dimmed">
        <Trans>{missing} short</Trans>
      </Text>
    );
  }
  return (
    <span className={classes.enough} data-max-lead-time={isMaxLeadTime || undefined}>
      {!isMaxLeadTime && <Check aria-hidden size={15} />}
      {isMaxLeadTime ? <Trans>Not backed by stock</Trans> : <Trans>Covered</Trans>}
    </span>
  );
}
