import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';

import { demoData, stockDataHeader } from '#stock/contract/headers.ts';
import type { ServiceLimits } from '#stock/contract/limits.ts';
import { openApiDocument } from '#stock/contract/open-api.ts';
import { openApiPath, type OperationName, operations as described, routeOf } from '#stock/contract/operation-list.ts';
import { type CalendarDate, todayIn } from '#stock/calendar-date.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import type { VerifyToken } from './access-token.ts';
import { type Admit, admitCallers, createAdmission, marketOf } from './admit-callers.ts';
import { noSuchRoute } from './no-such-route.ts';
import { type RunOperation, createOperations, type ServiceQuery } from './operations.ts';
import { jsonMediaType, payloadTooLarge } from './service-problem.ts';
import { requireJson, parseBodiesAsBytes } from './read-request.ts';

/** Dependencies and settings of the service. */
export interface StockServiceOptions {
  store: StockStore;
  verifyToken: VerifyToken;
  /** Accepted keys, at least one. */
  subscriptionKeys: readonly string[];
  limits: ServiceLimits;
  /** IANA time zone that determines the service's current date. */
  timeZone: string;
  now?: () => Date;
}

/** The service: routes for API clients, and a function for the gateway in the same process. */
export interface StockService {
  /** Plugin to register under a prefix, such as `/api`. */
  routes: FastifyPluginAsync;
  /** Admits a caller by the same checks and limits as the routes. */
  admit: Admit;
  /**
   * Returns the same JSON as the routes, and enforces the same limits.
   * @throws ServiceProblem if the query or its credentials are rejected
   */
  ask(operation: OperationName, query: ServiceQuery, credentials: Parameters<Admit>[0]): Promise<string>;
}

/**
 * Creates the stock availability and stock calendar service (§1). Errors are thrown as ServiceProblem; the server that
 * registers the routes returns them as problem details (RFC 9457).
 */
export function stockService(options: StockServiceOptions): StockService {
  const { store, limits, timeZone, now = () => new Date() } = options;
  const operations = createOperations(store, limits, createToday(timeZone, now));
  const admit = createAdmission(options);
  return {
    routes: async (service) => {
      markDemoData(service, store);
      const noRoute = noSuchRoute(service, 'Unknown operation. openapi.json lists all operations.');
      const description = JSON.stringify(openApiDocument({ limits, basePath: service.prefix }));
      service.get(openApiPath, (_request, reply) => reply.type(jsonMediaType).send(description));
      await service.register(async (protectedService) => {
        admitCallers(protectedService, admit, noRoute);
        parseBodiesAsBytes(protectedService, limits.bodyBytes);
        for (const [name, response] of Object.entries(operations) as [OperationName, RunOperation][])
          protectedService.route({
            method: [...described[name].methods],
            url: routeOf(described[name].path),
            ...(name === 'stockOfProducts' && { onRequest: requireJson }),
            handler: (request, reply) => {
              const { url: target, params, body } = request;
              reply.type(jsonMediaType);
              return response(marketOf(request), { target, params, body });
            },
          });
      });
    },
    admit,
    ask: async (operation, query, credentials) => {
      const market = await admit(credentials);
      if (Buffer.isBuffer(query.body) && query.body.length > limits.bodyBytes) throw payloadTooLarge();
      return operations[operation](market, query);
    },
  };
}

/** Marks every response from demo data, which is no real stock. */
function markDemoData(service: FastifyInstance, store: Pick<StockStore, 'state'>): void {
  let isImported = false;
  const mark = async (reply: FastifyReply): Promise<void> => {
    const { contents } = await store.state();
    isImported = contents === 'real';
    if (contents === 'demo') reply.header(stockDataHeader, demoData);
  };
  service.addHook('onRequest', (_request, reply, done) => {
    if (isImported) done();
    // The request itself reports a store that can't be read.
    else
      void mark(reply)
        .catch(() => undefined)
        .finally(done);
  });
}

/** Current date in `timeZone`, computed once a minute: every time zone changes its date on a full minute. */
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
