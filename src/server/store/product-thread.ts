import type { Worker } from 'node:worker_threads';

import type { Market } from '#stock/contract/envelope.ts';
import { startThread } from '#server/start-thread.ts';

import type { SortedPage, SortedPageQuery } from './product-queries.ts';
import type {
  ChangesRequest,
  CloseRequest,
  ProductResult,
  ProductRequest,
  ReadyRequest,
  SizeRequest,
} from './product-worker.ts';
import type { ChangesQuery, HistorySize, KeptHistory, StoreLocation, StoredChanges } from './stock-store.ts';

type Page = SortedPage | StoredChanges | HistorySize | null;

interface Pending {
  resolve: (page: Page) => void;
  reject: (error: unknown) => void;
}

/**
 * Sorts and filters products in a thread with a connection of its own and all entries in memory, since loading them takes up to
 * seconds and would block the event loop. The thread starts with the first query, and again after it failed.
 */
export function productThread(location: StoreLocation) {
  const pending = new Map<number, Pending>();
  let thread: Worker | null = null;
  let lastId = 0;

  function started(): Worker {
    if (thread !== null) return thread;
    const worker = startThread('store/product-worker', { workerData: location });
    const fail = (error: unknown) => {
      if (thread === worker) thread = null;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    };
    worker.on('message', (result: ProductResult) => {
      const { resolve, reject } = pending.get(result.id) ?? {};
      pending.delete(result.id);
      if (pending.size === 0) worker.unref();
      if ('page' in result) resolve?.(result.page);
      else {
        const { message, ...codes } = result.failure;
        reject?.(Object.assign(new Error(message), codes));
      }
    });
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`The thread for products ended with code ${code}.`)));
    thread = worker;
    return worker;
  }

  const ask = (
    query: Omit<ProductRequest, 'id'> | Omit<ChangesRequest, 'id'> | Omit<SizeRequest, 'id'>,
  ): Promise<Page> =>
    new Promise((resolve, reject) => {
      const worker = started();
      const request: ProductRequest | ChangesRequest | SizeRequest = { id: (lastId += 1), ...query };
      pending.set(request.id, { resolve, reject });
      // Keeps the process running only while a result is awaited.
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      worker.postMessage(request);
    });

  return {
    /** Loads the products of a market now and after each import, rather than with the first query. */
    keepReady: (market: Market): void => {
      const request: ReadyRequest = { readyMarket: market };
      const worker = started();
      if (pending.size === 0) worker.unref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      worker.postMessage(request);
    },
    sortedPage: async (market: Market, query: SortedPageQuery): Promise<SortedPage> =>
      (await ask({ source: { market }, query })) as SortedPage,
    /** Null if the fill is no longer one of an index. */
    sortedIndexPage: async (fillId: number, query: SortedPageQuery): Promise<SortedPage | null> =>
      (await ask({ source: { fillId }, query })) as SortedPage | null,
    findChanges: async (of: ChangesRequest['of'], changes: ChangesQuery): Promise<StoredChanges> =>
      (await ask({ of, changes })) as StoredChanges,
    historySize: async (sizeOf: KeptHistory): Promise<HistorySize> => (await ask({ sizeOf })) as HistorySize,
    /** Ends the thread, by itself: terminated within a call of SQLite, it would abort the process. */
    close: async (): Promise<void> => {
      const worker = thread;
      if (worker === null) return;
      worker.ref();
      await new Promise((resolve) => {
        worker.once('exit', resolve);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
        worker.postMessage('close' satisfies CloseRequest);
      });
    },
  };
}
