import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import { fetchLastUpdates } from '#api/calendars/last-updates.ts';
import { streamPages } from '#api/calendars/stream-pages.ts';
import { describeError } from '#api/describe-error.ts';
import { products } from '#api/products.ts';
import type { RowBatch } from '#components/export/exportable.ts';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { ExportRow } from '#domain/export/export-table.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

/** A product with all that a file says of it. */
export interface KnownProduct {
  listed: ListedProduct;
  product: Product;
  lastUpdateDate: CalendarDate | null;
}

/** How products become rows, and what is asked for on the way. */
export interface Exporting {
  client: QueryClient;
  i18n: I18n;
  /** Whether last updates (§4.3) are among the columns: they take a call of their own. */
  withUpdates: boolean;
  /** How many rows there should be of so many products; undefined where only the rows tell. */
  expected: (products: number) => number | undefined;
  rowsOf: (known: KnownProduct) => readonly ExportRow[];
}

const pageSize = 250;

/** Every product of a choice, page by page as the service gives them; nothing of a page is kept once its rows are. */
export async function* streamedBatches(
  choice: ProductChoice,
  includeMaxLeadTime: boolean,
  exporting: Exporting,
  signal: AbortSignal,
): AsyncGenerator<RowBatch> {
  const { i18n } = exporting;
  let came = 0;
  let counted = 0;
  let hasMissing = false;
  for await (const streamed of streamPages({ choice, pageSize, includeMaxLeadTime }, signal)) {
    const { page, totalPages, totalItems, error } = streamed;
    const batch = { pages: { done: page, total: totalPages }, ...expectedOf(exporting, totalItems) };
    counted = totalItems;
    if (error === null) {
      came += streamed.products.length;
      yield { ...batch, rows: await rowsOf(streamed.products, exporting, signal) };
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
    yield { rows: [], missing: t(i18n)`${came} of the ${counted} products that the service counts came.` };
  }
}

/** Products that are already here, some hundred at a time. */
export async function* heldBatches(
  held: readonly ListedProduct[],
  exporting: Exporting,
  signal: AbortSignal,
): AsyncGenerator<RowBatch> {
  for (let start = 0; start < held.length; start += pageSize) {
    const rows = await rowsOf(held.slice(start, start + pageSize), exporting, signal);
    yield { rows, ...expectedOf(exporting, held.length) };
  }
}

function expectedOf({ expected }: Exporting, count: number): { expected?: number } {
  const rows = expected(count);
  return rows === undefined ? {} : { expected: rows };
}

async function rowsOf(
  listed: readonly ListedProduct[],
  { client, withUpdates, rowsOf }: Exporting,
  signal: AbortSignal,
): Promise<ExportRow[]> {
  const ids = listed.map(({ productId }) => productId);
  const [names, updates] = await Promise.all([
    namesOf(client, ids),
    withUpdates ? fetchLastUpdates(ids, signal) : null,
  ]);
  return listed.flatMap((each) => {
    const { productId } = each;
    const product = names.get(productId) ?? { productId, name: null, sku: null, unit: null };
    return rowsOf({ listed: each, product, lastUpdateDate: updates?.dates.get(productId) ?? null });
  });
}

async function namesOf(client: QueryClient, ids: readonly ProductId[]): Promise<Map<ProductId, Product>> {
  // Thousands of them would stay in memory for a file that is written once.
  const found = ids.length === 0 ? [] : await client.fetchQuery({ ...products.resolve(ids.map(String)), gcTime: 0 });
  return new Map(found.flatMap((product) => (product === null ? [] : [[product.productId, product]])));
}
