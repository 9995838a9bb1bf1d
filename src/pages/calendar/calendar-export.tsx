import { useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';

import type { ProductAnswer } from '#features/answer/use-answer.ts';
import { goodsWords, useWording } from '#features/answer/wording.ts';
import { CopyLink } from '#features/export/copy-link.tsx';
import { ExportMenu, ExportWaiting } from '#features/export/export-menu.tsx';
import type { EntryRow } from '#features/entries/entry-rows.ts';
import { exportedEntryColumns } from '#features/entries/exported-entries.ts';
import { rowOf } from '#domain/export/export-table.ts';

interface CalendarExportProps {
  asked: ProductAnswer;
  /** The entries that show, in their order. */
  shownRowsRef: RefObject<readonly EntryRow[]>;
  /** Holds the chart. */
  chartPanelRef: RefObject<Element | null>;
}

export function CalendarExport({ asked, shownRowsRef, chartPanelRef }: CalendarExportProps) {
  const { t, i18n } = useLingui();
  const { product, quantity, givenAt, latestTimeline } = asked;
  // A unit of the person's own naming is no part of the service's data.
  const wording = useWording(product.unit);
  const name = product.name ?? t`Product ${product.productId}`;
  const filter = quantity === null ? name : goodsWords(wording, product, quantity);
  if (latestTimeline === null || givenAt === null) {
    return (
      <>
        <CopyLink title={name} />
        <ExportWaiting />
      </>
    );
  }
  const wanted = quantity === null ? null : wording.formatQuantity(quantity);
  const columns = exportedEntryColumns(i18n, { isOneProduct: true, wanted });
  const rows = () => shownRowsRef.current.map((entry) => rowOf(columns, { entry, product }));
  return (
    <>
      <CopyLink title={name} />
      <ExportMenu
        screen="calendar"
        retrievedAt={givenAt}
        filter={filter}
        table={{
          name,
          columns,
          rows: [{ scope: 'all', count: null, rowsNow: rows }],
        }}
        chart={{ title: name, element: () => chartPanelRef.current?.querySelector('figure') ?? null }}
      />
    </>
  );
}
