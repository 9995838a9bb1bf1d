import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';

import { startOfDayIn } from '#stock/calendar-date.ts';
import { CalendarsRequest } from '#stock/contract/calendars.ts';
import { type ChangesPage, changesQuerySchema } from '#stock/contract/changes.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { requestError } from '#stock/contract/requests.ts';
import { fromThousandths, toThousandths } from '#stock/thousandths.ts';
import { allOf, badRequest, parseJson, readBody, readQuery, requireJson } from '#server/service/read-request.ts';
import { callerOf } from '#server/sign-in/sign-in.ts';
import type { Caller } from '#server/lookup/stock-lookup.ts';
import type { CalendarRow, ChangesQuery, Store, StoredChanges } from '#server/store/stock-store.ts';

/** Runs a query for a user. */
export type FindChanges = (query: Omit<ChangesQuery, 'today'>, caller: Caller) => Promise<ChangesPage>;

const Query = changesQuerySchema();

/**
 * `/gateway/changes`: products whose calendars differ from those at a time, worst first. A POST has the IDs of more
 * products than fit in a URL.
 */
export function changesRoutes(find: FindChanges, timeZone: string) {
  const response = (request: FastifyRequest, query: z.infer<typeof Query>, ids: readonly ProductId[] | undefined) => {
    const { since, quantity, unit, find: text, direction, counted, page, pageSize } = query;
    return find(
      {
        productIds: ids ?? null,
        since: typeof since === 'number' ? since : startOfDayIn(since, timeZone),
        quantity: quantity === undefined ? null : toThousandths(quantity),
        unit,
        find: text,
        direction,
        timeZone,
        countedOn: counted && typeof since !== 'number' ? since : null,
        page,
        pageSize,
      },
      callerOf(request),
    );
  };
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/changes',
      handler: async (request) => {
        const { query } = allOf({ query: readQuery(request.url, Query) });
        return response(request, query, query.productIds);
      },
    });
    app.route({
      method: 'POST',
      url: '/changes',
      onRequest: requireJson,
      handler: async (request) => {
        const { query, body } = allOf({
          query: readQuery(request.url, Query),
          body: readBody(parseJson(request.body), CalendarsRequest),
        });
        if (query.productIds !== undefined) throw badRequest([requestError('productIds', 'must be given once')]);
        return response(request, query, body.productIds);
      },
    });
  };
}

/** Changes where none can be known, such as while a service rejects the credentials. */
export function noChanges({ since }: ChangesQuery): StoredChanges {
  const counts = { gone: 0, later: 0, earlier: 0, same: 0 };
  return { generation: 0, historyFrom: null, observedAt: null, since, unit: null, counts, countsThen: null, rows: [] };
}

/** The response for changes of a market in the store, or of an external service. */
export async function changesPage(
  { generation, historyFrom, observedAt, since, unit, counts, countsThen, rows }: StoredChanges,
  query: ChangesQuery,
  store: Pick<Store, 'resolveProducts'>,
  now: number,
): Promise<ChangesPage> {
  const products = await store.resolveProducts(rows.map(({ productId }) => String(productId)));
  return {
    today: query.today,
    receivedAt: observedAt ?? now,
    isStale: false,
    dataVersion: String(generation),
    since,
    historyFrom,
    rows: rows.map(({ productId, before, now: current }, index) => ({
      product: products[index] ?? { productId, name: null, sku: null, unit: null },
      before: before?.map(entryOf) ?? null,
      now: current?.map(entryOf) ?? null,
    })),
    counts,
    countsThen,
    page: query.page,
    pageSize: query.pageSize,
    unit,
  };
}

function entryOf({ stockDate, stockQuantity, isMaxLeadTime }: CalendarRow) {
  return { stockDate, stockQuantity: fromThousandths(stockQuantity), isMaxLeadTime };
}
