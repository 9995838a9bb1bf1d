import type { Market, StockItemEnvelope } from '#stock/contract/envelope.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { ServiceLimits } from '#stock/contract/limits.ts';
import type { OperationName } from '#stock/contract/operation-list.ts';
import {
  filteredProductIds,
  printProductFilter,
  printProductIds,
  requestError,
  requestSchemas,
} from '#stock/contract/requests.ts';
import { type CalendarDate, toUnixSeconds } from '#stock/calendar-date.ts';
import { memoize } from '#stock/memoize.ts';
import { printThousandths, toThousandths } from '#stock/thousandths.ts';
import type { CalendarPage, CalendarRow, StockFinding, StockStore } from '#server/store/stock-store.ts';

import { allOf, badRequest, bodyReader, parseJson, pathReader, queryReader, readQuery } from './read-request.ts';
import { ServiceProblem } from './service-problem.ts';

/** A query: an unparsed request to one of the four operations. */
export interface ServiceQuery {
  /** Path below any prefix, with the query. */
  target: string;
  /** Decoded path parameters. */
  params: unknown;
  /** Bytes of the body, if any. */
  body: unknown;
}

/** Runs a query about the stock of one market and returns JSON; throws ServiceProblem if it is invalid. */
export type RunOperation = (market: Market, query: ServiceQuery) => Promise<string>;

/** The four operations (§4). */
export function createOperations(
  store: StockStore,
  limits: ServiceLimits,
  today: () => CalendarDate,
): Record<OperationName, RunOperation> {
  const { ProductPath, CalendarQuery, StockQuery, NoQuery, StockRequest, CalendarPageQuery } = requestSchemas(limits);
  const readPath = pathReader(ProductPath);
  const [readCalendarQuery, readStockQuery] = [queryReader(CalendarQuery), queryReader(StockQuery)];
  const readStockRequest = bodyReader(StockRequest);
  return {
    /** §4.1. Throws `unknown-product`; a known product without entries has an empty calendar. */
    productCalendar: async (market, { target, params }) => {
      const { path, query } = allOf({ path: readPath(params), query: readCalendarQuery(target) });
      const rows = await store.findCalendar(market, path.productId, {
        quantity: query.quantity === undefined ? null : toThousandths(query.quantity),
        includeMaxLeadTime: query.includeMaxLeadTime,
      });
      if (rows === null) throw unknownProduct(path.productId);
      return calendarEntryEnvelope(market, path.productId, rows);
    },

    /** §4.2. Throws `unknown-product` or `quantity-not-available`. */
    stockOfProduct: async (market, { target, params }) => {
      const { path, query } = allOf({ path: readPath(params), query: readStockQuery(target) });
      const { productId } = path;
      const { quantity } = query;
      const line = { productId, quantity: toThousandths(quantity) };
      const [found] = await store.findStock(market, [line], today());
      if (found?.kind === 'found') return stockItemEnvelope(market, [{ productId, quantity, found }]);
      if (found?.kind === 'quantity-not-available')
        throw new ServiceProblem(
          'quantity-not-available',
          `Quantity ${quantity} of product ${productId} is not available on any date, and there is no max lead time. Enter a smaller quantity.`,
          { unavailableProductIds: [productId] },
        );
      throw unknownProduct(productId);
    },

    /** §4.3: all lines or none. Throws `products-not-available`, which lists each product without a result. */
    stockOfProducts: async (market, { target, body }) => {
      const read = allOf({ query: readQuery(target, NoQuery), body: readStockRequest(parseJson(body)) });
      const lines = read.body.products;
      requireEachFieldOnce(body, lines.length);
      const wanted = lines.map((line) => ({ productId: line.productId, quantity: toThousandths(line.quantity) }));
      const findings = await store.findStock(market, wanted, today());
      const unknown = new Set<ProductId>();
      const unavailable = new Set<ProductId>();
      const responses = lines.flatMap(({ productId, quantity }, index) => {
        const found = findings[index];
        if (found?.kind === 'found') return [{ productId, quantity, found }];
        (found?.kind === 'quantity-not-available' ? unavailable : unknown).add(productId);
        return [];
      });
      if (unknown.size + unavailable.size > 0) throw productsNotAvailable([...unknown], [...unavailable]);
      return stockItemEnvelope(market, responses);
    },

    /** §4.4: unknown IDs match nothing, and a page past the end has no results. */
    productCalendars: async (market, { target }) => {
      const { query } = allOf({ query: readQuery(target, CalendarPageQuery) });
      const { filter, page, pageSize, includeMaxLeadTime } = query;
      const productIds = filter === undefined ? null : filteredProductIds(filter);
      const found = await store.findCalendarPage(market, { productIds, page, pageSize, includeMaxLeadTime });
      return productCalendarEnvelope(market, found, { page, pageSize, filter: printProductFilter(filter ?? []) });
    },
  };
}

/**
 * Rejects repeated fields (§4.3), of which JSON.parse would keep only the last value. In a valid body, the only strings
 * are field names, so counting the quotes is enough.
 */
function requireEachFieldOnce(body: unknown, lines: number): void {
  const bytes = body as Uint8Array;
  const quote = 0x22;
  let quotes = 0;
  for (let at = bytes.indexOf(quote); at !== -1; at = bytes.indexOf(quote, at + 1)) quotes += 1;
  if (quotes !== 2 + 4 * lines) throw badRequest([requestError('body', 'must not hold a field twice')]);
}

function unknownProduct(productId: ProductId): ServiceProblem {
  return new ServiceProblem('unknown-product', `Product ${productId} is unknown in this market. Check productId.`, {
    unknownProductIds: [productId],
  });
}

function productsNotAvailable(unknownProductIds: ProductId[], unavailableProductIds: ProductId[]): ServiceProblem {
  return new ServiceProblem(
    'products-not-available',
    `${unknownProductIds.length} products are unknown in this market, and ${unavailableProductIds.length} are not available in this quantity. Send the request without them.`,
    { unknownProductIds, unavailableProductIds },
  );
}

type FoundStock = Extract<StockFinding, { kind: 'found' }>;

// Responses are built as text directly from the store's rows, at a fraction of the cost of building objects first.
// Only the market codes, which come from a token, need JSON escaping.

/** Envelope of §4.2, and of §4.3 with one item per line. All lines are one page; a repeated product is one filter. */
function stockItemEnvelope(
  market: Market,
  responses: readonly { productId: ProductId; quantity: number; found: FoundStock }[],
): string {
  const productIds = [...new Set(responses.map((response) => response.productId))];
  const items = responses.map(
    ({ productId, quantity, found: { lastUpdateDate, stockDate, isMaxLeadTime } }) =>
      `{"item":{${identityFields(market, productId)},"lastUpdateDate":"${lastUpdateDate}",${dateFields(stockDate)},` +
      `"isMaxLeadTime":${isMaxLeadTime},"stockQuantity":${quantity},"territoryId":${quotedCodes(market).territoryId}}}`,
  );
  return envelope(items, productIds.map(matchedProduct), printProductIds(productIds), onePage(responses.length));
}

/** Envelope of §4.1: the counters count products, not entries, and the filter has no `value`. */
function calendarEntryEnvelope(market: Market, productId: ProductId, rows: readonly CalendarRow[]): string {
  const entries = calendarEntries(market, productId, rows);
  const items = entries.length === 0 ? [] : [`{"item":${entries.join('},{"item":')}}`];
  const filter = matchedProduct(productId).replace(/,"value":\d+/, '');
  return envelope(items, [filter], printProductIds([productId]), onePage(1));
}

/**
 * Envelope of §4.4. `filter` lists the matched products of all pages. If none matched, it is the requested filter,
 * since an empty text would mean that there was none.
 */
function productCalendarEnvelope(
  market: Market,
  { calendars, matchedIds, totalItemCount }: CalendarPage,
  { page, pageSize, filter }: { page: number; pageSize: number; filter: string },
): string {
  const items = calendars.map(({ productId, rows }) => {
    const stock = calendarEntries(market, productId, rows).join(',');
    return `{"item":{${identityFields(market, productId)},"stock":[${stock}]}}`;
  });
  const matched = matchedIds.length === 0 ? filter : printProductIds(matchedIds);
  const totalPageCount = Math.ceil(totalItemCount / pageSize);
  return envelope(items, matchedIds.map(matchedProduct), matched, { page, pageSize, totalPageCount, totalItemCount });
}

type Counters = Pick<StockItemEnvelope, 'page' | 'pageSize' | 'totalPageCount' | 'totalItemCount'>;

/** Envelope of §2.1 around items and filters in JSON; `filter` needs no escaping. */
function envelope(items: readonly string[], filters: readonly string[], filter: string, counters: Counters): string {
  return (
    `{"parameters":null,"results":[${items.join(',')}],"facets":[],"filters":[${filters.join(',')}],` +
    `"filter":"${filter}","page":${counters.page},"pageSize":${counters.pageSize},` +
    `"totalPageCount":${counters.totalPageCount},"totalItemCount":${counters.totalItemCount}}`
  );
}

function onePage(count: number): Counters {
  return { page: 1, pageSize: count, totalPageCount: 1, totalItemCount: count };
}

function matchedProduct(productId: ProductId): string {
  return `{"name":"productId","displayName":"Product","keyValue":"${productId}","displayValue":"${productId}","value":${productId}}`;
}

/** First fields of the items of §2.2 and §2.4. */
function identityFields(market: Market, productId: ProductId): string {
  const { salesOrganization, company } = quotedCodes(market);
  return `"itemId":"${productId}","id":"${productId}","localized":[],"productId":${productId},"salesOrganization":${salesOrganization},"company":${company}`;
}

/** Entries of one product in JSON (§2.3). */
function calendarEntries(market: Market, productId: ProductId, rows: readonly CalendarRow[]): string[] {
  const { company, salesOrganization, territoryId } = quotedCodes(market);
  const start = `{"productId":${productId},"company":${company},"salesOrganization":${salesOrganization},"isDeleted":false,"territoryId":${territoryId},`;
  return rows.map(
    ({ stockDate, stockQuantity, isMaxLeadTime }) =>
      `${start}${dateFields(stockDate)},"stockQuantity":${printThousandths(stockQuantity)},"isMaxLeadTime":${isMaxLeadTime}}`,
  );
}

/** Codes of the markets of verified tokens, as JSON strings. */
const quotedMarkets = new WeakMap<Market, Market>();

function quotedCodes(market: Market): Market {
  const known = quotedMarkets.get(market);
  if (known !== undefined) return known;
  const codes: Market = {
    company: JSON.stringify(market.company),
    salesOrganization: JSON.stringify(market.salesOrganization),
    territoryId: JSON.stringify(market.territoryId),
  };
  quotedMarkets.set(market, codes);
  return codes;
}

/** Memoized: calendars have few different dates, and a response contains thousands of them. */
const dateFields = memoize(
  (date: CalendarDate) => `"stockDate":"${date}","stockDateUnix":${toUnixSeconds(date)}`,
  20_000,
);
