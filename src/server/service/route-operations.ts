import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import type { ServiceLimits } from '#contract/limits.ts';
import { operations as described, type OperationName } from '#contract/operations.ts';
import { requestSchemas } from '#contract/requests.ts';

import { marketOf } from './admit-callers.ts';
import type { Operations } from './operations.ts';
import { allOf, readBody, readPath, readQuery } from './read-request.ts';
import { parseJson, requireJson } from './request-body.ts';

/** Puts the four operations at their addresses, answers written by the schemas of the contract. */
export function routeOperations(service: FastifyInstance, operations: Operations, limits: ServiceLimits): void {
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
