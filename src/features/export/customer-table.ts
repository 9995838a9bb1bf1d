import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { Answer } from '#domain/answer.ts';
import { clipboardTable, type ClipboardTable } from '#domain/export/clipboard-table.ts';
import { csvStyleOf } from '#domain/export/csv.ts';
import type { ExportColumn, ExportRow } from '#domain/export/export-table.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';
import { formatDate } from '#lib/locale-date.ts';

/** In whose words a customer is written to, and from which day. */
export interface CustomerWords {
  i18n: I18n;
  /** BCP 47. */
  locale: string;
  today: CalendarDate;
}

/** A line for a customer: goods, how much of them, and when they can leave. */
export function customerRow(
  product: string,
  amount: string,
  answer: Answer,
  { i18n, locale, today }: CustomerWords,
): ExportRow {
  if (answer.kind === 'not-available') return { cells: [product, amount, t(i18n)`not available in this quantity`] };
  const date = formatDate(later(answer.date, today), locale, 'long');
  return answer.kind === 'max-lead-time'
    ? { cells: [product, amount, t(i18n)`${date}, subject to the maximum lead time`], theoretical: [2] }
    : { cells: [product, amount, date] };
}

/** A table that a customer may read: no internal codes, the max lead time named as what it is. */
export function customerTable(
  rows: readonly ExportRow[],
  { i18n, locale }: Pick<CustomerWords, 'i18n' | 'locale'>,
): ClipboardTable {
  const columns: ExportColumn[] = [
    { header: t(i18n)`Product`, kind: 'text' },
    { header: t(i18n)`Quantity`, kind: 'text' },
    { header: t(i18n)`Can leave`, kind: 'text' },
  ];
  return clipboardTable(columns, rows, csvStyleOf(locale));
}
