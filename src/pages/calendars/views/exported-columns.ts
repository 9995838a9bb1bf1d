import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { Product } from '#contract/gateway.ts';
import type { Answer } from '#domain/answer.ts';
import type { CalendarTile } from '#domain/calendars/calendar-tiles.ts';
import { timelineOf, type ListedCalendar } from '#domain/calendars/listed-product.ts';
import type { ExportCell, ExportColumn, ExportRow } from '#domain/export/export-table.ts';
import { entryKindWords, entryRows } from '#features/entries/entry-rows.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import type { CalendarRow } from '#pages/calendars/rows/calendar-row.ts';

/** A row of the table with what else is known of its product. */
export interface ProductToExport {
  row: CalendarRow;
  product: Product;
  lastUpdateDate: CalendarDate | null;
}

interface ProductColumn extends ExportColumn {
  cell: (of: ProductToExport) => ExportCell;
  /** Whether the cell rests on the max lead time. */
  isTheory?: (of: ProductToExport) => boolean;
}

/** The table's columns as they are taken along: those that show, in their order, and what tells rows apart. */
export function productColumns(
  shown: readonly { id: string; name: string }[],
  tiles: Record<CalendarTile, string>,
  i18n: I18n,
): ProductColumn[] {
  const columns = shown.flatMap(({ id, name }) => columnsOf(id, name, i18n));
  // The max lead time's own column says so by its name.
  const leadTime = shown.find(({ id }) => id === 'maxLeadTime')?.name;
  return [
    ...columns,
    { header: t(i18n)`Status`, kind: 'text', cell: ({ row }) => tiles[row.tile ?? 'no-answer'] },
    {
      header: t(i18n)`Dates at max lead time`,
      kind: 'flag',
      cell: (of) =>
        columns.flatMap(({ header, isTheory }) => (header !== leadTime && isTheory?.(of) ? [header] : [])).join(', ') ||
        null,
    },
  ];
}

/** A product as a row of {@link productColumns}. */
export function productRow(columns: readonly ProductColumn[], of: ProductToExport): ExportRow {
  const theoretical = columns.flatMap(({ isTheory }, at) => (isTheory?.(of) ? [at] : []));
  return { cells: columns.map(({ cell }) => cell(of)), ...(theoretical.length > 0 && { theoretical }) };
}

function columnsOf(id: string, header: string, i18n: I18n): ProductColumn[] {
  switch (id) {
    case 'product':
      return [{ header, kind: 'id', cell: ({ row }) => row.productId }];
    case 'name':
      return [
        { header, kind: 'text', cell: ({ product }) => product.name },
        { header: t(i18n)`SKU`, kind: 'code', cell: ({ product }) => product.sku },
      ];
    case 'territory':
      return [{ header, kind: 'text', cell: ({ row }) => row.summary?.territories.join(', ') || null }];
    case 'available':
      return [
        { header, kind: 'quantity', cell: ({ row }) => row.summary?.availableToday ?? null },
        { header: t(i18n)`Unit`, kind: 'text', cell: ({ product }) => product.unit },
      ];
    case 'first':
      return [dateOf(header, ({ row }) => row.summary?.first)];
    case 'wanted':
      return [dateOf(header, ({ row }) => row.summary?.wanted)];
    case 'increase':
      return [
        { header, kind: 'date', cell: ({ row }) => row.summary?.nextIncrease?.date ?? null },
        { header: t(i18n)`Increase`, kind: 'quantity', cell: ({ row }) => row.summary?.nextIncrease?.by ?? null },
      ];
    case 'maxLeadTime':
      return [
        {
          header,
          kind: 'date',
          cell: ({ row }) => row.summary?.maxLeadTimeDate ?? null,
          isTheory: ({ row }) => row.summary?.maxLeadTimeDate != null,
        },
      ];
    case 'updated':
      return [{ header, kind: 'date', cell: ({ lastUpdateDate }) => lastUpdateDate }];
    default:
      return [];
  }
}

function dateOf(header: string, answerOf: (of: ProductToExport) => Answer | undefined): ProductColumn {
  return {
    header,
    kind: 'date',
    cell: (of) => {
      const answer = answerOf(of);
      return answer === undefined || answer.kind === 'not-available' ? null : answer.date;
    },
    isTheory: (of) => answerOf(of)?.kind === 'max-lead-time',
  };
}

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
