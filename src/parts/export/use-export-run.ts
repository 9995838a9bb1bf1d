import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { isSignedOut } from '#data/errors.ts';
import { session } from '#data/session.ts';
import { freshFor } from '#data/stock.ts';
import { csvStyleOf } from '#stock/export/csv.ts';
import { isComplete } from '#stock/export/export-table.ts';
import { useRemembered } from '#parts/remembered.ts';
import { useLocale } from '#ui/locale.tsx';

import { useExportSource } from './about-lines.ts';
import type { Exportable, ExportableTable, RowScope } from './exportable.ts';
import { exportTable, type TableFormat, type ExportResult, type WriteProgress } from './table-export.ts';

/** Rows of one of the tables to export, and the format. */
interface ExportRequest {
  format: TableFormat;
  table: ExportableTable;
  scope: RowScope;
}

/**
 * Exports a table in the format and with the rows that the user selects.
 * @param say shows a confirmation message
 */
export function useExportRun(exportable: Exportable, say: (words: string) => void) {
  const { i18n, t } = useLingui();
  const { locale, today } = useLocale();
  const { withSource } = useWithSource();
  const sourceOf = useExportSource();
  const client = useQueryClient();
  const [run, setRun] = useState<ExportRun>({ phase: 'idle' });
  const control = useRef<AbortController | null>(null);

  async function start(order: ExportRequest, requestedSince?: number) {
    const { format, scope } = order;
    const table = (format === 'print' && order.table.onPaper) || order.table;
    if (!sourceOf) return;
    const rows = table.rows.find((each) => each.scope === scope);
    if (!rows) throw new Error(`The table ${table.name} has no rows of the scope ${scope}.`);
    const since = requestedSince ?? Date.now() - freshFor;
    control.current?.abort();
    const own = new AbortController();
    const { signal } = own;
    control.current = own;
    const show = (next: ExportRun) => {
      if (control.current === own) setRun(next);
    };
    const begun = performance.now();
    let shownAt = Number.NEGATIVE_INFINITY;
    setRun({ phase: 'running', format, progress: { rows: 0, expected: rows.count, pages: null }, left: null });
    const onProgress = (progress: WriteProgress) => {
      const now = performance.now();
      if (now - shownAt < progressInterval) return;
      shownAt = now;
      show({ phase: 'running', format, progress, left: secondsLeft(progress, (now - begun) / 1000) });
    };
    const filter = [exportable.filter, rows.filter].filter(Boolean).join(', ');
    const ended = { format, order, since };
    try {
      const result = await exportTable(format, {
        exportable,
        table,
        rows,
        since,
        i18n,
        locale,
        today,
        onProgress,
        signal,
        sourceOf: (retrievedAt) => sourceOf(retrievedAt ?? exportable.retrievedAt, filter),
        csv: { style: csvStyleOf(locale), withSource },
      });
      show({ phase: 'done', result, ...ended });
      if (result.name !== undefined && isComplete(result.extent)) say(t`Saved ${result.name}`);
      if (format === 'copy' && !result.refused) say(t`Copied`);
    } catch (error) {
      // Refetching the session shows the sign-in dialog over the page.
      if (isSignedOut(error)) void client.invalidateQueries({ queryKey: session.current().queryKey });
      show(signal.aborted ? { phase: 'idle' } : { phase: 'failed', error, ...ended });
    }
  }

  useEffect(() => () => control.current?.abort(), []);

  return {
    run,
    /** Shows the options if there is a choice of rows or content; otherwise starts the export. */
    choose: (format: TableFormat) => {
      const { table, detail } = exportable;
      const [only, ...others] = table.rows;
      if (only && others.length === 0 && !detail) void start({ format, table, scope: only.scope });
      else setRun({ phase: 'choosing', format });
    },
    /** Always shows the options, to change the other settings. */
    adjust: (format: TableFormat) => setRun({ phase: 'choosing', format }),
    start: (order: ExportRequest) => void start(order),
    /** Repeats an export, reusing the responses of the first run regardless of their age. */
    retry: ({ order, since }: EndedRun) => void start(order, since),
    /** Completes a copy that the clipboard first refused. */
    finishCopy: (done: DoneRun) => {
      const { rows, extent } = done.result;
      setRun({ ...done, result: { rows, extent } });
      say(t`Copied`);
    },
    /** Cancels a run, or closes its dialog. */
    dismiss: () => {
      control.current?.abort();
      setRun({ phase: 'idle' });
    },
  };
}

/** A run that has ended. */
interface EndedRun {
  format: TableFormat;
  order: ExportRequest;
  since: number;
}

/** A run that exported all or part of a table. */
export interface DoneRun extends EndedRun {
  phase: 'done';
  result: ExportResult;
}

export interface FailedRun extends EndedRun {
  phase: 'failed';
  error: unknown;
}

/** State of a table's export. */
export type ExportRun =
  | { phase: 'idle' }
  | { phase: 'choosing'; format: TableFormat }
  /** `left`: estimated seconds remaining; null until they can be estimated. */
  | { phase: 'running'; format: TableFormat; progress: WriteProgress; left: number | null }
  | DoneRun
  | FailedRun;

/** Interval of progress updates, in milliseconds. */
const progressInterval = 100;

/** Seconds before an estimate: the first pages alone aren't representative. */
const minElapsed = 2;

/** Estimated seconds remaining, extrapolated and rounded up to 5 seconds; null if they can't be estimated. */
export function secondsLeft({ rows, expected, pages }: WriteProgress, elapsed: number): number | null {
  const share = pages ? pages.done / pages.total : expected === null ? 0 : rows / expected;
  if (elapsed < minElapsed || share <= 0 || share >= 1) return null;
  return Math.ceil((elapsed / share - elapsed) / 5) * 5;
}

/** Whether every row of a CSV file includes the retrieval time, source, filter and row count, stored in this browser. */
export function useWithSource() {
  const { text, change } = useRemembered('csv-source');
  return { withSource: text === 'true', change: (withSource: boolean) => change(() => String(withSource)) };
}
