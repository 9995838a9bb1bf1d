import { useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';

import { goodsWords } from '#features/answer/answer-sentence.ts';
import { quantityWords } from '#features/answer/wording.ts';
import { useWording } from '#features/answer/use-wording.ts';
import { CopyLink } from '#features/export/copy-link.tsx';
import { ExportMenu } from '#features/export/export-menu.tsx';
import { inOneBatch } from '#features/export/exportable.ts';
import type { EntryRow } from '#features/table/entry-rows.ts';

import { entryColumns, entryRow } from './entries-export.ts';
import type { Calendar } from './use-calendar.ts';

interface CalendarExportProps {
  calendar: Calendar;
  /** The entries that show, in their order. */
  shownRowsRef: RefObject<readonly EntryRow[]>;
  /** Holds the chart. */
  chartPanelRef: RefObject<Element | null>;
}

/** The calendar to take along: its entries, its chart, and a link to it. */
export function CalendarExport({ calendar, shownRowsRef, chartPanelRef }: CalendarExportProps) {
  const { t, i18n } = useLingui();
  const { product, quantity, shown, fetchedAt } = calendar;
  const wording = useWording(product.unit);
  const name = product.name ?? t`Product ${product.productId}`;
  const filter = quantity === null ? name : goodsWords(wording, product, quantity);
  if (shown === null || fetchedAt === null) return <CopyLink title={name} />;
  const rows = () => shownRowsRef.current.map((row) => entryRow(row, product, i18n));
  return (
    <>
      <CopyLink title={name} />
      <ExportMenu
        screen="calendar"
        retrievedAt={fetchedAt}
        filter={filter}
        table={{
          name,
          columns: entryColumns(i18n, quantity === null ? null : quantityWords(wording, quantity)),
          rows: [{ scope: 'all', count: null, batches: () => inOneBatch(rows())() }],
        }}
        chart={{ title: name, element: () => chartPanelRef.current?.querySelector('figure') ?? null }}
      />
    </>
  );
}
