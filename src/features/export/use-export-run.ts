import { useLingui } from '@lingui/react/macro';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isSignedOut } from '#api/errors.ts';
import { session } from '#api/session.ts';
import { csvStyleFor, useCsvSettings } from './csv-settings.ts';
import type { Exportable, RowScope } from './exportable.ts';
import { useLocale } from '#ui/locale.tsx';
import { isComplete, type ExportExtent, type ExportSource } from '#domain/export/export-table.ts';
import { takeTable, type WriteProgress } from './take-table.ts';

/** Takes a table along in the format and with the rows that the person chooses. */
export function useExportRun(exportable: Exportable) {
  const { retrievedAt, filter } = exportable;
  const { i18n, t } = useLingui();
  const { locale, today } = useLocale();
  const { settings } = useCsvSettings();
  const sourceOf = useExportSource();
  const client = useQueryClient();
  const [run, setRun] = useState<ExportRun>({ phase: 'idle' });
  const control = useRef<AbortController | null>(null);
  const last = useRef<Parameters<typeof start> | null>(null);

  async function start(format: TableFormat, scope: RowScope, isDetail = false) {
    const table = isDetail ? exportable.detail : exportable.table;
    const rows = table?.rows.find((each) => each.scope === scope);
    if (!table || !rows || !sourceOf) return;
    control.current?.abort();
    const asked = rows.isAskedAnew ? Date.now() : retrievedAt;
    const source = sourceOf(asked, [filter, rows.filter].filter(Boolean).join(', '));
    last.current = [format, scope, isDetail];
    const own = new AbortController();
    const { signal } = own;
    control.current = own;
    const show = (next: ExportRun) => {
      if (control.current === own) setRun(next);
    };
    setRun({ phase: 'running', format, progress: { rows: 0, expected: rows.count, pages: null } });
    const onProgress = paced((progress: WriteProgress) => show({ phase: 'running', format, progress }));
    const csv = { style: csvStyleFor(settings, locale), withSource: settings.withSource };
    try {
      const taking = { exportable, table, rows, source, csv, i18n, locale, today, onProgress, signal };
      show({ phase: 'done', format, ...(await takeTable(format, taking)) });
    } catch (error) {
      // Whoever is signed out is asked to sign in over the page.
      if (isSignedOut(error)) void client.invalidateQueries({ queryKey: session.current().queryKey });
      show(signal.aborted ? { phase: 'idle' } : { phase: 'failed', format, error });
    }
  }

  useEffect(() => () => control.current?.abort(), []);

  const said = useMemo(() => {
    if (run.phase !== 'done' || !isComplete(run.extent)) return null;
    if (run.what !== null) return { words: t`Saved ${run.what}` };
    return run.format === 'copy' ? { words: t`Copied, ready to paste` } : null;
  }, [run, t]);

  return {
    run,
    isIncomplete: run.phase === 'done' && !isComplete(run.extent),
    said,
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
    /** What the clipboard refused at first is there. */
    finishCopy: (extent: ExportExtent) => setRun({ phase: 'done', format: 'copy', what: null, extent }),
    /** Ends a run without a file, or puts away what it said. */
    dismiss: () => {
      control.current?.abort();
      setRun({ phase: 'idle' });
    },
  };
}

/** What a table can become. */
export type TableFormat = 'csv' | 'xlsx' | 'copy' | 'print';

/** Where the taking along of a table stands. */
export type ExportRun =
  | { phase: 'idle' }
  | { phase: 'choosing'; format: TableFormat }
  | { phase: 'running'; format: TableFormat; progress: WriteProgress }
  /** `what` is a file's name, or null for what went to the clipboard or the printer. */
  | { phase: 'done'; format: TableFormat; what: string | null; extent: ExportExtent }
  | { phase: 'failed'; format: TableFormat; error: unknown };

const shownEvery = 100;

/** Passes on what is shown often enough to be seen moving, and not more. */
export function paced<Value>(show: (value: Value) => void): (value: Value) => void {
  let shownAt = Number.NEGATIVE_INFINITY;
  return (value) => {
    const now = performance.now();
    if (now - shownAt < shownEvery) return;
    shownAt = now;
    show(value);
  };
}

/** Gives where what was asked at a time comes from; null while it is not known which service this is. */
export function useExportSource(): ((retrievedAt: number | null, filter: string) => ExportSource) | null {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  if (!data) return null;
  const { market, service } = data;
  return (retrievedAt, filter) => ({
    retrieved: retrievedAt === null ? '' : new Date(retrievedAt).toISOString(),
    service: service.demo ? t`${service.baseUrl} (demo data)` : service.baseUrl,
    isDemo: service.demo,
    market: market === null ? '' : [market.company, market.salesOrganization, market.territoryId].join(', '),
    filter,
  });
}
