import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { ProductChange } from '#data/changes.ts';
import { statusWords } from '#parts/result/wording.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { NamedColumn } from '#stock/export/export-table.ts';
import { shipDateOf } from '#stock/stock-result.ts';

/** A change of a product's calendar. */
export type Changed = Pick<ProductChange, 'change' | 'product'>;

/** Columns of exported changes: ship date, quantity and max lead time date before and after. */
export function changedColumns(i18n: I18n, today: CalendarDate): NamedColumn<Changed>[] {
  const ship = (which: 'before' | 'now') =>
    ({
      kind: 'ship-date',
      cell: ({ change }: Changed) => shipDateOf(change[which], today),
      isMaxLeadTime: ({ change }: Changed) => change[which].kind === 'max-lead-time',
    }) as const;
  const status = (which: 'before' | 'now') =>
    ({ kind: 'text', cell: ({ change }: Changed) => statusWords(change[which].kind, i18n) }) as const;
  return [
    { header: t(i18n)`Product`, kind: 'id', cell: ({ product }) => product.productId },
    { header: t(i18n)`Name`, kind: 'text', cell: ({ product }) => product.name },
    { header: t(i18n)`SKU`, kind: 'code', isFileOnly: true, cell: ({ product }) => product.sku },
    { header: t(i18n)`Ship date before`, ...ship('before') },
    { header: t(i18n)`Status before`, ...status('before') },
    { header: t(i18n)`Ship date after`, ...ship('now') },
    { header: t(i18n)`Status after`, ...status('now') },
    { header: t(i18n)`Days later`, kind: 'count', cell: ({ change }) => change.daysMoved },
    { header: t(i18n)`Quantity changes on`, kind: 'ship-date', cell: ({ change }) => change.level?.date ?? null },
    { header: t(i18n)`Quantity before`, kind: 'quantity', cell: ({ change }) => change.level?.before ?? null },
    { header: t(i18n)`Quantity after`, kind: 'quantity', cell: ({ change }) => change.level?.now ?? null },
    { header: t(i18n)`Unit`, kind: 'text', cell: ({ product }) => product.unit },
    {
      header: t(i18n)`Max lead time date before`,
      kind: 'date',
      cell: ({ change }) => change.maxLeadTime?.before ?? null,
    },
    { header: t(i18n)`Max lead time date after`, kind: 'date', cell: ({ change }) => change.maxLeadTime?.now ?? null },
  ];
}
