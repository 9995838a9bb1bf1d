import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import type { ChangesRequest, ProductChange, ReceivedChanges } from '#data/changes.ts';
import { promises } from '#data/promises.ts';
import { type CalendarSummary, anyQuantity } from '#stock/calendars/calendar-summary.ts';
import { byShortfall, daysShort, type Shortfall, shortfallOf } from '#stock/calendars/shortfall.ts';
import { type ExportRow, type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { statusWords } from '#parts/result/wording.ts';
import type { RowBatch } from '#parts/export/exportable.ts';
import { maxLeadTimeDates } from '#parts/export/max-lead-time-dates.ts';
import { batchesOfChanges, type Changed, changedColumns } from '#parts/exported-changes.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { shipDateOf } from '#stock/stock-result.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { stockResultOf, type CalendarRow } from './calendar-row.ts';
import { concernedIn, concernedName, type NamedConcern, ordersOf } from './changes/concerned.tsx';
import type { Exporting } from './exported-batches.ts';

/** A product that falls short of the wanted quantity. */
interface ProductAtRisk {
  row: CalendarRow;
  summary: CalendarSummary;
  shortfall: Shortfall;
}

/**
 * Columns of the *Late and at risk* report: which products fall short, by how much and how long, and the next increase.
 * Ship date and status are those of the table: a quantity that can ship today may be missing on a later day.
 * `available` is the header of the quantity available on the day of the rows.
 */
export function riskColumns(i18n: I18n, available: string): NamedColumn<ProductAtRisk>[] {
  const isMaxLeadTime = ({ row }: ProductAtRisk) => stockResultOf(row)?.kind === 'max-lead-time';
  const columns: NamedColumn<ProductAtRisk>[] = [
    { header: t(i18n)`Product`, kind: 'id', cell: ({ row }) => row.productId },
    { header: t(i18n)`Name`, kind: 'text', cell: ({ row }) => row.product.name },
    { header: t(i18n)`SKU`, kind: 'code', isFileOnly: true, cell: ({ row }) => row.product.sku },
    { header: available, kind: 'quantity', cell: ({ summary }) => summary.availableToday },
    { header: t(i18n)`Unit`, kind: 'text', cell: ({ row }) => row.product.unit },
    {
      header: t(i18n)`Ship date`,
      kind: 'date',
      cell: ({ row }) => shipDateOf(stockResultOf(row), row.today),
      isMaxLeadTime,
    },
    {
      header: t(i18n)`Status`,
      kind: 'text',
      cell: ({ row }) =>
        row.result?.kind === 'no-result'
          ? t(i18n)`No result`
          : statusWords(stockResultOf(row)?.kind ?? 'not-trusted', i18n),
      isMaxLeadTime,
    },
    {
      header: t(i18n)`Falls short on`,
      kind: 'date',
      cell: ({ shortfall }) => shortfall.on,
    },
    { header: t(i18n)`Short by`, kind: 'quantity', cell: ({ shortfall }) => shortfall.by },
    {
      header: t(i18n)`Next ship date`,
      kind: 'date',
      cell: ({ shortfall }) => shortfall.shipDate,
      isMaxLeadTime: ({ shortfall }) => shortfall.isMaxLeadTime,
    },
    { header: t(i18n)`Days short`, kind: 'count', cell: ({ shortfall: { gaps } }) => daysShort(gaps) },
    { header: t(i18n)`Next increase`, kind: 'date', cell: ({ summary }) => summary.nextIncrease?.date ?? null },
    { header: t(i18n)`Increase`, kind: 'quantity', cell: ({ summary }) => summary.nextIncrease?.by ?? null },
  ];
  const dates = columns.filter(({ kind }) => kind === 'date');
  return [...columns, maxLeadTimeDates(dates, i18n)];
}

/**
 * Rows of the products that fall short of a quantity (null for any), worst first, with the columns of their day. They
 * follow once all are loaded.
 */
export async function* atRiskBatches(
  columnsOn: (day: CalendarDate) => readonly NamedColumn<ProductAtRisk>[],
  wanted: Thousandths | null,
  batches: (rowsOf: Exporting['rowsOf']) => AsyncIterable<RowBatch>,
): AsyncGenerator<RowBatch> {
  const found: ProductAtRisk[] = [];
  yield* batches((row) => {
    const { summary, tile } = row;
    const isCounted = summary !== null && tile !== 'other-unit';
    const shortfall = isCounted ? shortfallOf(summary.timeline, wanted ?? anyQuantity) : null;
    if (isCounted && shortfall) found.push({ row, summary, shortfall });
    return [];
  });
  const columns = found[0] && columnsOn(found[0].row.today);
  const worstFirst = found.toSorted((a, b) => byShortfall(a.shortfall, b.shortfall));
  const rows = columns ? worstFirst.map((each) => rowOf(columns, each)) : [];
  yield { rows, ...(columns && { columns }), expected: rows.length };
}

interface ChangedProduct extends Changed {
  /** The user's orders that have it, and its open promises that belong to none of them. Null if they couldn't be loaded. */
  concerned: readonly { of: NamedConcern }[] | null;
}

/** Columns of the *Changes* export: the change, and the orders and promises concerned. */
export function changeColumns(...words: Parameters<typeof changedColumns>): NamedColumn<ChangedProduct>[] {
  const [i18n] = words;
  return [
    ...changedColumns(...words),
    {
      header: t(i18n)`Orders and promises`,
      kind: 'text',
      cell: ({ concerned }) => concerned?.map(({ of }) => concernedName(of, i18n)).join(', ') || null,
    },
  ];
}

/** Rows of changes with the orders and promises of their products, if these are known. */
export function changedRows(
  columns: readonly NamedColumn<ChangedProduct>[],
  rows: readonly ProductChange[],
  concernedBy: ReturnType<typeof concernedIn> | undefined,
): ExportRow[] {
  return rows.map(({ product, change }) =>
    rowOf(columns, { product, change, concerned: concernedBy?.(product.productId) ?? null }),
  );
}

/** Streams all changes of a request, worst first, with the orders and promises of their products. */
export function changedBatches(
  columns: readonly NamedColumn<ChangedProduct>[],
  request: ChangesRequest,
  { client, i18n }: Pick<Exporting, 'client' | 'i18n'>,
  signal: AbortSignal,
): AsyncGenerator<RowBatch> {
  return batchesOfChanges(request, { client, i18n }, signal, async (page) => {
    const found = await concernedOf(page, client).catch(() => undefined);
    signal.throwIfAborted();
    const rows = changedRows(columns, page.rows, found);
    return found ? { rows } : { rows, missing: t(i18n)`The orders and promises couldn't be loaded.` };
  });
}

async function concernedOf(page: ReceivedChanges, client: QueryClient) {
  const [orders, kept] = await Promise.all([client.fetchQuery(ordersOf(page)), client.ensureQueryData(promises.all())]);
  return concernedIn([orders], kept);
}
