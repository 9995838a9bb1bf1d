import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import { streamPages } from '#api/calendars/calendar-load.ts';
import { describeError } from '#api/describe-error.ts';
import { isSignedOut } from '#api/errors.ts';
import { products } from '#api/products.ts';
import { fetchForJob, stockCalendars } from '#api/stock-calendars.ts';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { ExportColumn, ExportRow } from '#domain/export/export-table.ts';
import type { RowBatch } from '#features/export/exportable.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { loadPageSize as pageSize } from '#pages/calendars/rows/load-all.ts';

export interface KnownProduct {
  listed: ListedProduct;
  product: Product;
  lastUpdateDate: CalendarDate | null;
}

/** How products are converted to export rows, and which data is requested for them. */
export interface Exporting {
  client: QueryClient;
  i18n: I18n;
  /** Whether the columns include last updates (§4.3), which need a separate request. */
  withUpdates: boolean;
  /** True for one row per product, false for one per calendar entry. Products without a calendar then have no row. */
  perProduct: boolean;
  rowsOf: (known: KnownProduct) => readonly ExportRow[];
}

/** Streams all products of a choice in service order, one page per batch. Only one page is kept in memory. */
export async function* streamedBatches(
  choice: ProductChoice,
  includeMaxLeadTime: boolean,
  exporting: Exporting,
  signal: AbortSignal,
  since: number,
): AsyncGenerator<RowBatch> {
  const { client, i18n } = exporting;
  let came = 0;
  let counted = 0;
  let hasMissing = false;
  for await (const streamed of streamPages(client, { choice, pageSize, includeMaxLeadTime, since }, signal)) {
    const { page, totalPages, totalItems, fetchedAt, error } = streamed;
    const batch = { pages: { done: page, total: totalPages }, ...expectedOf(exporting, totalItems) };
    counted = totalItems;
    if (fetchedAt !== null) {
      came += streamed.products.length;
      yield { ...batch, ...(await rowsOf(streamed.products, exporting, signal, since)), retrievedAt: fetchedAt };
    } else {
      hasMissing = true;
      const { title } = describeError(error, i18n);
      yield {
        ...batch,
        rows: [],
        missing: t(i18n)`Page ${page} of ${totalPages}, ${pageSize} products each: ${title}`,
      };
    }
  }
  if (!hasMissing && came !== counted) {
    yield { rows: [], missing: t(i18n)`The service returned ${came} of ${counted} products.` };
  }
}

/** Batches of products that are already loaded; `notLoaded` counts products missing from them. */
export async function* heldBatches(
  held: readonly ListedProduct[],
  exporting: Exporting,
  signal: AbortSignal,
  since: number,
  notLoaded = 0,
): AsyncGenerator<RowBatch> {
  for (let start = 0; start < held.length; start += pageSize) {
    const batch = await rowsOf(held.slice(start, start + pageSize), exporting, signal, since);
    yield { ...batch, ...expectedOf(exporting, held.length + notLoaded) };
  }
  if (notLoaded > 0) {
    yield { rows: [], missing: t(exporting.i18n)`${notLoaded} products not loaded` };
  }
}

/** Batches of rows whose columns depend on all products. They follow once all products are loaded. */
export async function* arrangedBatches(
  batches: (rowsOf: Exporting['rowsOf']) => AsyncIterable<RowBatch> | Iterable<RowBatch>,
  arrange: (products: readonly KnownProduct[]) => Pick<Exporting, 'rowsOf'> & { columns: readonly ExportColumn[] },
): AsyncGenerator<RowBatch> {
  const products: KnownProduct[] = [];
  yield* batches((each) => {
    products.push(each);
    return [];
  });
  const { columns, rowsOf } = arrange(products);
  for (let start = 0; start < products.length; start += pageSize) {
    yield { columns, rows: products.slice(start, start + pageSize).flatMap((each) => rowsOf(each)) };
  }
}

function expectedOf({ perProduct }: Exporting, count: number): { expected?: number } {
  return perProduct ? { expected: count } : {};
}

/** Converts a page to rows, and describes data that failed to load. */
async function rowsOf(
  listed: readonly ListedProduct[],
  { client, i18n, withUpdates, perProduct, rowsOf }: Exporting,
  signal: AbortSignal,
  since: number,
): Promise<Pick<RowBatch, 'rows' | 'missing'>> {
  const ids = listed.map(({ productId }) => productId);
  const [names, updates] = await Promise.all([
    namesOf(client, ids, signal),
    withUpdates && ids.length > 0
      ? fetchForJob(client, { ...stockCalendars.lastUpdates(ids), staleTime: Date.now() - since }, signal)
      : null,
  ]);
  const without = perProduct ? [] : listed.filter(({ kind }) => kind === 'no-answer').map(({ productId }) => productId);
  const missing = [
    names === null && t(i18n)`names of products ${listOf(ids)}`,
    updates && updates.unanswered.size > 0 && t(i18n)`stock data dates of products ${listOf([...updates.unanswered])}`,
    without.length > 0 && t(i18n)`stock calendars of products ${listOf(without)}`,
  ].filter((what) => typeof what === 'string');
  const rows = listed.flatMap((each) => {
    const { productId } = each;
    const product = names?.get(productId) ?? { productId, name: null, sku: null, unit: null };
    return rowsOf({ listed: each, product, lastUpdateDate: updates?.dates.get(productId) ?? null });
  });
  return missing.length === 0 ? { rows } : { rows, missing: missing.join('; ') };
}

const maxListed = 20;

function listOf(ids: readonly ProductId[]): string {
  return `${ids.slice(0, maxListed).join(', ')}${ids.length > maxListed ? ', …' : ''}`;
}

/** Loads the catalog data of products; null if the request and one retry failed. */
async function namesOf(
  client: QueryClient,
  ids: readonly ProductId[],
  signal: AbortSignal,
): Promise<Map<ProductId, Product> | null> {
  if (ids.length === 0) return new Map();
  const query = products.resolve(ids.map(String));
  try {
    const found = await fetchForJob(client, query, signal).catch((error: unknown) => {
      if (isSignedOut(error) || signal.aborted) throw error;
      return fetchForJob(client, query, signal);
    });
    return new Map(found.flatMap((product) => (product === null ? [] : [[product.productId, product]])));
  } catch (error) {
    if (isSignedOut(error) || signal.aborted) throw error;
    return null;
  }
}
