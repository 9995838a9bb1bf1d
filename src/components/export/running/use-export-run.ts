import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';

import { csvStyleFor, useCsvSettings } from '#components/export/csv-settings.ts';
import type { Exportable, RowScope } from '#components/export/exportable.ts';
import { useExportSource } from '#components/export/use-export-source.ts';
import { useLocale } from '#components/locale/locale-context.tsx';
import { isComplete } from '#domain/export/export-table.ts';

import type { ExportRun, TableFormat } from './export-run.ts';
import { paced } from './paced.ts';
import { takeTable } from './take-table.ts';
import type { WriteProgress } from './write-file.ts';

/** Takes a table along in the format and with the rows that the person chooses. */
export function useExportRun(exportable: Exportable) {
  const { retrievedAt, filter } = exportable;
  const { i18n, t } = useLingui();
  const { locale, today } = useLocale();
  const { settings } = useCsvSettings();
  const source = useExportSource()?.(retrievedAt, filter);
  const [run, setRun] = useState<ExportRun>({ phase: 'idle' });
  const control = useRef<AbortController | null>(null);
  const last = useRef<Parameters<typeof start> | null>(null);

  async function start(format: TableFormat, scope: RowScope, isDetail = false) {
    const table = isDetail ? exportable.detail : exportable.table;
    const rows = table?.rows.find((each) => each.scope === scope);
    if (!table || !rows || !source) return;
    last.current = [format, scope, isDetail];
    const { signal } = (control.current = new AbortController());
    setRun({ phase: 'running', format, progress: { rows: 0, expected: rows.count, pages: null } });
    const onProgress = paced((progress: WriteProgress) => setRun({ phase: 'running', format, progress }));
    const csv = { style: csvStyleFor(settings, locale), withSource: settings.withSource };
    try {
      const taking = { exportable, table, rows, source, csv, i18n, locale, today, onProgress, signal };
      setRun({ phase: 'done', format, ...(await takeTable(format, taking)) });
    } catch (error) {
      setRun(signal.aborted ? { phase: 'idle' } : { phase: 'failed', format, error });
    }
  }

  function saidOf(current: ExportRun): string {
    if (current.phase !== 'done' || !isComplete(current.extent)) return '';
    if (current.what !== null) return t`Saved ${current.what}`;
    return current.format === 'copy' ? t`Copied, ready to paste` : '';
  }

  return {
    run,
    isIncomplete: run.phase === 'done' && !isComplete(run.extent),
    said: saidOf(run),
    /** Asks which rows, where there is more than one answer. */
    choose: (format: TableFormat) => {
      const [only, ...others] = exportable.table?.rows ?? [];
      if (only && others.length === 0 && !exportable.detail) void start(format, only.scope);
      else setRun({ phase: 'choosing', format });
    },
    /** Asks even where there is one answer only, for the sake of the other settings. */
    adjust: (format: TableFormat) => setRun({ phase: 'choosing', format }),
    start: (format: TableFormat, scope: RowScope, isDetail: boolean) => void start(format, scope, isDetail),
    retry: () => {
      if (last.current) void start(...last.current);
    },
    /** Ends a run without a file, or puts away what it said. */
    dismiss: () => {
      control.current?.abort();
      setRun({ phase: 'idle' });
    },
  };
}
