import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import { shipDateOf, type StockResult } from '#stock/stock-result.ts';
import { anyQuantity } from '#stock/calendars/calendar-summary.ts';
import { statusWords } from '#parts/result/wording.ts';
import { maxLeadTimeDates } from '#parts/export/max-lead-time-dates.ts';
import type { NamedColumn } from '#stock/export/export-table.ts';
import type { LevelBucket } from '#stock/level-buckets.ts';
import { laterDemand } from '#stock/later-demand.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { type CalendarRow, stockResultOf } from './calendar-row.ts';

type ProductColumn = NamedColumn<CalendarRow>;

/** When stock covers the quantity, in words. */
type StatusOf = (row: CalendarRow) => string;

/** A row of the heatmap. */
export interface PeriodsToExport extends CalendarRow {
  /** One per period, empty without a calendar. */
  buckets: readonly LevelBucket[];
}

/** Returns the heatmap's export columns: one per period, with the lowest available quantity within it. */
export function periodColumns(
  periods: readonly { header: string; span: string }[],
  names: Readonly<Record<string, string>>,
  statusOf: StatusOf,
  i18n: I18n,
): NamedColumn<PeriodsToExport>[] {
  const isMaxLeadTime = (at: number, { buckets }: PeriodsToExport) =>
    (buckets[at]?.maxLeadTime ?? 'before') !== 'before';
  return [
    ...['product', 'name', 'available', 'maxLeadTime'].flatMap((id) => columnsOf(id, names[id] ?? id, i18n)),
    statusColumn(statusOf, i18n),
    {
      header: t(i18n)`Max lead time from`,
      kind: 'flag',
      cell: (of) => periods.find((_, at) => isMaxLeadTime(at, of))?.span ?? null,
    },
    ...periods.map(({ header }, at): NamedColumn<PeriodsToExport> => ({
      header,
      kind: 'quantity',
      cell: ({ buckets }) => buckets[at]?.lowest ?? null,
      isMaxLeadTime: (of) => isMaxLeadTime(at, of),
    })),
  ];
}

/** Returns the table's export columns: the visible ones in order, then status, drops and max lead time flags. */
export function productColumns(
  shown: readonly { id: string; name: string }[],
  statusOf: StatusOf,
  quantity: Thousandths | null,
  i18n: I18n,
): ProductColumn[] {
  const fall = ({ summary }: CalendarRow) =>
    summary && laterDemand(summary.timeline, summary.wanted, quantity ?? anyQuantity)?.first;
  const columns = shown.flatMap(({ id, name }) => columnsOf(id, name, i18n));
  // The max lead time column is named so itself, and a file-only date repeats the column before it.
  const leadTime = shown.find(({ id }) => id === 'maxLeadTime')?.name;
  const dates = columns.filter(({ header, isFileOnly }) => header !== leadTime && !isFileOnly);
  return [
    ...columns,
    statusColumn(statusOf, i18n),
    {
      header: t(i18n)`Available quantity drops on`,
      kind: 'date',
      isFileOnly: true,
      cell: (of) => fall(of)?.date ?? null,
    },
    {
      header: t(i18n)`Available quantity drops to`,
      kind: 'quantity',
      isFileOnly: true,
      cell: (of) => fall(of)?.level ?? null,
    },
    maxLeadTimeDates(dates, i18n),
  ];
}

/** When stock covers the quantity, unless the ship date is the max lead time date before that. */
function statusColumn(statusOf: StatusOf, i18n: I18n): ProductColumn {
  return {
    header: t(i18n)`Status`,
    kind: 'text',
    cell: (row) =>
      stockResultOf(row)?.kind === 'max-lead-time' && row.tile !== 'max-lead-time'
        ? statusWords('max-lead-time', i18n)
        : statusOf(row),
  };
}

function columnsOf(id: string, header: string, i18n: I18n): ProductColumn[] {
  const isFileOnly = true;
  switch (id) {
    case 'product':
      return [{ header, kind: 'id', cell: (row) => row.productId }];
    case 'name':
      return [
        { header, kind: 'text', cell: ({ product }) => product.name },
        { header: t(i18n)`SKU`, kind: 'code', cell: ({ product }) => product.sku },
      ];
    case 'territory':
      return [
        { header, kind: 'text', isShared: 'if-alike', cell: (row) => row.summary?.territories.join(', ') || null },
      ];
    case 'available':
      return [
        { header, kind: 'quantity', cell: (row) => row.summary?.availableToday ?? null },
        { header: t(i18n)`Unit`, kind: 'text', cell: ({ product }) => product.unit },
      ];
    case 'first':
    case 'wanted': {
      const result = (row: CalendarRow) => (id === 'wanted' ? stockResultOf(row) : row.summary?.first);
      const isMaxLeadTime = (of: CalendarRow) => result(of)?.kind === 'max-lead-time';
      const stockDate = (of: CalendarRow) => stockDateOf(result(of));
      const shipDate = (of: CalendarRow) => shipDateOf(result(of), of.today);
      return [
        { header, kind: 'date', cell: shipDate, isMaxLeadTime },
        { header: t(i18n)`${header}, stock date`, kind: 'date', isFileOnly, cell: stockDate, isMaxLeadTime },
      ];
    }
    case 'fallsShort':
      return [
        {
          header,
          kind: 'date',
          cell: ({ summary, result }) => (result?.kind === 'other-unit' ? null : (summary?.fallsShortOn ?? null)),
        },
      ];
    case 'maxLeadTime':
      return [{ header, kind: 'date', cell: leadTimeOf, isMaxLeadTime: (row) => leadTimeOf(row) !== null }];
    case 'updated':
      return [{ header, kind: 'date', isShared: 'if-alike', cell: ({ lastUpdateDate }) => lastUpdateDate }];
    default:
      return [];
  }
}

function leadTimeOf({ summary }: CalendarRow): CalendarDate | null {
  return summary?.maxLeadTimeDate ?? null;
}

/** The date in the calendar, which may be past. */
function stockDateOf(result: StockResult | null | undefined): CalendarDate | null {
  return result == null || result.kind === 'not-available' ? null : result.date;
}
