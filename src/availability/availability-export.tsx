import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';

import { type ProductAvailability, useAvailability } from '#parts/result/use-availability.ts';
import { differenceWords, goodsWords, laterDemandOf, statusWords } from '#parts/result/wording.ts';
import { CopyLink } from '#parts/export/copy-link.tsx';
import { customerWords } from '#parts/export/customer-copy.tsx';
import { ExportMenu } from '#parts/export/export-menu.tsx';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { StockResult } from '#stock/stock-result.ts';
import type { CalendarEvent } from '#stock/export/calendar-file.ts';
import { type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { AsOf, useLocale, withYears } from '#ui/locale.tsx';
import { compareShipBy, type ShipByOutcome } from '#stock/ship-by.ts';
import { quantityBreaks } from '#stock/quantity-breaks.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { customerText } from './copied-result.ts';
import { breakRows } from './break-rows.ts';
import type { AvailabilityQuery } from './availability-query.ts';

interface AvailabilityExportProps {
  query: AvailabilityQuery;
  /** Contains the chart. */
  chartRef: RefObject<Element | null>;
}

/** Exports result and quantity breaks as a table, the chart and a calendar event, and copies a link. */
export function AvailabilityExport({ query, chartRef }: AvailabilityExportProps) {
  const { productId, quantity } = query;
  const { t, i18n } = useLingui();
  const { formatDate } = withYears(useLocale());
  const result = useAvailability(productId, quantity);
  const { product, wording, stockResult, unreliable, receivedAt, timeline, lastUpdateDate, outdatedDay } = result;
  const title = goodsWords(wording, product, quantity);
  if ((stockResult === null && unreliable === null) || receivedAt === null)
    return <CopyLink hotkey="l" title={title} />;
  const columns = availabilityColumns(product, query.shipBy, wording.today, i18n);
  const rows = exportedLines(result, query, i18n).map((line) => rowOf(columns, line));
  const updated = lastUpdateDate && t`Stock data of ${formatDate(lastUpdateDate, 'medium')}`;
  const subject = [productId, product.sku, updated].filter((part) => part != null).join(' · ');
  const promised = stockResult?.kind === 'max-lead-time' ? t`${title} (subject to the maximum lead time)` : title;
  const canPromise = stockResult !== null && stockResult.kind !== 'not-available';
  return (
    <AsOf day={outdatedDay}>
      <CopyLink hotkey="l" title={title} />
      <ExportMenu
        screen="availability"
        retrievedAt={receivedAt}
        filter={title}
        table={{
          name: t`Availability`,
          columns,
          rows: [{ scope: 'all', count: rows.length, rowsNow: () => rows }],
        }}
        chart={
          timeline === null
            ? undefined
            : { title, subject, element: () => chartRef.current?.querySelector('figure') ?? null }
        }
        events={canPromise ? () => promisedDay(result, query, promised) : undefined}
      />
    </AsOf>
  );
}

/** The ship date as an event of a calendar file. None without one. */
export function promisedDay(result: Exported, query: AvailabilityQuery, summary: string): CalendarEvent[] {
  const { product, stockResult, wording } = result;
  if (stockResult === null || stockResult.kind === 'not-available') return [];
  const { text } = customerText(result, query, stockResult, null, customerWords(wording.i18n, wording.locale));
  const key = `${product.productId}-${query.quantity}`;
  return [{ key, date: later(wording.today, stockResult.date), summary, description: text }];
}

/** The parts of a result that are exported. */
type Exported = Pick<
  ProductAvailability,
  | 'product'
  | 'wording'
  | 'stockResult'
  | 'earlier'
  | 'unreliable'
  | 'isUnconfirmed'
  | 'lastUpdateDate'
  | 'timeline'
  | 'receivedAt'
  | 'outdatedDay'
>;

type Kind = StockResult['kind'] | 'not-trusted';

/** Ship date of the checked quantity or of a quantity break. */
interface ExportedLine {
  line: string;
  quantity: Thousandths;
  date: CalendarDate | null;
  kind: Kind;
  lastUpdate: CalendarDate | null;
  /** Result for the ship-by date; null for breaks and if on time. */
  late: Extract<ShipByOutcome, { kind: 'late' }> | null;
  /** Hint of later demand. */
  note: string | null;
}

/** Columns of the exported result and quantity breaks. */
export function availabilityColumns(
  { productId, name, sku, unit }: Product,
  shipBy: CalendarDate | null,
  today: CalendarDate,
  i18n: I18n,
): NamedColumn<ExportedLine>[] {
  const isMaxLeadTime = ({ kind }: ExportedLine) => kind === 'max-lead-time';
  return [
    { header: t(i18n)`Line`, kind: 'text', cell: ({ line }) => line },
    { header: t(i18n)`Product`, kind: 'id', isShared: true, cell: () => productId },
    { header: t(i18n)`Name`, kind: 'text', isShared: true, cell: () => name },
    { header: t(i18n)`SKU`, kind: 'code', isShared: true, cell: () => sku },
    { header: t(i18n)`Quantity`, kind: 'quantity', cell: ({ quantity }) => quantity },
    { header: t(i18n)`Unit`, kind: 'text', isShared: true, cell: () => unit },
    { header: t(i18n)`Ship date`, kind: 'date', cell: ({ date }) => date && later(date, today), isMaxLeadTime },
    { header: t(i18n)`Stock date`, kind: 'date', isFileOnly: true, cell: ({ date }) => date, isMaxLeadTime },
    { header: t(i18n)`Status`, kind: 'text', cell: ({ kind }) => statusWords(kind, i18n), isMaxLeadTime },
    ...(shipBy === null
      ? []
      : ([
          { header: t(i18n)`Ship by`, kind: 'date', isShared: true, cell: () => shipBy },
          { header: t(i18n)`Days late`, kind: 'count', cell: ({ late }) => late?.byDays ?? null },
          { header: t(i18n)`Short by`, kind: 'quantity', cell: ({ late }) => late?.shortBy || null },
        ] satisfies NamedColumn<ExportedLine>[])),
    { header: t(i18n)`Note`, kind: 'text', cell: ({ note }) => note },
    { header: t(i18n)`Last update`, kind: 'date', cell: ({ lastUpdate }) => lastUpdate },
    {
      header: t(i18n)`Max lead time`,
      kind: 'flag',
      cell: (line) => (isMaxLeadTime(line) ? statusWords(line.kind, i18n) : null),
    },
  ];
}

/** Returns the checked line with the service's own date, then a line for each break. */
export function exportedLines(
  { stockResult, earlier, unreliable, isUnconfirmed, lastUpdateDate, timeline, ...result }: Exported,
  { quantity, shipBy }: AvailabilityQuery,
  i18n: I18n,
): ExportedLine[] {
  const wording = withYears(result.wording);
  const noteOf = (shown: StockResult, amount: Thousandths) => laterDemandOf(wording, timeline, shown, amount);
  const shipByResult =
    stockResult === null || shipBy === null || timeline === null
      ? null
      : compareShipBy(timeline, quantity, stockResult, shipBy);
  const noteOfResult = () => {
    if (unreliable?.kind === 'incomplete-calendar') return t(i18n)`The stock calendar is incomplete.`;
    if (stockResult === null || stockResult.kind === 'not-available') return null;
    return earlier === null ? noteOf(stockResult, quantity) : differenceWords(wording, quantity, earlier, stockResult);
  };
  const breaks = timeline === null ? [] : breakRows(quantityBreaks(timeline), quantity, timeline.today);
  return [
    {
      line: t(i18n)`Needed`,
      quantity,
      date: stockResult === null || stockResult.kind === 'not-available' ? null : stockResult.date,
      kind: stockResult?.kind ?? 'not-trusted',
      lastUpdate: lastUpdateDate ?? null,
      late: shipByResult?.kind === 'late' ? shipByResult : null,
      note: noteOfResult(),
    },
    ...breaks.map(({ upTo, above, date, kind }) => ({
      line: upTo === null ? t(i18n)`Above` : t(i18n)`Up to`,
      quantity: upTo ?? above,
      date,
      kind,
      lastUpdate: null,
      late: null,
      note: isUnconfirmed
        ? t(i18n)`By the calendar, not confirmed`
        : date === null || kind === 'not-available'
          ? null
          : noteOf({ kind, date }, upTo ?? above),
    })),
  ];
}
