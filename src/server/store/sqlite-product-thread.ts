import { dirname, join } from 'node:path';
import type { Worker } from 'node:worker_threads';

import type { Market } from '#stock/contract/envelope.ts';
import { startThread } from '#server/start-thread.ts';

import type { ArrangedPage, ArrangedPageQuery } from './product-queries.ts';
import type { ProductAnswer, ProductRequest, ProductSource } from './sqlite-product-worker.ts';

/** Path of the indexes next to the stock database. */
export function indexPathOf(storePath: string): string {
  return join(dirname(storePath), 'calendar-index.sqlite');
}

interface Pending {
  resolve: (page: ArrangedPage | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Arranges products in a thread with a connection of its own, since statements over all products take up to seconds
 * and would block the event loop. The thread starts with the first query, and again after it failed.
 */
export function sqliteProductThread(path: string) {
  const pending = new Map<number, Pending>();
  let thread: Worker | null = null;
  let lastId = 0;

  function started(): Worker {
    if (thread !== null) return thread;
    const worker = startThread('store/sqlite-product-worker', { workerData: { path } });
    const fail = (error: unknown) => {
      if (thread === worker) thread = null;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    };
    worker.on('message', (answer: ProductAnswer) => {
      const { resolve, reject } = pending.get(answer.id) ?? {};
      pending.delete(answer.id);
      if (pending.size === 0) worker.unref();
      if ('page' in answer) resolve?.(answer.page);
      else {
        const { message, ...codes } = answer.failure;
        reject?.(Object.assign(new Error(message), codes));
      }
    });
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`The thread for products ended with code ${code}.`)));
    thread = worker;
    return worker;
  }

  const ask = (source: ProductSource, query: ArrangedPageQuery): Promise<ArrangedPage | null> =>
    new Promise((resolve, reject) => {
      const worker = started();
      const request: ProductRequest = { id: (lastId += 1), source, query };
      pending.set(request.id, { resolve, reject });
      // Keeps the process running only while an answer is awaited.
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      worker.postMessage(request);
    });

  return {
    arrange: async (market: Market, query: ArrangedPageQuery): Promise<ArrangedPage> =>
      (await ask({ market }, query)) as ArrangedPage,
    /** Null if the fill is no longer one of an index. */
    arrangeIndexed: (fillId: number, query: ArrangedPageQuery): Promise<ArrangedPage | null> =>
      ask({ fillId, indexPath: indexPathOf(path) }, query),
    close: async (): Promise<void> => {
      await thread?.terminate();
    },
  };
}
