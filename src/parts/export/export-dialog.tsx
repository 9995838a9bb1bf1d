import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Checkbox.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';

import { isComplete } from '#stock/export/export-table.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useLocale } from '#ui/locale.tsx';
import { ProgressBar } from '#ui/progress.tsx';

import { ExportTrouble } from './export-trouble.tsx';
import type { ExportableTable, RowScope } from './exportable.ts';
import type { TableFormat } from './table-export.ts';
import { type ExportRun, type useExportRun, useWithSource } from './use-export-run.ts';

interface ExportDialogProps {
  table: ExportableTable;
  detail?: ExportableTable | undefined;
  tables: ReturnType<typeof useExportRun>;
}

/** Delay of the progress dialog in milliseconds, so that it doesn't flash up for short exports. */
const dialogDelay = 300;

/** Options, progress or problems of a table's export; null if there is nothing to show. */
export function ExportDialog({ table, detail, tables }: ExportDialogProps) {
  const { t } = useLingui();
  const { run, dismiss } = tables;
  const [isSlow] = useDebouncedValue(run.phase === 'running', dialogDelay);
  if (run.phase === 'idle') return null;
  const { format } = run;
  const titles = {
    csv: t`Export as CSV`,
    xlsx: t`Export to Excel`,
    copy: t`Copy table`,
    print: t`Print`,
    show: table.name,
  };
  const title = titles[format];

  if (run.phase === 'choosing') return <ExportChoices {...{ title, format, table, detail, tables }} />;
  if (run.phase === 'running') {
    return (
      isSlow && (
        <ExportModal key="waiting" title={title} onClose={dismiss}>
          <ExportProgress run={run} onCancel={dismiss} />
        </ExportModal>
      )
    );
  }
  if (run.phase === 'done' && isComplete(run.result.extent) && !run.result.refused) return null;
  return (
    <ExportModal key="trouble" title={title} onClose={dismiss}>
      <ExportTrouble run={run} onRetry={() => tables.retry(run)} onCopied={tables.finishCopy} />
    </ExportModal>
  );
}

interface ExportChoicesProps extends ExportDialogProps {
  title: string;
  format: TableFormat;
}

/** Choice of the rows and content, and of the trailing columns of a CSV file. */
function ExportChoices({ title, format, table, detail, tables }: ExportChoicesProps) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const { withSource, change } = useWithSource();
  const [scope, setScope] = useState<RowScope>(table.rows[0]?.scope ?? 'all');
  const [content, setContent] = useState<'table' | 'detail'>('table');
  const chosen = content === 'detail' && detail ? detail : table;
  const scopeNames = {
    page: t`This page`,
    selected: t`Selected rows`,
    all: t`All rows`,
  };

  return (
    <ExportModal
      title={title}
      onClose={tables.dismiss}
      onConfirm={() => tables.start({ format, table: chosen, scope })}
    >
      {table.rows.length > 1 && (
        <ChoiceGroup
          name={t`Rows`}
          value={scope}
          choices={chosen.rows.map(({ scope: value, name, detail, count }) => ({
            value,
            label: name ?? scopeNames[value],
            detail: detail ?? (count === null ? undefined : formatCount(count)),
          }))}
          onChange={setScope}
        />
      )}
      {detail && (
        <ChoiceGroup
          name={t`Content`}
          value={content}
          choices={[
            { value: 'table', label: table.name, detail: t`as displayed` },
            { value: 'detail', label: detail.name, detail: t`one row per entry` },
          ]}
          onChange={setContent}
        />
      )}
      {format === 'csv' && (
        <Checkbox
          checked={withSource}
          onChange={(event) => change(event.currentTarget.checked)}
          label={<Trans>Add date, source and filter to each row</Trans>}
        />
      )}
    </ExportModal>
  );
}

interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** Description, not part of the accessible name. */
  detail?: string | undefined;
}

interface ChoiceGroupProps<Value extends string> {
  name: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}

/** Labeled group of radio buttons. */
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
  /** *Export* if absent. */
  confirmLabel?: string | undefined;
  onClose: () => void;
  /** Adds Cancel and Export buttons if set. */
  onConfirm?: () => void;
  children: ReactNode;
}

/** Dialog of an export. */
export function ExportModal({ title, confirmLabel, onClose, onConfirm, children }: ExportModalProps) {
  const { t } = useLingui();
  return (
    <Dialog title={title} closeLabel={t`Close export`} width={440} isCentered onClose={onClose}>
      {children}
      {onConfirm && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button data-autofocus onClick={onConfirm}>
            {confirmLabel ?? <Trans>Export</Trans>}
          </Button>
        </Group>
      )}
    </Dialog>
  );
}

type Running = Extract<ExportRun, { phase: 'running' }>;

/** Progress and remaining time of an export, with a Cancel button. */
function ExportProgress({ run: { progress, left }, onCancel }: { run: Running; onCancel: () => void }) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const { rows, expected, pages } = progress;
  const known = expected !== null && expected > 0;
  const share = known ? { value: rows, max: expected } : pages && { value: pages.done, max: pages.total };
  return (
    <Stack gap="sm">
      <Group>
        <ProgressBar label={t`Exporting`} share={share} />
      </Group>
      <Group component="p" justify="space-between" c="dimmed" fz="sm">
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
        {left !== null && (
          <span>{left < 60 ? t`about ${left} s left` : t`about ${Math.ceil(left / 60)} min left`}</span>
        )}
      </Group>
      <Button variant="default" data-autofocus onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </Stack>
  );
}
