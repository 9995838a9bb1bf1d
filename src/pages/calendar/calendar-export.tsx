import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';

import type { ProductAnswer } from '#features/answer/use-answer.ts';
import { goodsWords, quantityWords, useWording } from '#features/answer/wording.ts';
import { CopyLink } from '#features/export/copy-link.tsx';
import { ExportMenu } from '#features/export/export-menu.tsx';
import { inOneBatch } from '#features/export/exportable.ts';
import { entryKindWords, type EntryRow } from '#features/entries/entry-rows.ts';
import type { Product } from '#contract/gateway.ts';
import type { ExportColumn, ExportRow } from '#domain/export/export-table.ts';

interface CalendarExportProps {
  asked: ProductAnswer;
  /** The entries that show, in their order. */
  shownRowsRef: RefObject<readonly EntryRow[]>;
  /** Holds the chart. */
  chartPanelRef: RefObject<Element | null>;
}

/** The calendar to take along: its entries, its chart, and a link to it. */
export function CalendarExport({ asked, shownRowsRef, chartPanelRef }: CalendarExportProps) {
  const { t, i18n } = useLingui();
  const { product, quantity, givenAt, latestTimeline } = asked;
  // A unit of the person's own naming is no part of the service's data.
  const wording = useWording(product.unit);
  const name = product.name ?? t`Product ${product.productId}`;
  const filter = quantity === null ? name : goodsWords(wording, product, quantity);
  if (latestTimeline === null || givenAt === null) return <CopyLink title={name} />;
  const rows = () => shownRowsRef.current.map((row) => entryRow(row, product, i18n));
  return (
    <>
      <CopyLink title={name} />
      <ExportMenu
        screen="calendar"
        retrievedAt={givenAt}
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

/** The columns of a calendar's entries as they are taken along: those on screen, and which product they are of. */
function entryColumns(i18n: I18n, wanted: string | null): ExportColumn[] {
  return [
    { header: t(i18n)`Product`, kind: 'id', isShared: true },
    { header: t(i18n)`Name`, kind: 'text', isShared: true },
    { header: t(i18n)`SKU`, kind: 'code', isShared: true },
    { header: t(i18n)`Date`, kind: 'date' },
    { header: t(i18n)`In days`, kind: 'count' },
    { header: t(i18n)`Available`, kind: 'quantity' },
    { header: t(i18n)`Unit`, kind: 'text', isShared: true },
    { header: t(i18n)`Change`, kind: 'quantity' },
    { header: t(i18n)`Kind`, kind: 'text' },
    { header: t(i18n)`Max lead time`, kind: 'flag' },
    ...(wanted === null ? [] : [{ header: t(i18n)`For ${wanted}`, kind: 'quantity' } as const]),
  ];
}

const dateColumn = 3;
const kindColumn = 8;

/** An entry as a row of {@link entryColumns}; a max lead time has a date, and no quantity whatever its placeholder says. */
function entryRow({ date, days, kind, level, change, spare }: EntryRow, product: Product, i18n: I18n): ExportRow {
  const { productId, name, sku, unit } = product;
  const words = entryKindWords(kind, i18n);
  const isTheory = kind === 'max-lead-time';
  return {
    cells: [
      productId,
      name,
      sku,
      date,
      days,
      level ?? null,
      unit,
      change ?? null,
      words,
      isTheory ? words : null,
      spare ?? null,
    ],
    ...(isTheory && { theoretical: [dateColumn, kindColumn] }),
  };
}
