import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';

import { useCsvSettings } from '#features/export/csv-settings.ts';
import type { ExportableTable, RowScope } from '#features/export/exportable.ts';
import { useLocale } from '#ui/locale.tsx';
import { csvStyleOf, plainCsv } from '#domain/export/csv.ts';

import { ChoiceGroup } from './choice-group.tsx';
import classes from './export-choices.module.css';
import { ExportModal } from './export-modal.tsx';
import type { TableFormat } from './export-run.ts';
import type { useExportRun } from './use-export-run.ts';

interface ExportChoicesProps {
  title: string;
  format: TableFormat;
  table: ExportableTable;
  detail: ExportableTable | undefined;
  tables: ReturnType<typeof useExportRun>;
}

/** Which rows, and for CSV in which form. */
export function ExportChoices({ title, format, table, detail, tables }: ExportChoicesProps) {
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
          <label className={classes['check']}>
            <input
              type="checkbox"
              checked={settings.withSource}
              onChange={(event) => change({ ...settings, withSource: event.currentTarget.checked })}
            />
            <Trans>Add when, from where and with which filter to every row</Trans>
          </label>
        </>
      )}
    </ExportModal>
  );
}
