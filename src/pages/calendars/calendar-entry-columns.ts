import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import { entryKindWords, entryRows } from '#features/entries/entry-rows.ts';
import type { Product } from '#contract/gateway.ts';
import { timelineOf, type ListedCalendar } from '#domain/calendars/listed-product.ts';
import type { ExportColumn, ExportRow } from '#domain/export/export-table.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

/** The columns of every entry of many calendars. */
export function calendarEntryColumns(i18n: I18n): ExportColumn[] {
  return [
    { header: t(i18n)`Product`, kind: 'id' },
    { header: t(i18n)`Name`, kind: 'text' },
    { header: t(i18n)`SKU`, kind: 'code' },
    { header: t(i18n)`Territory`, kind: 'text' },
    { header: t(i18n)`Date`, kind: 'date' },
    { header: t(i18n)`In days`, kind: 'count' },
    { header: t(i18n)`Available`, kind: 'quantity' },
    { header: t(i18n)`Unit`, kind: 'text' },
    { header: t(i18n)`Change`, kind: 'quantity' },
    { header: t(i18n)`Kind`, kind: 'text' },
    { header: t(i18n)`Last update`, kind: 'date' },
    { header: t(i18n)`Max lead time`, kind: 'flag' },
  ];
}

const dateColumn = 4;
const kindColumn = 9;

/** The entries of a product's calendar as rows of {@link calendarEntryColumns}. */
export function calendarEntryRows(
  calendar: ListedCalendar,
  { name, sku, unit }: Product,
  lastUpdateDate: CalendarDate | null,
  today: CalendarDate,
  i18n: I18n,
): ExportRow[] {
  const { productId, territories, entries } = calendar;
  const territory = territories.join(', ') || null;
  return entryRows(entries, timelineOf(calendar, today), null).map(({ date, days, kind, level, change }) => {
    const words = entryKindWords(kind, i18n);
    const isTheory = kind === 'max-lead-time';
    const cells = [
      productId,
      name,
      sku,
      territory,
      date,
      days,
      level ?? null,
      unit,
      change ?? null,
      words,
      lastUpdateDate,
      isTheory ? words : null,
    ];
    return isTheory ? { cells, theoretical: [dateColumn, kindColumn] } : { cells };
  });
}
