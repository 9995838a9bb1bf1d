import type {
  CalendarEntry,
  CalendarEntryEnvelope,
  Market,
  MatchedFilter,
  ProductCalendarEnvelope,
  StockItem,
  StockItemEnvelope,
} from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import {
  type CalendarPageQuery,
  type CalendarQuery,
  filteredProductIds,
  printProductFilter,
  printProductIds,
  type StockRequestLine,
} from '#contract/requests.ts';
import { type CalendarDate, toUnixSeconds } from '#lib/calendar-date.ts';
import { fromThousandths, toThousandths } from '#lib/thousandths.ts';
import type { CalendarPage, CalendarRow, StockFinding, StockStore } from '#server/store/stock-store.ts';

import { ServiceProblem } from './service-problem.ts';

/** The four operations (§4) for the stock of one market, requests already read. */
export class Operations {
  readonly #store: StockStore;
  readonly #today: () => CalendarDate;

  constructor(store: StockStore, today: () => CalendarDate) {
    this.#store = store;
    this.#today = today;
  }

  /**
   * §4.1.
   * @throws ServiceProblem `unknown-product`; a known product without entries has an empty calendar
   */
  async calendarOfProduct(market: Market, productId: ProductId, query: CalendarQuery): Promise<CalendarEntryEnvelope> {
    const rows = await this.#store.findCalendar(market, productId, {
      quantity: query.quantity === undefined ? null : toThousandths(query.quantity),
      includeMaxLeadTime: query.includeMaxLeadTime,
    });
    if (rows === null) throw unknownProduct(productId);
    return calendarEntryEnvelope(market, productId, rows);
  }

  /**
   * §4.2.
   * @throws ServiceProblem `unknown-product` or `quantity-not-available`
   */
  async stockOfProduct(market: Market, productId: ProductId, quantity: number): Promise<StockItemEnvelope> {
    const line = { productId, quantity: toThousandths(quantity) };
    const [found] = await this.#store.findStock(market, [line], this.#today());
    if (found?.kind === 'found') return stockItemEnvelope(market, [{ productId, quantity, found }]);
    if (found?.kind === 'quantity-not-available')
      throw new ServiceProblem(
        'quantity-not-available',
        `No date holds ${quantity} of product ${productId}, and it has no max lead time; ask for a smaller quantity.`,
        { unavailableProductIds: [productId] },
      );
    throw unknownProduct(productId);
  }

  /**
   * §4.3: every line or none.
   * @throws ServiceProblem `products-not-available` that names each product without an answer
   */
  async stockOfProducts(market: Market, lines: readonly StockRequestLine[]): Promise<StockItemEnvelope> {
    const wanted = lines.map((line) => ({ productId: line.productId, quantity: toThousandths(line.quantity) }));
    const findings = await this.#store.findStock(market, wanted, this.#today());
    const unknown = new Set<ProductId>();
    const unavailable = new Set<ProductId>();
    const answers = lines.flatMap(({ productId, quantity }, index) => {
      const found = findings[index];
      if (found?.kind === 'found') return [{ productId, quantity, found }];
      (found?.kind === 'quantity-not-available' ? unavailable : unknown).add(productId);
      return [];
    });
    if (unknown.size + unavailable.size > 0) throw productsNotAvailable([...unknown], [...unavailable]);
    return stockItemEnvelope(market, answers);
  }

  /** §4.4: ids that are not known match nothing, and a page past the end has no results. */
  async productCalendars(market: Market, query: CalendarPageQuery): Promise<ProductCalendarEnvelope> {
    const { filter, page, pageSize, includeMaxLeadTime } = query;
    const productIds = filter === undefined ? null : filteredProductIds(filter);
    const found = await this.#store.findCalendarPage(market, { productIds, page, pageSize, includeMaxLeadTime });
    return productCalendarEnvelope(market, found, { page, pageSize, filter: printProductFilter(filter ?? []) });
  }
}

function unknownProduct(productId: ProductId): ServiceProblem {
  return new ServiceProblem('unknown-product', `Product ${productId} is not known in this market; check productId.`, {
    unknownProductIds: [productId],
  });
}

function productsNotAvailable(unknownProductIds: ProductId[], unavailableProductIds: ProductId[]): ServiceProblem {
  return new ServiceProblem(
    'products-not-available',
    `${unknownProductIds.length} of the products are not known in this market, and ${unavailableProductIds.length} not available in the quantity asked for; ask again without them.`,
    { unknownProductIds, unavailableProductIds },
  );
}

type FoundStock = Extract<StockFinding, { kind: 'found' }>;

/** §4.2, and §4.3 with one item a line: all its lines are one page, and a doubled product is one filter. */
function stockItemEnvelope(
  market: Market,
  answers: readonly { productId: ProductId; quantity: number; found: FoundStock }[],
): StockItemEnvelope {
  const productIds = [...new Set(answers.map((answer) => answer.productId))];
  return {
    ...unchanging,
    results: answers.map(({ productId, quantity, found }) => ({ item: stockItem(market, productId, quantity, found) })),
    filters: productIds.map(matchedProduct),
    filter: printProductIds(productIds),
    ...onePage(answers.length),
  };
}

/** §4.1: the counters speak of the product, not of its entries, and its filter has no `value`. */
function calendarEntryEnvelope(
  market: Market,
  productId: ProductId,
  rows: readonly CalendarRow[],
): CalendarEntryEnvelope {
  const { value: _absentHere, ...filter } = matchedProduct(productId);
  return {
    ...unchanging,
    results: rows.map((row) => ({ item: calendarEntry(market, productId, row) })),
    filters: [filter],
    filter: printProductIds([productId]),
    ...onePage(1),
  };
}

/**
 * §4.4. The filter's text names the products that matched, over all pages; where none did, it is the filter as
 * asked, since the empty text says that every product was asked for.
 */
function productCalendarEnvelope(
  market: Market,
  page: CalendarPage,
  asked: { page: number; pageSize: number; filter: string },
): ProductCalendarEnvelope {
  return {
    ...unchanging,
    results: page.calendars.map(({ productId, rows }) => ({
      item: {
        ...identified(market, productId),
        stock: rows.map((row) => calendarEntry(market, productId, row)),
      },
    })),
    filters: page.matchedIds.map(matchedProduct),
    filter: page.matchedIds.length === 0 ? asked.filter : printProductIds(page.matchedIds),
    page: asked.page,
    pageSize: asked.pageSize,
    totalPageCount: Math.ceil(page.totalItemCount / asked.pageSize),
    totalItemCount: page.totalItemCount,
  };
}

const unchanging = { parameters: null, facets: [] };

function onePage(count: number) {
  return { page: 1, pageSize: count, totalPageCount: 1, totalItemCount: count };
}

function matchedProduct(productId: ProductId): MatchedFilter {
  const text = String(productId);
  return { name: 'productId', displayName: 'Product', keyValue: text, displayValue: text, value: productId };
}

/** What the items of §2.2 and §2.4 begin with. */
function identified({ salesOrganization, company }: Market, productId: ProductId) {
  const text = String(productId);
  return { itemId: text, id: text, localized: [], productId, salesOrganization, company };
}

function stockItem(market: Market, productId: ProductId, quantity: number, found: FoundStock): StockItem {
  return {
    ...identified(market, productId),
    lastUpdateDate: found.lastUpdateDate,
    stockDate: found.stockDate,
    stockDateUnix: toUnixSeconds(found.stockDate),
    isMaxLeadTime: found.isMaxLeadTime,
    stockQuantity: quantity,
    territoryId: market.territoryId,
  };
}

function calendarEntry(
  { company, salesOrganization, territoryId }: Market,
  productId: ProductId,
  row: CalendarRow,
): CalendarEntry {
  return {
    productId,
    company,
    salesOrganization,
    isDeleted: false,
    territoryId,
    stockDate: row.stockDate,
    stockDateUnix: toUnixSeconds(row.stockDate),
    stockQuantity: fromThousandths(row.stockQuantity),
    isMaxLeadTime: row.isMaxLeadTime,
  };
}
