import type { CalendarEntryEnvelope, Market, ProductCalendarEnvelope, StockItemEnvelope } from '#contract/envelope.ts';
import {
  type CalendarPageQuery,
  type CalendarQuery,
  filteredProductIds,
  printProductFilter,
  type StockRequestLine,
} from '#contract/requests.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { toThousandths } from '#lib/thousandths.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import { calendarEntryEnvelope, productCalendarEnvelope, stockItemEnvelope } from './envelopes.ts';
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
