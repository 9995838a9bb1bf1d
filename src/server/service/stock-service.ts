import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';

import { requestIdHeader } from '#contract/headers.ts';
import type { ServiceLimits } from '#contract/limits.ts';
import { openApiDocument } from '#contract/open-api.ts';
import { openApiPath, type OperationName, operations as described } from '#contract/operations.ts';
import { requestSchemas } from '#contract/requests.ts';
import { type CalendarDate, todayIn } from '#lib/calendar-date.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import type { VerifyToken } from './access-token.ts';
import { admitCallers, marketOf } from './admit-callers.ts';
import { Operations } from './operations.ts';
import { problemFor, sendProblem } from './service-problem.ts';
import { allOf, parseJson, readBody, readPath, readQuery, requireJson, takeBodiesAsBytes } from './read-request.ts';

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

/** Puts the four operations at their addresses, answers written by the schemas of the contract. */
function routeOperations(service: FastifyInstance, operations: Operations, limits: ServiceLimits): void {
  const { ProductPath, CalendarQuery, StockQuery, NoQuery, StockRequest, CalendarPageQuery } = requestSchemas(limits);

  service.route({
    ...at('productCalendar'),
    handler: (request) => {
      const { path, query } = allOf({
        path: readPath(request.params, ProductPath),
        query: readQuery(request.url, CalendarQuery),
      });
      return operations.calendarOfProduct(marketOf(request), path.productId, query);
    },
  });

  service.route({
    ...at('stockOfProduct'),
    handler: (request) => {
      const { path, query } = allOf({
        path: readPath(request.params, ProductPath),
        query: readQuery(request.url, StockQuery),
      });
      return operations.stockOfProduct(marketOf(request), path.productId, query.quantity);
    },
  });

  service.route({
    ...at('stockOfProducts'),
    onRequest: requireJson,
    handler: (request) => {
      const { body } = allOf({
        query: readQuery(request.url, NoQuery),
        body: readBody(parseJson(request.body), StockRequest),
      });
      return operations.stockOfProducts(marketOf(request), body.products);
    },
  });

  service.route({
    ...at('productCalendars'),
    handler: (request) => {
      const { query } = allOf({ query: readQuery(request.url, CalendarPageQuery) });
      return operations.productCalendars(marketOf(request), query);
    },
  });
}

function at(name: OperationName) {
  const { methods, path, answer } = described[name];
  return {
    method: [...methods],
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: { response: { 200: z.toJSONSchema(answer, { target: 'draft-7' }) } },
  };
}

/** The date in `timeZone`, worked out once a minute: no zone changes its date within one. */
export function createToday(timeZone: string, now: () => Date): () => CalendarDate {
  let minute: number | undefined;
  let today: CalendarDate;
  return () => {
    const instant = now();
    const current = Math.floor(instant.getTime() / 60_000);
    if (current !== minute) {
      today = todayIn(timeZone, instant);
      minute = current;
    }
    return today;
  };
}
