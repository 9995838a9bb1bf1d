import { useLingui, Trans } from '@lingui/react/macro';
import type { ExportableTable, RowScope } from './exportable.ts';
import { ExportTrouble } from './export-trouble.tsx';
import type { useExportRun, TableFormat } from './use-export-run.ts';
import { useState, type ReactNode, useEffect } from 'react';
import { useCsvSettings } from './csv-settings.ts';
import { useLocale } from '#ui/locale.tsx';
import { csvStyleOf, plainCsv } from '#domain/export/csv.ts';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { Dialog } from '#ui/dialog.tsx';
import { ProgressBar } from '#ui/progress.tsx';
import type { WriteProgress } from './take-table.ts';

interface ExportDialogProps {
  table: ExportableTable;
  detail: ExportableTable | undefined;
  tables: ReturnType<typeof useExportRun>;
}

/** Whatever there is to ask, to wait for or to say while a table is taken along. */
export function ExportDialog({ table, detail, tables }: ExportDialogProps) {
  const { t } = useLingui();
  const { run } = tables;
  const isSlow = useSlow(run.phase === 'running');
  const titles = { csv: t`Export as CSV`, xlsx: t`Export to Excel`, copy: t`Copy table`, print: t`Print` };
  const isWaiting = run.phase === 'running' && isSlow;
  const hasTrouble = run.phase === 'failed' || (run.phase === 'done' && tables.isIncomplete);

  if (run.phase === 'choosing')
    return <ExportChoices title={titles[run.format]} {...{ table, detail, tables }} format={run.format} />;
  if (isWaiting) {
    return (
      <ExportModal key="waiting" title={titles[run.format]} onClose={tables.dismiss}>
        <ExportProgress progress={run.progress} onCancel={tables.dismiss} />
      </ExportModal>
    );
  }
  if (hasTrouble) {
    return (
      <ExportModal key="trouble" title={titles[run.format]} onClose={tables.dismiss}>
        <ExportTrouble run={run} onRetry={tables.retry} onCopied={tables.finishCopy} />
      </ExportModal>
    );
  }
  return null;
}

interface ExportChoicesProps {
  title: string;
  format: TableFormat;
  table: ExportableTable;
  detail: ExportableTable | undefined;
  tables: ReturnType<typeof useExportRun>;
}

/** Which rows, and for CSV in which form. */
function ExportChoices({ title, format, table, detail, tables }: ExportChoicesProps) {
  const { t } = useLingui();
  const { locale, formatCount } = useLocale();
  const { settings, change } = useCsvSettings();
  const [scope, setScope] = useState<RowScope>(table.usualScope ?? table.rows[0]?.scope ?? 'all');
  const [content, setContent] = useState<'table' | 'detail'>('table');
  const chosen = content === 'detail' && detail ? detail : table;
  const scopeNames = { page: t`This page`, selected: t`Selected rows`, all: t`All rows` };
  const { separator, decimal } = csvStyleOf(locale);
  const isPlainAnyway = separator === plainCsv.separator && decimal === plainCsv.decimal;

  return (
    <ExportModal
      title={title}
      onClose={tables.dismiss}
      onConfirm={() => tables.start(format, scope, content === 'detail')}
    >
      {table.rows.length > 1 && (
        <ChoiceGroup
          name={t`Rows`}
          value={scope}
          choices={chosen.rows.map(({ scope: value, count }) => ({
            value,
            label: scopeNames[value],
            detail: count === null ? undefined : formatCount(count),
          }))}
          onChange={setScope}
        />
      )}
      {detail && (
        <ChoiceGroup
          name={t`Content`}
          value={content}
          choices={[
            { value: 'table', label: table.name, detail: t`as on screen` },
            { value: 'detail', label: detail.name, detail: t`a row each` },
          ]}
          onChange={setContent}
        />
      )}
      {format === 'csv' && (
        <>
          {!isPlainAnyway && (
            <ChoiceGroup
              name={t`Form`}
              value={settings.style}
              choices={[
                { value: 'locale', label: t`For a spreadsheet in your region`, detail: `1234${decimal}5${separator}` },
                { value: 'plain', label: t`Plain, for programs`, detail: '1234.5,' },
              ]}
              onChange={(style) => change({ ...settings, style })}
            />
          )}
          <Checkbox
            checked={settings.withSource}
            onChange={(event) => change({ ...settings, withSource: event.currentTarget.checked })}
            label={<Trans>Add when, from where and with which filter to every row</Trans>}
          />
        </>
      )}
    </ExportModal>
  );
}

interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** Says more about it, without being a part of its name. */
  detail?: string | undefined;
}

interface ChoiceGroupProps<Value extends string> {
  name: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}

/** A few answers to one question, one of them chosen. */
export function ChoiceGroup<Value extends string>({ name, value, choices, onChange }: ChoiceGroupProps<Value>) {
  return (
    <Radio.Group label={name} value={value} onChange={(next) => onChange(next)}>
      <Stack gap="xs" mt={4}>
        {choices.map(({ value: each, label, detail }) => (
          <Radio key={each} value={each} label={label} description={detail} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface ExportModalProps {
  title: string;
  onClose: () => void;
  /** Where there is something to choose. */
  onConfirm?: () => void;
  children: ReactNode;
}

/** A dialog about what is being taken along. */
export function ExportModal({ title, onClose, onConfirm, children }: ExportModalProps) {
  const { t } = useLingui();
  return (
    <Dialog title={title} closeLabel={t`Close the export`} width={440} isCentered onClose={onClose}>
      {children}
      {onConfirm && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button data-autofocus onClick={onConfirm}>
            <Trans>Export</Trans>
          </Button>
        </Group>
      )}
    </Dialog>
  );
}

/** How far a file is, with a way to leave it. */
function ExportProgress({ progress, onCancel }: { progress: WriteProgress; onCancel: () => void }) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const { rows, expected, pages } = progress;
  const known = expected !== null && expected > 0;
  const share = known ? { value: rows, max: expected } : pages && { value: pages.done, max: pages.total };
  return (
    <Stack gap="sm">
      <ProgressBar label={t`Exporting`} share={share} />
      <Group component="p" justify="space-between" m={0} c="dimmed" fz="sm">
        {known ? (
          <Trans>
            {formatCount(rows)} of {formatCount(expected)} rows
          </Trans>
        ) : (
          <Trans>{formatCount(rows)} rows</Trans>
        )}
        {pages !== null && (
          <span>
            <Trans>
              page {formatCount(pages.done)} of {formatCount(pages.total)}
            </Trans>
          </span>
        )}
      </Group>
      <Button variant="default" data-autofocus onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </Stack>
  );
}

/** What is done sooner needs no dialog that flickers up. */
const patience = 300;

/** Whether `isRunning` has been so for long enough to be worth a word. */
function useSlow(isRunning: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => setIsSlow(true), patience);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isRunning]);
  return isSlow;
}
