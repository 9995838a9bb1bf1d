import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';

import { type CalendarsPage, CalendarsRequest, calendarsQuerySchema } from '#stock/contract/calendars.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { SortAndFilters } from '#stock/calendars/sorted-products.ts';
import { anyQuantity } from '#stock/calendars/calendar-summary.ts';
import { toThousandths, type Thousandths } from '#stock/thousandths.ts';
import { allOf, badRequest, parseJson, readBody, readQuery, requireJson } from '#server/service/read-request.ts';
import { requestError } from '#stock/contract/requests.ts';
import type { Caller } from '#server/lookup/stock-lookup.ts';

import { callerOf } from '#server/sign-in/sign-in.ts';
import { hangUpSignal } from './hang-up-signal.ts';

/** A page of products to show, with the quantity they are needed in. */
export interface CalendarsQuery extends SortAndFilters {
  /** Requested products without duplicates, in the order to show; null for all products. */
  productIds: readonly ProductId[] | null;
  /** The smallest if none was given, which any available quantity covers. */
  quantity: Thousandths;
  hasQuantity: boolean;
  /** Undefined for the most frequent unit of the products. */
  unit: string | undefined;
  includeMaxLeadTime: boolean;
  page: number;
  pageSize: number;
  /** Whether the index of an external service is to be loaded again. */
  refreshIndex: boolean;
}

/** Runs a query for a user: on the store, or on the index of an external service. */
export type FindCalendars = (query: CalendarsQuery, caller: Caller, signal: AbortSignal) => Promise<CalendarsPage>;

const Query = calendarsQuerySchema();

/**
 * `/gateway/calendars`: a page of products with their calendars and results, sorted and filtered, and counts of all of
 * them. A POST has the IDs of more products than fit in a URL.
 */
export function calendarsRoutes(find: FindCalendars) {
  const response = (
    request: FastifyRequest,
    reply: FastifyReply,
    query: z.infer<typeof Query>,
    ids: readonly ProductId[] | undefined,
  ) => {
    const {
      quantity,
      unit,
      includeMaxLeadTime,
      tile = null,
      shortWeeks,
      find: text,
      page,
      pageSize,
      refreshIndex,
    } = query;
    return find(
      {
        productIds: ids === undefined ? null : [...new Set(ids)],
        quantity: quantity === undefined ? anyQuantity : toThousandths(quantity),
        hasQuantity: quantity !== undefined,
        unit,
        includeMaxLeadTime,
        tile,
        shortWeeks,
        find: text,
        sort: query.sort === undefined ? null : { by: query.sort, isDescending: query.desc },
        page,
        pageSize,
        refreshIndex,
      },
      callerOf(request),
      hangUpSignal(reply.raw),
    );
  };
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/calendars',
      handler: async (request, reply) => {
        const { query } = allOf({ query: readQuery(request.url, Query) });
        return response(request, reply, query, query.productIds);
      },
    });
    app.route({
      method: 'POST',
      url: '/calendars',
      onRequest: requireJson,
      handler: async (request, reply) => {
        const { query, body } = allOf({
          query: readQuery(request.url, Query),
          body: readBody(parseJson(request.body), CalendarsRequest),
        });
        if (query.productIds !== undefined) throw badRequest([requestError('productIds', 'must be given once')]);
        return response(request, reply, query, body.productIds);
      },
    });
  };
}
