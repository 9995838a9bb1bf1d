import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Availability, Product } from '#stock/contract/gateway-responses.ts';
import { ageHeader, responseHeaders, directResponse, staleResult, staleHeader } from '#stock/contract/headers.ts';
import { Problem } from '#stock/contract/problem.ts';
import type { ReceivedCalendar } from '#stock/stock-result.ts';
import { toThousandths, type Thousandths } from '#stock/thousandths.ts';
import { comparedResult } from '#server/lookup/compared-result.ts';
import type { FailedPart, ProductStock, StockLookup } from '#server/lookup/stock-lookup.ts';
import { allOf, readQuery } from '#server/service/read-request.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import { AvailabilityQuery } from './gateway-requests.ts';
import type { Catalogue } from './product-routes.ts';
import { callerOf } from '#server/sign-in/sign-in.ts';
import type { BackendResponse } from './stock-backend.ts';
import { hangUpSignal } from './hang-up-signal.ts';

/**
 * `GET /gateway/availability?productId=&quantity=`: a product with its calendar and its result for a quantity.
 * @param catalogueFor returns the catalog of the user of a request
 */
export function availabilityRoute(
  lookup: StockLookup,
  catalogueFor: (request: FastifyRequest) => Catalogue,
  now: () => Date,
) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/availability',
      handler: async (request, reply) => {
        const { query } = allOf({ query: readQuery(request.url, AvailabilityQuery) });
        const { productId } = query;
        const quantity = query.quantity === undefined ? null : toThousandths(query.quantity);
        const [found, [product]] = await Promise.all([
          lookup.product({ productId, quantity }, callerOf(request), hangUpSignal(reply.raw)),
          catalogueFor(request).resolveProducts([String(productId)]),
        ]);
        const named = product?.productId === productId ? product : null;
        const failure = wholeFailure(found);
        if (failure !== null) return passResponse(reply, failure);
        const availability = availabilityOf(found, named ?? { productId, name: null, sku: null, unit: null }, quantity);
        if (availability === null) throw unknownProduct(productId);
        const at = now().getTime();
        const ages = partsOf(found).map(({ receivedAt, isStale }) => ({ age: secondsSince(receivedAt, at), isStale }));
        const isStale = ages.some((part) => part.isStale);
        const age = Math.max(0, ...ages.map((part) => part.age));
        if (age > 0) reply.header(ageHeader, String(age));
        if (isStale) reply.header(staleHeader, staleResult);
        else if (ages.some((part) => part.age === 0)) reply.header(staleHeader, directResponse);
        return {
          ...availability,
          receivedAt: at - age * 1000,
          isStale,
          dataVersion: found.dataVersion,
        } satisfies Availability;
      },
    });
  };
}

/** The failure to respond with if nothing could be looked up. */
function wholeFailure({ calendar, result }: ProductStock): BackendResponse | null {
  if (calendar.kind !== 'failed') return null;
  if (result === null) return calendar.response;
  return result.kind === 'failed' || result.kind === 'refused' ? result.response : null;
}

/** When the parts of a result were received, Unix milliseconds, and whether they are older copies. */
function partsOf({ calendar, result }: ProductStock): { receivedAt: number; isStale: boolean }[] {
  return [
    ...(calendar.kind === 'calendar' ? [calendar] : []),
    ...(result?.kind === 'result' ? [{ receivedAt: result.checkedAt, isStale: result.isStale }] : []),
  ];
}

function secondsSince(at: number, now: number): number {
  return Math.max(0, Math.floor((now - at) / 1000));
}

/**
 * Compares a product's result with its calendar. Null if the product is unknown to the
 * service and to the catalog; a product of the catalog has no stock data.
 */
function availabilityOf(
  { today, calendar, result }: ProductStock,
  product: Product,
  quantity: Thousandths | null,
): Pick<Availability, 'today' | 'product' | 'calendar' | 'result' | 'problems'> | null {
  const base = { today, product };
  if (calendar.kind === 'unknown-product' && result?.kind !== 'result' && result?.kind !== 'failed')
    return product.name === null && product.sku === null
      ? null
      : { ...base, calendar: noEntries, result: { kind: 'no-stock-data' }, problems: {} };

  const known = calendar.kind === 'failed' ? null : calendar.kind === 'calendar' ? calendar : noEntries;
  const problems = {
    ...(calendar.kind === 'failed' && { calendar: problemOf(calendar) }),
    ...(result?.kind === 'failed' && { result: problemOf(result) }),
  };
  const shown = known && { entries: [...known.entries], unreadable: known.unreadable };
  return {
    ...base,
    calendar: shown,
    result: quantity === null ? null : resultOf(result, known, { quantity, today }),
    problems,
  };
}

const noEntries = { entries: [], unreadable: 0 };

/** Without a calendar, the service's result is returned as it is. */
function resultOf(
  result: ProductStock['result'],
  calendar: ReceivedCalendar | null,
  { quantity, today }: { quantity: Thousandths; today: Availability['today'] },
): Availability['result'] {
  if (result === null || result.kind === 'failed') return null;
  const lastUpdateDate = result.kind === 'result' ? result.item.lastUpdateDate : null;
  if (calendar === null) {
    const given = { kind: 'reliable' as const, earlier: null, lastUpdateDate };
    if (result.kind === 'result') return { ...given, stockResult: result.stockResult };
    return result.kind === 'not-available' ? { ...given, stockResult: { kind: result.kind } } : null;
  }
  const compared = comparedResult(result, calendar, quantity, today);
  return compared.kind === 'reliable' ? { ...compared, lastUpdateDate } : compared;
}

function problemOf({ response }: FailedPart): Problem {
  return Problem.parse(JSON.parse(response.body.toString('utf8')));
}

const passedHeaders = ['content-type', 'retry-after', 'www-authenticate', ...responseHeaders];

function passResponse(reply: FastifyReply, { status, headers, body }: BackendResponse): FastifyReply {
  for (const name of passedHeaders) if (headers[name] !== undefined) reply.header(name, headers[name]);
  return reply.code(status).send(body);
}

function unknownProduct(productId: number): ServiceProblem {
  return new ServiceProblem('unknown-product', `Product ${productId} is unknown in this market. Check productId.`, {
    unknownProductIds: [productId],
  });
}
