import type { FastifyInstance } from 'fastify';

import { ServiceProblem } from '#server/service/service-problem.ts';
import { DamagedStoreError, type StockStore } from '#server/store/stock-store.ts';

/**
 * `GET /healthz`: 200 if the store can be read; 503 if it can't, or once `stopping` is aborted.
 * @param needsStock whether to report a store without stock data; it is imported while the server runs
 */
export function healthRoute(store: Pick<StockStore, 'state'>, needsStock: boolean, stopping: AbortSignal) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/healthz',
      handler: async (request) => {
        if (stopping.aborted) throw new ServiceProblem('unavailable', 'The server is stopping.');
        const { contents } = await store.state().catch((error: unknown) => {
          request.log.error({ err: error }, 'store cannot be read');
          const isDamaged = error instanceof DamagedStoreError;
          throw new ServiceProblem('unavailable', isDamaged ? 'The store is damaged.' : "The store can't be read.");
        });
        return { status: 'ok', ...(needsStock && contents === 'empty' && { detail: 'No stock data imported.' }) };
      },
    });
  };
}
