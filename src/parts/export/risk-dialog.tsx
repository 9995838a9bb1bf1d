import '@mantine/core/styles/Table.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { Copy, FileSpreadsheet, FileText, Hourglass, Printer } from 'lucide-react';
import type { ReactNode } from 'react';

import { Dialog } from '#ui/dialog.tsx';
import { type ExportColumn, type ExportRow, isDate, isNumeric } from '#stock/export/export-table.ts';
import { useLocale } from '#ui/locale.tsx';
import { MaxLeadTimeHint } from '#ui/max-lead-time-hint.tsx';

import { AndMore } from './export-trouble.tsx';
import type { ExportableTable } from './exportable.ts';
import { cellWords } from './print-report.tsx';
import type { TableFormat, ExportResult } from './table-export.ts';
import type { useExportRun } from './use-export-run.ts';

interface RiskDialogProps {
  risks: ExportableTable;
  /** Snapshot taken when the report was opened; later changes on the page don't affect it. */
  found: ExportResult;
  tables: ReturnType<typeof useExportRun>;
  onClose: () => void;
}

/** Report on late and short lines: shown on screen, with buttons to copy, save or print it. */
export function RiskDialog({ risks, found, tables, onClose }: RiskDialogProps) {
  const { t } = useLingui();
  const { name, rows: scopes } = risks;
  const { rows, columns = risks.columns, extent, retrievedAt } = found;
  const filter = scopes[0]?.filter;

  function button(format: TableFormat, icon: ReactNode, words: ReactNode) {
    const { expected, missing } = extent;
    const batch = {
      rows,
      expected,
      ...(missing.length > 0 && { missing: missing.join('; ') }),
      ...(retrievedAt != null && { retrievedAt }),
    };
    const part = 'late-and-at-risk';
    const held = { scope: 'all', part, filter, count: rows.length, batches: () => [batch] } as const;
    const isUsual = format === 'xlsx';
    return (
      <Button
        variant={isUsual ? 'filled' : 'default'}
        data-autofocus={isUsual || undefined}
        leftSection={icon}
        onClick={() => tables.start({ format, table: { ...risks, columns, rows: [held] }, scope: 'all' })}
      >
        {words}
      </Button>
    );
  }

  return (
    <Dialog title={name} closeLabel={t`Close export`} width={1040} fillsSmallScreen onClose={onClose}>
      <Stack gap="sm">
        {filter !== undefined && (
          <Text size="sm" c="dimmed">
            {filter}
          </Text>
        )}
        {extent.missing.map((what) => (
          <Text key={what} role="alert" size="sm">
            <Trans>Incomplete: {what}</Trans>
          </Text>
        ))}
        {rows.length === 0 ? (
          <Text>
            <Trans>Nothing is late or falls short.</Trans>
          </Text>
        ) : (
          <RiskRows columns={columns} rows={rows} />
        )}
        <Group justify="flex-end">
          {button('copy', <Copy size={16} aria-hidden />, <Trans>Copy table</Trans>)}
          {button('csv', <FileText size={16} aria-hidden />, <Trans>CSV</Trans>)}
          {button('print', <Printer size={16} aria-hidden />, <Trans>Print</Trans>)}
          {button('xlsx', <FileSpreadsheet size={16} aria-hidden />, <Trans>Excel</Trans>)}
        </Group>
      </Stack>
    </Dialog>
  );
}

const maxShown = 100;

/** First rows of the report, as on paper. */
function RiskRows({ columns, rows }: { columns: readonly ExportColumn[]; rows: readonly ExportRow[] }) {
  const { locale } = useLocale();
  const shown = columns.flatMap((column, at) => (column.isFileOnly ? [] : [{ ...column, at }]));
  const aligned = ({ at, kind }: (typeof shown)[number], text: ReactNode) => (
    <Text key={at} inherit ta={isNumeric(kind) ? 'end' : 'start'}>
      {text}
    </Text>
  );
  const body = rows.slice(0, maxShown).map(({ cells, maxLeadTimeCells = [] }) =>
    shown.map((column) => {
      const text = cellWords(column, cells[column.at] ?? null, { locale });
      const isMaxLeadTime = isDate(column.kind) && maxLeadTimeCells.includes(column.at);
      return aligned(column, isMaxLeadTime ? <MaxLeadTimeText>{text}</MaxLeadTimeText> : text);
    }),
  );
  return (
    <>
      <Table.ScrollContainer minWidth={0} maxHeight={360} type="native">
        <Table
          fz="xs"
          stickyHeader
          withTableBorder
          data={{ head: shown.map((column) => aligned(column, column.header)), body }}
        />
      </Table.ScrollContainer>
      {rows.length > maxShown && <AndMore count={rows.length - maxShown} />}
    </>
  );
}

function MaxLeadTimeText({ children }: { children: string }) {
  return (
    <MaxLeadTimeHint isFocusable={false}>
      <Group component="span" gap={5} wrap="nowrap" c="var(--sh-mlt)">
        <Hourglass aria-hidden size={14} style={{ flex: 'none' }} />
        {children}
      </Group>
    </MaxLeadTimeHint>
  );
}
