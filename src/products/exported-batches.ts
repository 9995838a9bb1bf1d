import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import { type CalendarsRequest, streamCalendars } from '#data/calendar-pages.ts';
import { describeError } from '#data/describe-error.ts';
import { maxCalendarsPage as pageSize } from '#stock/contract/calendar-options.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { ExportColumn, ExportRow } from '#stock/export/export-table.ts';
import type { RowBatch } from '#parts/export/exportable.ts';

import { type CalendarRow, calendarRow } from './calendar-row.ts';

/** How products are converted to export rows. */
export interface Exporting {
  client: QueryClient;
  i18n: I18n;
  /** True for one row per product, false for one per calendar entry. Products without a calendar then have no row. */
  perProduct: boolean;
  rowsOf: (row: CalendarRow) => readonly ExportRow[];
  /** Columns of rows of a day, if that changes them. */
  columnsOn?: (day: CalendarDate) => readonly ExportColumn[];
}

/**
 * Streams all products of a request in order, one page per batch. Only one page is kept in memory. The pages must have
 * as many products as were counted, all of one day and data version.
 */
export async function* streamedBatches(
  request: Omit<CalendarsRequest, 'page' | 'pageSize'>,
  exporting: Exporting,
  signal: AbortSignal,
  since: number,
): AsyncGenerator<RowBatch> {
  const { client, i18n } = exporting;
  let came = 0;
  let counted = 0;
  let withheld = 0;
  let hasMissing = false;
  const isNarrowed = request.sort !== undefined || request.tile !== undefined || (request.find ?? '') !== '';
  let isSortedAndFiltered = true;
  let unsorted = 0;
  const states = new Set<string>();
  for await (const streamed of streamCalendars(client, { ...request, pageSize }, signal, since)) {
    const { page, totalPages } = streamed;
    const pages = { done: page, total: totalPages };
    if ('error' in streamed) {
      hasMissing = true;
      const { title } = describeError(streamed.error, i18n);
      const missing = t(i18n)`Page ${page} of ${totalPages}, ${pageSize} products each: ${title}`;
      yield { pages, rows: [], missing, ...expectedOf(exporting, counted) };
      continue;
    }
    const { received } = streamed;
    came += received.rows.length;
    counted = received.found;
    withheld += received.withheld;
    // Pages in the order of an index follow each other only if they are of the same one.
    const index = isNarrowed ? received.index : null;
    states.add(`${received.today} ${received.dataVersion} ${index?.version ?? ''}`);
    isSortedAndFiltered &&= received.isSortedAndFiltered;
    unsorted = Math.max(unsorted, index === null ? 0 : index.total - index.loaded);
    const rows = received.rows.map((row) => calendarRow(row, received.today, request.quantity));
    yield { pages, ...expectedOf(exporting, counted), ...batchOf(rows, exporting), retrievedAt: received.receivedAt };
  }
  if (states.size > 1) yield { rows: [], missing: t(i18n)`The stock data changed during the export. Export again.` };
  else if (!hasMissing && came + withheld !== counted)
    yield { rows: [], missing: t(i18n)`The service returned ${came} of ${counted} products.` };
  if (!isSortedAndFiltered) yield { rows: [], missing: t(i18n)`sort order and filters of the products` };
  if (unsorted > 0)
    yield {
      rows: [],
      missing: t(i18n)`${plural(unsorted, {
        one: '# product whose stock calendar is not loaded yet',
        other: '# products whose stock calendars are not loaded yet',
      })}`,
    };
  if (withheld > 0) yield { rows: [], missing: t(i18n)`The service returned ${came} of ${counted} products.` };
}

/** The batch of rows that are already loaded. */
export function heldBatch(rows: readonly CalendarRow[], exporting: Exporting): RowBatch {
  return { ...batchOf(rows, exporting), ...expectedOf(exporting, rows.length) };
}

/** Batches of rows whose columns depend on all products. They follow once all products are loaded. */
export async function* batchesOfAll(
  batches: (rowsOf: Exporting['rowsOf']) => AsyncIterable<RowBatch> | Iterable<RowBatch>,
  tableOf: (products: readonly CalendarRow[]) => Pick<Exporting, 'rowsOf'> & { columns: readonly ExportColumn[] },
): AsyncGenerator<RowBatch> {
  const products: CalendarRow[] = [];
  yield* batches((each) => {
    products.push(each);
    return [];
  });
  const { columns, rowsOf } = tableOf(products);
  for (let start = 0; start < products.length; start += pageSize) {
    yield { columns, rows: products.slice(start, start + pageSize).flatMap((each) => rowsOf(each)) };
  }
}

function expectedOf({ perProduct }: Exporting, count: number): { expected?: number } {
  return perProduct ? { expected: count } : {};
}

/** Converts products to rows, and names those without the calendar that the rows would be of. */
function batchOf(products: readonly CalendarRow[], { i18n, perProduct, rowsOf, columnsOn }: Exporting): RowBatch {
  const day = products[0]?.today;
  const columns = day && columnsOn?.(day);
  const rows = products.flatMap((row) => rowsOf(row));
  const without = perProduct ? [] : products.filter(({ summary }) => summary === null).map((row) => row.productId);
  if (without.length === 0) return { rows, ...(columns && { columns }) };
  return { rows, missing: t(i18n)`stock calendars of products ${listOf(without)}` };
}

const maxListed = 20;

function listOf(ids: readonly number[]): string {
  return `${ids.slice(0, maxListed).join(', ')}${ids.length > maxListed ? ', …' : ''}`;
}
