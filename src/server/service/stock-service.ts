import type { FastifyPluginAsync } from 'fastify';

import { requestIdHeader } from '#contract/headers.ts';
import type { ServiceLimits } from '#contract/limits.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import type { VerifyToken } from './access-token.ts';
import { problemFor, sendProblem } from './problem-reply.ts';

/** What the service rests on. */
export interface StockServiceOptions {
  store: StockStore;
  verifyToken: VerifyToken;
  /** The accepted keys, at least one. */
  subscriptionKeys: readonly string[];
  limits: ServiceLimits;
  /** IANA name: the zone that settles the service's today. */
  timeZone: string;
  now?: () => Date;
}

/**
 * The stock availability and stock calendar service (§1), to be registered under a prefix of its own, such as
 * `/api`. Every refusal below the prefix is a problem (RFC 9457).
 */
export function stockService(_options: StockServiceOptions): FastifyPluginAsync {
  return async (service) => {
    service.addHook('onRequest', async (request, reply) => {
      reply.headers({
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        [requestIdHeader]: request.id,
      });
    });
    service.setErrorHandler((error, request, reply) => sendProblem(request, reply, problemFor(error, request)));
  };
}
