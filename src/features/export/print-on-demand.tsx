import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';

import { useLocale } from '#ui/locale.tsx';
import type { ExportRow } from '#domain/export/export-table.ts';

import { aboutLines, momentWords } from './about-lines.ts';
import type { Exportable, ScopedRows } from './exportable.ts';
import { isReportShown, showReport } from './print/print-report.ts';
import { useExportSource } from './use-export-run.ts';

/** The browser's own Print (Ctrl+P) gives the report of the menu, of the rows that are at hand without a request. */
export function PrintOnDemand({ exportable: { table, chart, filter, retrievedAt } }: { exportable: Exportable }) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const sourceOf = useExportSource();

  const show = useEffectEvent(() => {
    if (isReportShown() || !sourceOf) return;
    const scopes = table?.rows.toSorted(
      (a, b) => Number(b.scope === table.usualScope) - Number(a.scope === table.usualScope),
    );
    const [first] = scopes?.flatMap((scope) => rowsAtHand(scope)) ?? [];
    const title = table?.name ?? chart?.title;
    if (title === undefined || (!first && !chart)) return;
    const { rows, scope } = first ?? { rows: [], scope: null };
    const source = sourceOf(retrievedAt, [filter, scope?.filter].filter(Boolean).join(', '));
    const extent = scope && { rows: rows.length, expected: scope.count ?? rows.length, missing: [] };
    void showReport({
      title,
      subtitle: source.filter,
      columns: first ? (table?.columns ?? []) : [],
      rows,
      about: aboutLines(i18n, { ...source, retrieved: momentWords(source.retrieved, locale) }, extent),
      chart: chart ?? null,
      locale,
    });
  });

  useEffect(() => {
    window.addEventListener('beforeprint', show);
    return () => window.removeEventListener('beforeprint', show);
  }, []);

  return null;
}

/** The rows of a scope, where they are all there already. */
function rowsAtHand(scope: ScopedRows): [] | [{ rows: ExportRow[]; scope: ScopedRows }] {
  const batches = scope.batches(AbortSignal.abort());
  if (!(Symbol.iterator in batches)) return [];
  return [{ rows: Array.from(batches).flatMap(({ rows }) => rows), scope }];
}
