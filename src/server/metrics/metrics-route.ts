import type { FastifyInstance } from 'fastify';

import type { LocalRequest } from '#server/gateway/local-request.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import type { Metrics } from './metrics.ts';

/** `GET /metrics` for who sits before this machine; from elsewhere there is nothing at this address. */
export function metricsRoute(metrics: Metrics, isLocal: (request: LocalRequest) => boolean) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/metrics',
      handler: async (request, reply) => {
        if (!isLocal(request)) throw new ServiceProblem('not-found', 'There is nothing at this address.');
        return reply
          .type(metrics.contentType)
          .header('Cache-Control', 'no-store')
          .send(await metrics.read());
      },
    });
  };
}
