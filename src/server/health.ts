import type { FastifyInstance } from 'fastify';

import { ServiceProblem } from '#server/service/service-problem.ts';
import type { StockStore } from '#server/store/stock-store.ts';

/** `GET /healthz`: 200 when the store can be read, 503 otherwise. */
export function reportHealth(store: Pick<StockStore, 'state'>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/healthz',
      handler: async (request) => {
        await store.state().catch((error: unknown) => {
          request.log.error({ err: error }, 'store cannot be read');
          throw new ServiceProblem('unavailable', 'The store cannot be read.');
        });
        return { status: 'ok' };
      },
    });
  };
}
