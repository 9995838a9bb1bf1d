import type { Product } from '#contract/gateway.ts';
import { addDays, type CalendarDate } from '#lib/calendar-date.ts';
import { remembered } from '#lib/remembered.ts';
import { openWriter } from '#server/store/open-store.ts';
import { type StockRow, StoreBusyError } from '#server/store/stock-store.ts';

import { demoRows, showcaseRows } from './demo-calendar.ts';
import { demoCatalogue } from './demo-catalogue.ts';
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
 * The demo data set: 5,000 products of an invented textile house with about 12 entries each, the same in every
 * run but for its dates, which are counted from `today`. Every awkward case has a product in `demo-showcase.ts`.
 */
export function* demoData(today: CalendarDate): Generator<DemoProduct> {
  const productIds = Array.from({ length: productCount }, (_, index) => firstProductId + index);
  const showcase = new Map(demoShowcase.map((product) => [product.productId, product]));
  // A few hundred days serve all rows.
  const dateOn = remembered((day: number) => addDays(today, day));
  for (const product of demoCatalogue(productIds)) {
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
 * Fills the store with the demo data set where it never held anything, in a thread of its own.
 * @returns false where it did not, because the store holds something or another process is writing to it
 * @throws ImportError where the store can't be written.
 */
export async function fillWithDemoData(options: Omit<DemoJob, 'kind'>): Promise<boolean> {
  const message = await runInWorker({ ...options, kind: 'demo' });
  return message.kind === 'filled' && message.filled;
}

/** The work itself, in the thread that calls it. */
export async function fillEmptyStore(job: DemoJob): Promise<boolean> {
  try {
    return await fill(job);
  } catch (error) {
    // Whatever the other process imports, demo data would go with it.
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
