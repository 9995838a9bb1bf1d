import type { FastifyPluginAsync } from 'fastify';

import type { ServiceLimits } from '#contract/limits.ts';
import { openApiDocument } from '#contract/open-api.ts';
import { openApiPath, type OperationName, operations as described, routeOf } from '#contract/operations.ts';
import { type CalendarDate, todayIn } from '#lib/calendar-date.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import type { VerifyToken } from './access-token.ts';
import { type Admit, admitCallers, createAdmission, marketOf } from './admit-callers.ts';
import { noSuchRoute } from './no-such-route.ts';
import { type AnswerQuestion, createOperations, type Question } from './operations.ts';
import { jsonMediaType, payloadTooLarge } from './service-problem.ts';
import { requireJson, takeBodiesAsBytes } from './read-request.ts';

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

/** The service, for programs by its routes and for the gateway in this process. */
export interface StockService {
  /** To be registered under a prefix of its own, such as `/api`. */
  routes: FastifyPluginAsync;
  /**
   * Answers as the routes do, with JSON, and holds the caller to the same limits.
   * @throws ServiceProblem for a refusal
   */
  ask(operation: OperationName, question: Question, credentials: Parameters<Admit>[0]): Promise<string>;
}

/**
 * The stock availability and stock calendar service (§1). Every refusal is a ServiceProblem, for the server that it is
 * registered with to answer as a problem (RFC 9457).
 */
export function stockService(options: StockServiceOptions): StockService {
  const { store, limits, timeZone, now = () => new Date() } = options;
  const operations = createOperations(store, limits, createToday(timeZone, now));
  const admit = createAdmission(options);
  return {
    routes: async (service) => {
      const noRoute = noSuchRoute(service, 'Unknown operation. openapi.json lists all operations.');
      const description = JSON.stringify(openApiDocument({ limits, basePath: service.prefix }));
      service.get(openApiPath, (_request, reply) => reply.type(jsonMediaType).send(description));
      await service.register(async (protectedService) => {
        admitCallers(protectedService, admit, noRoute);
        takeBodiesAsBytes(protectedService, limits.bodyBytes);
        for (const [name, answer] of Object.entries(operations) as [OperationName, AnswerQuestion][])
          protectedService.route({
            method: [...described[name].methods],
            url: routeOf(described[name].path),
            ...(name === 'stockOfProducts' && { onRequest: requireJson }),
            handler: (request, reply) => {
              const { url: target, params, body } = request;
              reply.type(jsonMediaType);
              return answer(marketOf(request), { target, params, body });
            },
          });
      });
    },
    ask: async (operation, question, credentials) => {
      const market = await admit(credentials);
      if (Buffer.isBuffer(question.body) && question.body.length > limits.bodyBytes) throw payloadTooLarge();
      return operations[operation](market, question);
    },
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
