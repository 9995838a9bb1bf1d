import { StoreBusyError } from '#server/store/store-error.ts';
import { openWriter } from '#server/store/open-store.ts';

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
