import type { Product } from '#stock/contract/gateway-responses.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { memoize } from '#stock/memoize.ts';
import { openWriter } from '#server/store/open-store.ts';
import { type StockRow, StoreBusyError } from '#server/store/stock-store.ts';

import { demoRows, showcaseRows } from './demo-calendar.ts';
import { demoCatalog } from './demo-catalog.ts';
import { demoShowcase } from './demo-showcase.ts';
import { type DemoJob, runInWorker } from './start-worker.ts';
import { storeFailure } from './run-import.ts';

const firstProductId = 10_001;
const productCount = 5000;

export interface DemoProduct {
  product: Product;
  rows: StockRow[];
}

/**
 * Demo data: 5,000 products of a fictional textile company with about 12 entries each. Reproducible, with dates
 * relative to `today`. `demo-showcase.ts` has a product for every special case.
 */
export function* demoData(today: CalendarDate): Generator<DemoProduct> {
  const productIds = Array.from({ length: productCount }, (_, index) => firstProductId + index);
  const showcase = new Map(demoShowcase.map((product) => [product.productId, product]));
  // All rows have only a few hundred different dates.
  const dateOn = memoize((day: number) => addDays(today, day));
  for (const product of demoCatalog(productIds)) {
    const { productId, unit } = product;
    const shown = showcase.get(productId);
    if (shown === undefined) yield { product, rows: demoRows(productId, unit, dateOn) };
    else {
      const { name, sku } = shown;
      yield { product: { productId, name, sku, unit: shown.unit }, rows: showcaseRows(shown, dateOn) };
    }
  }
}

/**
 * Fills a store that was never imported into with demo data, in a worker thread.
 * @returns false if the store contains data or another process is writing to it
 * @throws ImportError if the store can't be written
 */
export async function fillWithDemoData(options: Omit<DemoJob, 'kind'>): Promise<boolean> {
  const message = await runInWorker({ ...options, kind: 'demo' });
  return message.kind === 'filled' && message.filled;
}

/** Does the same in the current thread. */
export async function fillEmptyStore(job: DemoJob): Promise<boolean> {
  try {
    return await fill(job);
  } catch (error) {
    // The import of the other process would delete the demo data anyway.
    if (error instanceof StoreBusyError) return false;
    throw storeFailure(error, job.location);
  }
}

async function fill({ location, market, today }: DemoJob): Promise<boolean> {
  const writer = await openWriter(location, { contents: 'demo', replaceStock: false, replaceProducts: false });
  try {
    if (writer.previousContents !== 'empty') return false;
    for (const { product, rows } of demoData(today)) {
      writer.putProduct(product);
      for (const row of rows) writer.putStock(market, row);
    }
    await writer.commit();
    return true;
  } finally {
    await writer.close();
  }
}
