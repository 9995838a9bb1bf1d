import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { Product } from '#stock/contract/gateway-responses.ts';
import type { NamedColumn } from '#stock/export/export-table.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { entryKindWords, type EntryRow } from './entry-rows.ts';

/** A calendar entry with its product. */
export interface ExportedEntry {
  entry: EntryRow;
  product: Product;
  /** Territories of the calendar's entries; empty if unknown. */
  territories?: readonly string[];
  lastUpdateDate?: CalendarDate | null;
}

interface EntryColumnsOptions {
  /** The day of the entries, if texts don't call it *today*. */
  asOf?: string | undefined;
  /** Whether all entries are of one product, which print then shows only once. */
  isOneProduct: boolean;
  /** The requested quantity, formatted. Adds a column with the difference of each level from it. */
  wanted?: string | null;
}

/** Returns the export columns of calendar entries. Max lead time has no quantity, only a placeholder. */
export function exportedEntryColumns(
  i18n: I18n,
  { isOneProduct, wanted, asOf }: EntryColumnsOptions,
): NamedColumn<ExportedEntry>[] {
  const isMaxLeadTime = ({ entry }: ExportedEntry) => entry.kind === 'max-lead-time';
  const kindWords = ({ entry }: ExportedEntry) => entryKindWords(entry.kind, i18n);
  const ofMany = (column: NamedColumn<ExportedEntry>) => (isOneProduct ? [] : [column]);
  const forWanted = (column: NamedColumn<ExportedEntry>) => (wanted == null ? [] : [column]);
  const isShared = isOneProduct;
  return [
    { header: t(i18n)`Product`, kind: 'id', isShared, cell: ({ product }) => product.productId },
    { header: t(i18n)`Name`, kind: 'text', isShared, cell: ({ product }) => product.name },
    { header: t(i18n)`SKU`, kind: 'code', isShared, cell: ({ product }) => product.sku },
    ...ofMany({
      header: t(i18n)`Territory`,
      kind: 'text',
      isShared: 'if-alike',
      cell: ({ territories }) => territories?.join(', ') || null,
    }),
    {
      header: t(i18n)`Date`,
      kind: 'date',
      cell: ({ entry }) => (entry.isPlaceholder ? null : entry.date),
      isMaxLeadTime,
    },
    {
      header: asOf === undefined ? t(i18n)`Days from today` : t(i18n)`Days from ${asOf}`,
      kind: 'count',
      cell: ({ entry }) => (entry.isPlaceholder ? null : entry.days),
    },
    { header: t(i18n)`Available`, kind: 'quantity', cell: ({ entry }) => entry.level ?? null },
    { header: t(i18n)`Unit`, kind: 'text', isShared, cell: ({ product }) => product.unit },
    { header: t(i18n)`Change`, kind: 'quantity', cell: ({ entry }) => entry.change ?? null },
    { header: t(i18n)`Type`, kind: 'text', cell: kindWords, isMaxLeadTime },
    ...ofMany({
      header: t(i18n)`Stock data of`,
      kind: 'date',
      isShared: 'if-alike',
      cell: ({ lastUpdateDate = null }) => lastUpdateDate,
    }),
    { header: t(i18n)`Max lead time`, kind: 'flag', cell: (of) => (isMaxLeadTime(of) ? kindWords(of) : null) },
    ...forWanted({ header: t(i18n)`For ${wanted ?? ''}`, kind: 'quantity', cell: ({ entry }) => entry.spare ?? null }),
  ];
}
