import { isBusy, openDatabase } from '#server/store/sqlite-database.ts';
import { stockSchema } from '#server/store/sqlite-schema.ts';
import { SqliteStockWriter } from '#server/store/sqlite-stock-writer.ts';

import { demoData } from './demo-data.ts';
import { runInWorker } from './start-worker.ts';
import { storeFailure } from './store-failure.ts';
import type { DemoJob } from './worker-job.ts';

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
export function fillEmptyStore(job: DemoJob): boolean {
  try {
    return fill(job);
  } catch (error) {
    // Whatever the other process imports, demo data would go with it.
    if (isBusy(error)) return false;
    throw storeFailure(error, job.databasePath);
  }
}

function fill({ databasePath, market, today }: DemoJob): boolean {
  const database = openDatabase(databasePath, stockSchema);
  try {
    const writer = SqliteStockWriter.begin(database, { contents: 'demo', replaceStock: false, replaceProducts: false });
    try {
      if (writer.previousContents !== 'empty') return false;
      for (const { product, rows } of demoData(today)) {
        writer.putProduct(product);
        for (const row of rows) writer.putStock(market, row);
      }
      writer.commit();
      return true;
    } finally {
      writer.abort();
    }
  } finally {
    database.close();
  }
}
