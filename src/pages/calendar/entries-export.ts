import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import { entryKindWords } from '#features/table/entry-kind-words.ts';
import type { EntryRow } from '#features/table/entry-rows.ts';
import type { Product } from '#contract/gateway.ts';
import type { ExportColumn, ExportRow } from '#domain/export/export-table.ts';

/** The columns of a calendar's entries as they are taken along: those on screen, and which product they are of. */
export function entryColumns(i18n: I18n, wanted: string | null): ExportColumn[] {
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
export function entryRow(
  { date, days, kind, level, change, spare }: EntryRow,
  product: Product,
  i18n: I18n,
): ExportRow {
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
