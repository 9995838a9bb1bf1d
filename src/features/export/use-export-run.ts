import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { isSignedOut } from '#api/errors.ts';
import { session } from '#api/session.ts';
import { freshFor } from '#api/stock.ts';
import { csvStyleOf, plainCsv } from '#domain/export/csv.ts';
import { isComplete } from '#domain/export/export-table.ts';
import { useRemembered } from '#features/remembered.ts';
import { useLocale } from '#ui/locale.tsx';

import { useExportSource } from './about-lines.ts';
import type { Exportable, ExportableTable, RowScope } from './exportable.ts';
import { takeTable, type TableFormat, type TakenTable, type WriteProgress } from './take-table.ts';

/** What to take: rows of one of the tables, in a format. */
interface TakeOrder {
  format: TableFormat;
  table: ExportableTable;
  scope: RowScope;
}

/**
 * Takes a table along in the format and with the rows that the person chooses.
 * @param say shows the words for what was done
 */
export function useExportRun(exportable: Exportable, say: (words: string) => void) {
  const { i18n, t } = useLingui();
  const { locale, today } = useLocale();
  const { settings } = useCsvSettings();
  const sourceOf = useExportSource();
  const client = useQueryClient();
  const [run, setRun] = useState<ExportRun>({ phase: 'idle' });
  const control = useRef<AbortController | null>(null);

  async function start(order: TakeOrder, askedSince?: number) {
    const { format, scope } = order;
    const table = (format === 'print' && order.table.onPaper) || order.table;
    const rows = table.rows.find((each) => each.scope === scope);
    if (!rows || !sourceOf) return;
    const since = askedSince ?? Date.now() - freshFor;
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
      if (now - shownAt < shownEvery) return;
      shownAt = now;
      show({ phase: 'running', format, progress, left: secondsLeft(progress, (now - begun) / 1000) });
    };
    const filter = [exportable.filter, rows.filter].filter(Boolean).join(', ');
    const ended = { format, order, since };
    try {
      const taken = await takeTable(format, {
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
        csv: { style: settings.style === 'plain' ? plainCsv : csvStyleOf(locale), withSource: settings.withSource },
      });
      show({ phase: 'done', taken, ...ended });
      if (taken.name !== undefined && isComplete(taken.extent)) say(t`Saved ${taken.name}`);
      if (format === 'copy' && !taken.refused) say(t`Copied`);
    } catch (error) {
      // Whoever is signed out is asked to sign in over the page.
      if (isSignedOut(error)) void client.invalidateQueries({ queryKey: session.current().queryKey });
      show(signal.aborted ? { phase: 'idle' } : { phase: 'failed', error, ...ended });
    }
  }

  useEffect(() => () => control.current?.abort(), []);

  return {
    run,
    /** Asks which rows, where there is more than one answer. */
    choose: (format: TableFormat) => {
      const { table, detail } = exportable;
      const [only, ...others] = table.rows;
      if (only && others.length === 0 && !detail) void start({ format, table, scope: only.scope });
      else setRun({ phase: 'choosing', format });
    },
    /** Asks even where there is one answer only, for the sake of the other settings. */
    adjust: (format: TableFormat) => setRun({ phase: 'choosing', format }),
    start: (order: TakeOrder) => void start(order),
    /** Once more: what came isn't asked for again, however long it took. */
    retry: ({ order, since }: EndedRun) => void start(order, since),
    /** What the clipboard refused at first is there. */
    finishCopy: (done: DoneRun) => {
      const { rows, extent } = done.taken;
      setRun({ ...done, taken: { rows, extent } });
      say(t`Copied`);
    },
    /** Ends a run without a file, or puts away what it said. */
    dismiss: () => {
      control.current?.abort();
      setRun({ phase: 'idle' });
    },
  };
}

/** A run that came to its end. */
interface EndedRun {
  format: TableFormat;
  order: TakeOrder;
  since: number;
}

/** A run whose table was taken, in whole or in part. */
export interface DoneRun extends EndedRun {
  phase: 'done';
  taken: TakenTable;
}

export interface FailedRun extends EndedRun {
  phase: 'failed';
  error: unknown;
}

/** Where the taking along of a table stands. */
export type ExportRun =
  | { phase: 'idle' }
  | { phase: 'choosing'; format: TableFormat }
  /** `left` is how many seconds it may still take; null while that is a guess. */
  | { phase: 'running'; format: TableFormat; progress: WriteProgress; left: number | null }
  | DoneRun
  | FailedRun;

/** In milliseconds: often enough to be seen moving. */
const shownEvery = 100;

/** Until so many seconds have gone by, the first pages say little about the others. */
const tellsAfter = 2;

/** How long the rest takes if it goes on as before, in steps of five seconds; null while that is a guess. */
export function secondsLeft({ rows, expected, pages }: WriteProgress, elapsed: number): number | null {
  const share = pages ? pages.done / pages.total : expected === null ? 0 : rows / expected;
  if (elapsed < tellsAfter || share <= 0 || share >= 1) return null;
  return Math.ceil((elapsed / share - elapsed) / 5) * 5;
}

/** How the person wants their CSV files. */
interface CsvSettings {
  /** Separators as a spreadsheet of the person's locale expects them, or `,` and `.` as programs do. */
  style: 'locale' | 'plain';
  /** Whether every row says when, from where, with which filter and of how many. */
  withSource: boolean;
}

/** The person's choice, remembered in this browser. */
export function useCsvSettings() {
  const { text, change } = useRemembered('csv-settings');
  return { settings: readSettings(text), change: (next: CsvSettings) => change(() => JSON.stringify(next)) };
}

function readSettings(text: string | null): CsvSettings {
  try {
    const { style, withSource } = JSON.parse(text ?? '{}') as Partial<CsvSettings>;
    return { style: style === 'plain' ? 'plain' : 'locale', withSource: withSource === true };
  } catch {
    return { style: 'locale', withSource: false };
  }
}
