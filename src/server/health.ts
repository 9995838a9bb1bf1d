import type { FastifyInstance } from 'fastify';

import { ServiceProblem } from '#server/service/service-problem.ts';
import { DamagedStoreError, type StockStore } from '#server/store/stock-store.ts';

/** Whether the server is about to stop, as those learn it who ask how it is. */
export class Drain {
  #hasBegun = false;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  begin(): void {
    this.#hasBegun = true;
  }
}

/** `GET /healthz`: 200 when the store can be read; 503 when it can't, or the server is about to stop. */
export function reportHealth(store: Pick<StockStore, 'state'>, drain: Pick<Drain, 'hasBegun'>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/healthz',
      handler: async (request) => {
        if (drain.hasBegun) throw new ServiceProblem('unavailable', 'The server is stopping.');
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
