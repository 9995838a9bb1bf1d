import type { FastifyInstance } from 'fastify';

import { ServiceProblem } from '#server/service/service-problem.ts';
import { DamagedStoreError, type StockStore } from '#server/store/stock-store.ts';

/** `GET /healthz`: 200 when the store can be read; 503 when it can't, or `stopping` says that the server is about to stop. */
export function reportHealth(store: Pick<StockStore, 'state'>, stopping: AbortSignal) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/healthz',
      handler: async (request) => {
        if (stopping.aborted) throw new ServiceProblem('unavailable', 'The server is stopping.');
        await store.state().catch((error: unknown) => {
          request.log.error({ err: error }, 'store cannot be read');
          const isDamaged = error instanceof DamagedStoreError;
          throw new ServiceProblem('unavailable', isDamaged ? 'The store is damaged.' : "The store can't be read.");
        });
        return { status: 'ok' };
      },
    });
  };
}
