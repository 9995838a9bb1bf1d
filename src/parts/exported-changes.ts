import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import {
  type ChangesRequest,
  foundIn,
  type ProductChange,
  type ReceivedChanges,
  streamChanges,
} from '#data/changes.ts';
import type { RowBatch } from '#parts/export/exportable.ts';
import { statusWords } from '#parts/result/wording.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { daysOfMove } from '#stock/calendars/calendar-change.ts';
import type { NamedColumn } from '#stock/export/export-table.ts';
import { shipDateOf } from '#stock/stock-result.ts';

/** A change of a product's calendar. */
export type Changed = Pick<ProductChange, 'change' | 'product'>;

/** The sentence of what is worst, as the screens have it. */
type ChangeWords = (change: Changed['change'], unit: string | null) => string;

export function whatChangedColumn(i18n: I18n, wordsOf: ChangeWords): NamedColumn<Changed> {
  return {
    header: t(i18n)`What changed`,
    kind: 'text',
    cell: ({ change, product }) => wordsOf(change, product.unit),
  };
}

/**
 * Columns of exported changes: what changed most and by how many days, then ship date, quantity and max lead time date
 * before and after.
 */
export function changedColumns(i18n: I18n, today: CalendarDate, wordsOf: ChangeWords): NamedColumn<Changed>[] {
  const ship = (which: 'before' | 'now') =>
    ({
      kind: 'date',
      cell: ({ change }: Changed) => shipDateOf(change[which], today),
      isMaxLeadTime: ({ change }: Changed) => change[which].kind === 'max-lead-time',
    }) as const;
  const status = (which: 'before' | 'now') =>
    ({ kind: 'text', cell: ({ change }: Changed) => statusWords(change[which].kind, i18n) }) as const;
  return [
    { header: t(i18n)`Product`, kind: 'id', cell: ({ product }) => product.productId },
    { header: t(i18n)`Name`, kind: 'text', cell: ({ product }) => product.name },
    { header: t(i18n)`SKU`, kind: 'code', isFileOnly: true, cell: ({ product }) => product.sku },
    whatChangedColumn(i18n, wordsOf),
    { header: t(i18n)`Days later`, kind: 'count', cell: ({ change }) => daysOfMove(change) },
    { header: t(i18n)`Ship date before`, ...ship('before') },
    { header: t(i18n)`Status before`, ...status('before') },
    { header: t(i18n)`Ship date after`, ...ship('now') },
    { header: t(i18n)`Status after`, ...status('now') },
    { header: t(i18n)`Quantity changes on`, kind: 'date', cell: ({ change }) => change.level?.date ?? null },
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

/** Streams all changes of a request, worst first. They must all be of one day and data version. */
export async function* batchesOfChanges(
  request: ChangesRequest,
  { client, i18n }: { client: QueryClient; i18n: I18n },
  signal: AbortSignal,
  batchOf: (page: ReceivedChanges) => RowBatch | Promise<RowBatch>,
): AsyncGenerator<RowBatch> {
  const states = new Set<string>();
  for await (const page of streamChanges(client, request, signal)) {
    states.add(`${page.today} ${page.dataVersion}`);
    yield { expected: foundIn(page), retrievedAt: page.receivedAt, ...(await batchOf(page)) };
  }
  if (states.size > 1) yield { rows: [], missing: t(i18n)`The stock data changed during the export. Export again.` };
}
