import type { FastifyPluginAsync } from 'fastify';

import { requestIdHeader } from '#contract/headers.ts';
import type { ServiceLimits } from '#contract/limits.ts';
import { openApiDocument } from '#contract/open-api.ts';
import { openApiPath } from '#contract/operations.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import type { VerifyToken } from './access-token.ts';
import { Operations } from './operations.ts';
import { problemFor, sendProblem } from './problem-reply.ts';
import { admitCallers } from './admit-callers.ts';
import { takeBodiesAsBytes } from './request-body.ts';
import { routeOperations } from './route-operations.ts';
import { createToday } from './service-today.ts';

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
 * `/api`. Every refusal below the prefix is a problem (RFC 9457); what Fastify refuses before it has found a
 * route becomes one where the server is made with `frameworkErrors: answerFrameworkError`.
 */
export function stockService(options: StockServiceOptions): FastifyPluginAsync {
  const { store, limits, timeZone, now = () => new Date() } = options;
  const operations = new Operations(store, createToday(timeZone, now));
  return async (service) => {
    const description = JSON.stringify(openApiDocument({ limits, basePath: service.prefix }));
    service.addHook('onRequest', async (request, reply) => {
      reply.headers({
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        [requestIdHeader]: request.id,
      });
    });
    service.setErrorHandler((error, request, reply) => sendProblem(request, reply, problemFor(error, request)));
    service.get(openApiPath, (_request, reply) => reply.type('application/json; charset=utf-8').send(description));
    await service.register(async (protectedService) => {
      admitCallers(protectedService, { ...options, now });
      takeBodiesAsBytes(protectedService, limits.bodyBytes);
      routeOperations(protectedService, operations, limits);
    });
  };
}
